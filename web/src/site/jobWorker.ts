// A worker with its own Python, which does the jobs of the server.
import { loadPython } from './python.ts';

const CODE = `
from pyodide.ffi import to_js
from redcathedral.server.local.workers import do_job
lambda job: to_js(do_job(job.to_bytes()))`;
const ready = loadPython().then((python) => python.runPython(CODE)) as Promise<
  (job: Uint8Array) => Uint8Array
>;

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  ready.then((doJob) => postMessage(doJob(data))).catch(reportError);
});

// A worker with its own Python, which does the jobs of the server.
import { loadFiles, startPython, type Files } from './python.ts';

export interface JobMessage {
  job: Uint8Array;
  /** Those of the server's Python, with the first job; otherwise they are loaded. */
  files?: Files;
}

const CODE = `
from pyodide.ffi import to_js
from redcathedral.server.local.workers import do_job
lambda job: to_js(do_job(job.to_bytes()))`;
let doJob: Promise<(job: Uint8Array) => Uint8Array> | undefined;

async function start(files?: Files): Promise<(job: Uint8Array) => Uint8Array> {
  const python = await startPython(files ?? (await loadFiles()));
  return python.runPython(CODE) as (job: Uint8Array) => Uint8Array;
}

addEventListener('message', ({ data: { job, files } }: MessageEvent<JobMessage>) => {
  doJob ??= start(files);
  doJob.then((answer) => postMessage(answer(job))).catch(reportError);
});

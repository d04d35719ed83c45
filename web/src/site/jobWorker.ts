// A worker with its own Python, which does the jobs of the server.
import { loadPython } from './python.ts';

const ready = loadPython().then((python) =>
  python.runPython('from redcathedral.server.local.bridge import do_job; do_job'),
) as Promise<(job: Uint8Array) => Uint8Array>;

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  void ready.then((doJob) => postMessage(doJob(data)));
});

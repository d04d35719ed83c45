// Runs the jobs of the server, one after the other, in a worker with its own Python.
import type { JobMessage } from './jobWorker.ts';
import type { Files } from './python.ts';

interface Job {
  subject: string;
  bytes: Uint8Array;
  seconds: number;
  done: (answer: Uint8Array | null) => void;
}

export class JobQueue {
  readonly #files: Files;
  #worker: Worker | null = null;
  #waiting: Job[] = [];
  #running: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(files: Files) {
    this.#files = files; // which are unpacked and compiled, for a fast start
  }

  /** Return the answer to a job, or null if it was cancelled or took longer than `seconds`. */
  run(subject: string, bytes: Uint8Array, seconds: number): Promise<Uint8Array | null> {
    return new Promise((done) => {
      this.#waiting.push({ subject, bytes, seconds, done });
      this.#next();
    });
  }

  /** End the running job of a subject. */
  cancel(subject: string): void {
    if (this.#running?.subject === subject) this.#end();
  }

  #next(): void {
    const job = this.#running ? undefined : this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    const files = this.#worker ? undefined : this.#files;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ job: job.bytes, files } satisfies JobMessage);
    this.#timer = setTimeout(() => this.#end(), job.seconds * 1000);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./jobWorker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => this.#finish(data);
    worker.onerror = () => this.#end();
    return worker;
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish(null);
  }

  #finish(answer: Uint8Array | null): void {
    clearTimeout(this.#timer);
    this.#running?.done(answer);
    this.#running = null;
    this.#next();
  }
}

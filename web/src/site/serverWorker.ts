// The server of the page, in a worker with its own Python.
import { Documents, type Change } from './documents.ts';
import { JobQueue } from './jobs.ts';
import type { ToPage, ToServer } from './messages.ts';
import { loadFiles, startPython } from './python.ts';

type Answer = [status: number, headers: [string, string][], content: Uint8Array<ArrayBuffer>];

/** The functions of `redcathedral.server.local.bridge`. */
interface Server {
  request: (method: string, path: string, body: Uint8Array) => Promise<Answer>;
  connect: (
    path: string,
    send: (text: string) => void,
    close: () => void,
  ) => (text: string | undefined) => void;
  /** Why documents cannot be read; '' if they can. */
  problem: (documents: readonly Change[]) => string;
}

const send = (message: ToPage): void => postMessage(message);
/** Resolves when the changes so far are stored, or cannot be; the page is not shown them before. */
let stored: Promise<unknown> = Promise.resolve();
const sendStored = (message: ToPage): void => void stored.then(() => send(message));
/** Python gets `undefined` as None, and `null` as something else. */
const sockets = new Map<number, (text: string | undefined) => void>();

const unsaved = (error: unknown): void => send({ kind: 'unsaved', reason: String(error) });
const documents = new Documents();

async function start(): Promise<Server> {
  const games = documents.all().catch((error: unknown): readonly Change[] => {
    unsaved(error);
    return [];
  });
  const files = await loadFiles((share) => send({ kind: 'loading', share }));
  const python = await startPython(files);
  const [analyses, others] = [new JobQueue(files), new JobQueue(files)];
  /** Analyses have their own worker: a turn takes many seconds. */
  const queue = (name: string): JobQueue => (name === 'analyst' ? analyses : others);
  python.registerJsModule('page', {
    stored: await games,
    save: (changes: Change[]) => {
      const saving = documents.save(changes).then(() => send({ kind: 'saved' }), unsaved);
      stored = Promise.all([stored, saving]);
    },
    run: async (name: string, subject: string, job: Uint8Array, seconds: number) =>
      (await queue(name).run(subject, job, seconds)) ?? undefined,
    cancel: (name: string, subject: string) => queue(name).cancel(subject),
  });
  python.runPython('from redcathedral.server.local import page_loop; page_loop.use_page_loop()');
  return (await python.runPythonAsync(
    'from redcathedral.server.local import bridge; await bridge.start()',
  )) as Server;
}

const server = start();
server.then(
  () => send({ kind: 'ready', games: documents.current.length > 0 }),
  (error: unknown) => send({ kind: 'failed', reason: String(error) }),
);

async function handle(message: ToServer): Promise<void> {
  const { number } = message;
  switch (message.kind) {
    case 'documents': {
      const content = new TextEncoder().encode(JSON.stringify(documents.current));
      send({ kind: 'answer', number, status: 200, headers: [], content });
      break;
    }
    case 'check': {
      const content = new TextEncoder().encode((await server).problem(message.documents));
      send({ kind: 'answer', number, status: content.length ? 400 : 200, headers: [], content });
      break;
    }
    case 'request': {
      const { request } = await server;
      const [status, headers, content] = await request(message.method, message.path, message.body);
      sendStored({ kind: 'answer', number, status, headers, content });
      break;
    }
    case 'open': {
      const push = (text: string): void => sendStored({ kind: 'message', number, text });
      const close = (): void => sendStored({ kind: 'closed', number });
      sockets.set(number, (await server).connect(message.path, push, close));
      break;
    }
    case 'send':
      await server;
      sockets.get(number)?.(message.text ?? undefined);
      if (message.text === null) sockets.delete(number);
      break;
  }
}

addEventListener('message', ({ data }: MessageEvent<ToServer>) => void handle(data));

// Starts before the page, and gives it a server that runs in a worker of this browser.
import { saveFile } from '../core/saveFile.ts';
import type { SiteNotice, Socket } from '../core/transport.ts';
import { Documents } from './documents.ts';
import type { SavedGames, ToPage, ToServer } from './messages.ts';

/** Requests whose answers are files until the server is ready: the page is drawn at once. */
const STORED_ANSWERS = /^api\/(server|words\/.*)$/;
/** The address of this script. */
const HERE = import.meta.url;
const FORMAT = 'redcathedral-games-1';
let listener: (notice: SiteNotice | null) => void = () => null;
let notice: SiteNotice | null = null;
const answers = new Map<number, (response: Response) => void>();
const sockets = new Map<number, Socket>();
let lastNumber = 0;
let isReady = false;
let worker: Worker | null = null;
let setReady: () => void;
const ready = new Promise<void>((resolve) => (setReady = resolve));
let startWorker: (worker: Worker) => void;
const started = new Promise<Worker>((resolve) => (startWorker = resolve));

function notify(next: SiteNotice | null): void {
  notice = next;
  listener(notice);
}

function receive({ data }: MessageEvent<ToPage>): void {
  switch (data.kind) {
    case 'answer': {
      const { status, headers } = data;
      const content = status === 204 ? null : data.content;
      answers.get(data.number)?.(new Response(content, { status, headers }));
      answers.delete(data.number);
      break;
    }
    case 'message':
      sockets.get(data.number)?.onmessage?.({ data: data.text });
      break;
    case 'closed':
      sockets.get(data.number)?.onclose?.();
      sockets.delete(data.number);
      break;
    case 'ready':
      isReady = true;
      setReady();
      break;
    case 'unsaved':
    case 'failed':
      console.error(data.reason);
      notify(data.kind);
      break;
  }
}

/** Start the server when no other tab has one: two would overwrite each other's games. */
async function start(steal: boolean): Promise<void> {
  const wait = (lock: Lock | null): Promise<void> => {
    if (!lock) {
      notify('elsewhere');
      return Promise.resolve();
    }
    worker = new Worker(new URL('./serverWorker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = receive;
    startWorker(worker);
    return new Promise(() => null); // the lock is held as long as the page is open
  };
  try {
    await navigator.locks.request('redcathedral', steal ? { steal } : { ifAvailable: true }, wait);
  } catch {
    worker?.terminate(); // another tab took the games over
    notify('elsewhere');
  }
}

async function send(message: ToServer): Promise<void> {
  (await started).postMessage(message);
}

async function request(path: string, init: RequestInit): Promise<Response> {
  if (!isReady && STORED_ANSWERS.test(path))
    return fetch(new URL(`answers/${path.slice(4).replace('/', '-')}.json`, HERE));
  const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
  lastNumber += 1;
  const number = lastNumber;
  return new Promise((resolve) => {
    answers.set(number, resolve);
    const method = init.method ?? 'GET';
    void send({ kind: 'request', number, method, path: `/${path}`, body });
  });
}

function openSocket(path: string): Socket {
  lastNumber += 1;
  const number = lastNumber;
  const socket: Socket = {
    onopen: null,
    onclose: null,
    onmessage: null,
    send: (text) => void send({ kind: 'send', number, text }),
    close: () => {
      sockets.delete(number);
      void send({ kind: 'send', number, text: null });
    },
  };
  sockets.set(number, socket);
  void send({ kind: 'open', number, path: `/${path}` }).then(() => socket.onopen?.());
  return socket;
}

/** Take the games over from another tab, or load the page again. */
async function act(): Promise<void> {
  if (notice === 'elsewhere' && !worker) {
    notify(null);
    void start(true);
    return;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return location.reload();
  navigator.serviceWorker.oncontrollerchange = () => location.reload();
  registration.waiting.postMessage('');
}

async function save(): Promise<Blob> {
  const games: SavedGames = { format: FORMAT, documents: await new Documents().all() };
  return new Blob([JSON.stringify(games)], { type: 'application/json' });
}

/** Replace all games by those of a file; throws an error if it is not such a file. */
async function restore(file: Blob): Promise<void> {
  const games = JSON.parse(await file.text()) as Partial<SavedGames> | null;
  if (games?.format !== FORMAT || !games.documents) throw new Error('no file of games');
  worker?.terminate();
  await new Documents().save(games.documents, true);
  location.reload();
}

globalThis.site = {
  fetch: request,
  openSocket,
  ready,
  watch: (next) => {
    listener = next;
    listener(notice);
  },
  act: () => void act(),
  save,
  restore,
};
void start(false);
void navigator.storage.persist();

/** Keep all files of the site, and say when a new version has been fetched. */
async function keepFiles(): Promise<void> {
  const registration = await navigator.serviceWorker.register('sw.js');
  const offer = (): void => {
    if (registration.waiting && navigator.serviceWorker.controller) notify('update');
  };
  offer();
  registration.onupdatefound = () => {
    const { installing } = registration;
    if (installing) installing.onstatechange = offer;
  };
}
if ('serviceWorker' in navigator) void keepFiles().catch(console.error);

/** Save the file of a link to the server: the browser itself cannot ask for it. */
async function saveLinked(path: string, link: HTMLAnchorElement): Promise<void> {
  const response = await request(path, {});
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? link.download;
  saveFile(await response.blob(), name);
}

addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href') ?? '';
    if (!link || !path.startsWith('api/')) return;
    event.preventDefault();
    void saveLinked(path, link);
  },
  true,
);

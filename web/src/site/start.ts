// Starts before the page, and gives it a server that runs in a worker of this browser.
import { loadStored, saveStored } from '../core/localStore.ts';
import { saveFile } from '../core/saveFile.ts';
import type { SiteNotice, Socket } from '../core/transport.ts';
import { Documents, type Change } from './documents.ts';
import type { SavedGames, ToPage, ToServer } from './messages.ts';

/** Requests whose answers are files until the server is ready: the page is drawn at once. */
const STORED_ANSWERS = /^api\/(server|words\/\w+)$/;
/** The address of this script. */
const HERE = import.meta.url;
const FORMAT = 'redcathedral-games-1';
/** The key of the warnings that were read. */
const READ = 'redcathedral.site.read';
let listener: (notice: SiteNotice | null, share: number) => void = () => null;
let notice: SiteNotice | null = 'loading';
let loadedShare = NaN;
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
  listener(notice, loadedShare);
}

/** Warn once of a browser that may lose the games. */
async function warn(games: boolean): Promise<void> {
  let warning: SiteNotice | null = null;
  if (!isSecureContext) warning = 'insecure';
  else if (!(await navigator.storage.persist()) && games) warning = 'volatile';
  if (notice === null && warning && !loadStored(READ)[warning]) notify(warning);
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
    case 'loading':
      loadedShare = data.share;
      if (notice === 'loading') notify(notice);
      break;
    case 'ready':
      isReady = true;
      setReady();
      if (notice === 'loading') notify(null);
      void warn(data.games).catch(console.error);
      break;
    case 'saved':
      if (notice === 'unsaved') notify(null);
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
  // Without a secure connection there are no locks; then two tabs are not kept from each other.
  if (!('locks' in navigator)) return void wait({ name: '', mode: 'exclusive' });
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

/** Send a message that is answered. */
function call(message: (number: number) => ToServer): Promise<Response> {
  const number = (lastNumber += 1);
  return new Promise((resolve) => {
    answers.set(number, resolve);
    void send(message(number));
  });
}

const answerUrl = (path: string): URL =>
  new URL(`answers/${path.slice(4).replace('/', '-')}.json`, HERE);

async function request(path: string, init: RequestInit): Promise<Response> {
  if (!isReady && STORED_ANSWERS.test(path)) return fetch(answerUrl(path));
  const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
  const method = init.method ?? 'GET';
  return call((number) => ({ kind: 'request', number, method, path: `/${path}`, body }));
}

function openSocket(path: string): Socket {
  const number = (lastNumber += 1);
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
    notify('loading');
    return start(true);
  }
  if (notice === 'volatile' || notice === 'insecure') {
    if (notice === 'volatile') saveFile(await save(), 'redcathedral-games.json');
    saveStored(READ, { ...loadStored(READ), [notice]: true });
    notify(null);
    return;
  }
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return location.reload();
  navigator.serviceWorker.oncontrollerchange = () => location.reload();
  registration.waiting.postMessage('');
}

/** Return all documents, also those that this browser refuses to store. */
async function documents(): Promise<readonly Change[]> {
  if (!isReady) return new Documents().all();
  return (await call((number) => ({ kind: 'documents', number }))).json() as Promise<Change[]>;
}

async function save(): Promise<Blob> {
  const games: SavedGames = { format: FORMAT, documents: await documents() };
  return new Blob([JSON.stringify(games)], { type: 'application/json' });
}

/** Replace all games by those of a file; throws an error, and changes nothing, if it is damaged. */
async function restore(file: Blob): Promise<void> {
  const games = JSON.parse(await file.text()) as Partial<SavedGames> | null;
  if (games?.format !== FORMAT) throw new Error('no file of games');
  const changes = games.documents ?? [];
  const answer = await call((number) => ({ kind: 'check', number, documents: changes }));
  if (!answer.ok) throw new Error(await answer.text());
  worker?.terminate();
  await new Documents().write(changes, true);
  location.reload();
}

globalThis.site = {
  fetch: request,
  openSocket,
  ready,
  watch: (next) => {
    listener = next;
    listener(notice, loadedShare);
  },
  act: () => void act(),
  save,
  restore,
};
void start(false);

/** Keep all files of the site, and say when a new version has been fetched. */
async function keepFiles(): Promise<void> {
  if (!navigator.serviceWorker.controller) await ready; // a first visit has enough to do
  // A first visit has loaded its texts before the service worker could keep them.
  navigator.serviceWorker.oncontrollerchange = () =>
    void fetch(answerUrl(`api/words/${document.documentElement.lang}`)).catch(console.error);
  const registration = await navigator.serviceWorker.register('sw.js');
  const offer = (): void => {
    if (registration.waiting && navigator.serviceWorker.controller) notify('update');
  };
  offer();
  registration.onupdatefound = () =>
    registration.installing?.addEventListener('statechange', offer);
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

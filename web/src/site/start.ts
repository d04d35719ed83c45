// Starts before the page, and gives it a server that runs in a worker of this browser.
import type { Socket } from '../core/connection.ts';
import type { ToPage, ToServer } from './messages.ts';

const worker = new Worker(new URL('./serverWorker.ts', import.meta.url), { type: 'module' });
const answers = new Map<number, (response: Response) => void>();
const sockets = new Map<number, Socket>();
let lastNumber = 0;

function send(message: ToServer): void {
  worker.postMessage(message);
}

worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
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
    case 'unsaved':
    case 'failed':
      console.error(data.reason);
      break;
  }
};

async function request(path: string, init: RequestInit): Promise<Response> {
  const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
  lastNumber += 1;
  const number = lastNumber;
  return new Promise((resolve) => {
    answers.set(number, resolve);
    send({ kind: 'request', number, method: init.method ?? 'GET', path: `/${path}`, body });
  });
}

function openSocket(path: string): Socket {
  lastNumber += 1;
  const number = lastNumber;
  const socket: Socket = {
    onopen: null,
    onclose: null,
    onmessage: null,
    send: (text) => send({ kind: 'send', number, text }),
    close: () => {
      sockets.delete(number);
      send({ kind: 'send', number, text: null });
    },
  };
  sockets.set(number, socket);
  send({ kind: 'open', number, path: `/${path}` });
  queueMicrotask(() => socket.onopen?.());
  return socket;
}

globalThis.siteTransport = { fetch: request, openSocket };

/** Save the file of a link to the server: the browser itself cannot ask for it. */
async function saveFile(path: string, link: HTMLAnchorElement): Promise<void> {
  const response = await request(path, {});
  const disposition = response.headers.get('content-disposition') ?? '';
  const file = document.createElement('a');
  file.href = URL.createObjectURL(await response.blob());
  file.download = /filename="([^"]+)"/.exec(disposition)?.[1] ?? link.download;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
}

addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href') ?? '';
    if (!link || !path.startsWith('api/')) return;
    event.preventDefault();
    void saveFile(path, link);
  },
  true,
);

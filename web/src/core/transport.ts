// How the page reaches its server: over the network, or in a worker of this browser (`site`).
import type { Socket } from './connection.ts';

export interface Transport {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Open a socket to a path, such as `api/tables/x/live`. */
  openSocket: (path: string) => Socket;
}

declare global {
  /** The transport of a page whose server is in this browser; set before the page starts. */
  var siteTransport: Transport | undefined;
}

const network: Transport = {
  fetch: (path, init) => fetch(path, init),
  openSocket: (path) => {
    const url = new URL(path, document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    return new WebSocket(url) as Socket;
  },
};

export const transport = (): Transport => globalThis.siteTransport ?? network;

// How the page reaches its server: over the network, or in a worker of this browser (`site`).

/** The part of WebSocket that a connection uses. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send: (text: string) => void;
  close: () => void;
}

export interface Transport {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Open a socket to a path, such as `api/tables/x/live`. */
  openSocket: (path: string) => Socket;
}

/** What the reader must know of a server in this browser: the text `web.site.NOTICE`. */
export type SiteNotice =
  'loading' | 'elsewhere' | 'unsaved' | 'failed' | 'update' | 'volatile' | 'insecure';

/** The server in this browser. */
export interface Site extends Transport {
  /** Resolves when the server answers. */
  readonly ready: Promise<void>;
  /** Call a function with the newest notice and the share that has loaded, and with later ones. */
  watch: (listener: (notice: SiteNotice | null, share: number) => void) => void;
  /** Do what the notice offers, such as to take the games over from another tab. */
  act: () => void;
  /** Return a file with all games, or replace all games by those of a file. */
  save: () => Promise<Blob>;
  restore: (file: Blob) => Promise<void>;
}

declare global {
  /** The server in this browser, of pages that have one; set before the page starts. */
  var site: Site | undefined;
}

const network: Transport = {
  fetch: (path, init) => fetch(path, init),
  openSocket: (path) => {
    const url = new URL(path, document.baseURI);
    url.protocol = url.protocol.replace('http', 'ws');
    return new WebSocket(url) as Socket;
  },
};

export const transport = (): Transport => globalThis.site ?? network;

// The messages between the page and the workers of this browser.

/** From the page to the server's worker. A socket has the number of its `open` message. */
export type ToServer =
  | { kind: 'request'; number: number; method: string; path: string; body: Uint8Array }
  | { kind: 'open'; number: number; path: string }
  | { kind: 'send'; number: number; text: string | null };

/** From the server's worker to the page. */
export type ToPage =
  | {
      kind: 'answer';
      number: number;
      status: number;
      headers: [string, string][];
      content: Uint8Array<ArrayBuffer>;
    }
  | { kind: 'message'; number: number; text: string }
  | { kind: 'closed'; number: number }
  | { kind: 'unsaved'; reason: string }
  | { kind: 'failed'; reason: string };

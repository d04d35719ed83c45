// The messages between the page and the worker of its server.
import type { Change } from './documents.ts';

/** From the page to the worker. A socket has the number of its `open` message. */
export type ToServer =
  | { kind: 'request'; number: number; method: string; path: string; body: Uint8Array }
  | { kind: 'open'; number: number; path: string }
  | { kind: 'send'; number: number; text: string | null }
  /** Return all documents, or check others. */
  | { kind: 'documents'; number: number }
  | { kind: 'check'; number: number; documents: readonly Change[] };

/** From the worker to the page. */
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
  /** The share of the files that has arrived. */
  | { kind: 'loading'; share: number }
  /** `games`: whether games were stored. */
  | { kind: 'ready'; games: boolean }
  | { kind: 'saved' }
  | { kind: 'unsaved' | 'failed'; reason: string };

/** A file with all games. */
export interface SavedGames {
  readonly format: 'redcathedral-games-1';
  readonly documents: readonly Change[];
}

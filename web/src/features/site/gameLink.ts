// Links that hold a whole game: players without a server send them to each other after each turn.
import type { Summary } from '../../protocol.gen';
import * as api from '../../core/api';

const BLOCK = 0x1000; // String.fromCharCode takes a limited number of arguments

export async function gameLink(id: string): Promise<string> {
  const record = new Blob([await api.record(id)]).stream();
  const packed = record.pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += BLOCK)
    text += String.fromCharCode(...bytes.subarray(start, start + BLOCK));
  const code = btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return new URL(`#/game/${code}`, location.href).href;
}

function isSameGame(one: Summary, other: Summary): boolean {
  const people = ({ seats }: Summary): string =>
    seats.map(({ colour, name }) => `${colour} ${name}`).join('\n');
  return one.id !== other.id && people(one) === people(other);
}

/** Open the game of a link, and return its id. A shorter record of the same game is replaced. */
export async function openGame(code: string, lang: string): Promise<string> {
  const text = atob(code.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const game = await api.uploadGame(new Blob([bytes]));
  const record = await api.anonymousRecord(game.id);
  const { games } = await api.games('all', null, lang);
  for (const { id } of games.filter((other) => isSameGame(game, other))) {
    const earlier = await api.anonymousRecord(id);
    const [longer, shorter] = record.length < earlier.length ? [id, game.id] : [game.id, id];
    if (!(longer === id ? earlier : record).startsWith(longer === id ? record : earlier)) continue;
    await api.removeGame(shorter);
    if (longer === id) return id;
  }
  return game.id;
}

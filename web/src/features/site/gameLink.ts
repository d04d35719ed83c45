// Links that hold a whole game: players without a server send them to each other after each turn.
import type { Summary } from '../../protocol.gen';
import * as api from '../../core/api';

const BLOCK = 0x1000; // String.fromCharCode takes a limited number of arguments

async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let characters = '';
  for (let start = 0; start < bytes.length; start += BLOCK)
    characters += String.fromCharCode(...bytes.subarray(start, start + BLOCK));
  return btoa(characters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

function unpack(code: string): Promise<Blob> {
  const characters = atob(code.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).blob();
}

/** Return the link of a game: its record, and the file of the edition unless all sites have it. */
export async function gameLink(id: string, edition: string | null): Promise<string> {
  const texts = [api.record(id), ...(edition === null ? [] : [api.editionFile(edition)])];
  const codes = await Promise.all(texts.map(async (text) => pack(await text)));
  return new URL(`#/game/${codes.join('.')}`, location.href).href;
}

function isSameGame(one: Summary, other: Summary): boolean {
  const people = ({ seats }: Summary): string =>
    seats.map(({ colour, name }) => `${colour} ${name}`).join('\n');
  return one.id !== other.id && people(one) === people(other);
}

/** Open the game of a link, and return its id. A shorter record of the same game is replaced. */
export async function openGame(code: string, lang: string): Promise<string> {
  const [file, box] = await Promise.all(code.split('.').map(unpack));
  const edition = box && (await api.uploadEdition(box)).key;
  const game = await api.uploadGame(file ?? new Blob(), false, edition);
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

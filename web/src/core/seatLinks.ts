// Links to seats. The server sends the secret of a link once, so the browser stores it. It also
// stores the name under which the player last took a seat.
import { asRecord, saveStored, loadStored } from './localStore.ts';
import type { Colour } from '../protocol.gen';

/** The seat to which a link leads; null for a link for spectators. */
export type LinkPlace = Colour | null;

const LINKS = 'redcathedral.links';
const NAME = 'redcathedral.name';
const MAX_TABLES = 100;

function placeKey(place: LinkPlace): string {
  return place ?? '-';
}

export function storedSecret(id: string, place: LinkPlace): string | null {
  const secret = asRecord(loadStored(LINKS)[id])[placeKey(place)];
  return typeof secret === 'string' ? secret : null;
}

/** Store the secret of a link, or null when the link has ended. */
export function storeSecret(id: string, place: LinkPlace, secret: string | null): void {
  const { [id]: tableLinks, ...otherTables } = loadStored(LINKS);
  const links = { ...asRecord(tableLinks), [placeKey(place)]: secret };
  const latestTables = Object.entries(otherTables).slice(-MAX_TABLES + 1);
  saveStored(LINKS, Object.fromEntries([...latestTables, [id, links]]));
}

/** Return the address of a link; `detail` is for the page that opens it. */
export function linkUrl(screen: 'join' | 'device', secret: string, detail = ''): string {
  const address = `${location.origin}${location.pathname}#/${screen}/${encodeURIComponent(secret)}`;
  return detail ? `${address}/${encodeURIComponent(detail)}` : address;
}

/** Whether only this machine can open the addresses of the page. */
export function isLocalPage(): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '::1'].includes(location.hostname);
}

export function storedName(): string {
  const { name } = loadStored(NAME);
  return typeof name === 'string' ? name : '';
}

export function storeName(name: string): void {
  saveStored(NAME, { name });
}

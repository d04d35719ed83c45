// Links to seats: their secrets, which the server tells once, are kept in this browser; so is the
// name by which somebody sat down last.
import { asRecord, saveStored, loadStored } from './localStore.ts';
import type { Colour } from '../protocol.gen';

/** A seat that a link leads to; null: the place of spectators. */
export type LinkPlace = Colour | null;

const LINKS = 'redcathedral.links';
const NAME = 'redcathedral.name';
/** Tables whose links are kept: those of the latest. */
const MOST = 100;

function nameOf(place: LinkPlace): string {
  return place ?? '-';
}

export function storedSecret(id: string, place: LinkPlace): string | null {
  const secret = asRecord(loadStored(LINKS)[id])[nameOf(place)];
  return typeof secret === 'string' ? secret : null;
}

/** Keep the secret of a link; null: it is no more. */
export function storeSecret(id: string, place: LinkPlace, secret: string | null): void {
  const { [id]: here, ...others } = loadStored(LINKS);
  const links = { ...asRecord(here), [nameOf(place)]: secret };
  const latest = Object.entries(others).slice(-MOST + 1);
  saveStored(LINKS, Object.fromEntries([...latest, [id, links]]));
}

export function linkUrl(screen: 'join' | 'device', secret: string): string {
  return `${location.origin}${location.pathname}#/${screen}/${encodeURIComponent(secret)}`;
}

/** Whether others cannot open an address of this page: it is served to this machine alone. */
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

// The versions of a table, of which the server sends the first as a whole and then only changes.
import type { Table, TableChanges } from '../../protocol.gen';

export class TableVersions {
  #newest: Table | null = null;

  /** A new connection begins with a whole table, which may be older: the server may be another. */
  restart(): void {
    this.#newest = null;
  }

  /** Return the version of a message, null if it is not newer, 'missed' if one before is missing. */
  receive(message: Table | TableChanges): Table | 'missed' | null {
    const newest = this.#newest;
    if (newest && message.number < newest.number) return null;
    if (message.type === 'table') return (this.#newest = message);
    const { base, number, values } = message;
    if (newest?.number !== base) return newest?.number === number ? null : 'missed';
    return (this.#newest = Object.entries(values).reduce(
      (table, [pointer, value]) => replaced(table, pointer.split('/').slice(1), value) as Table,
      { ...newest, number },
    ));
  }
}

/** Return a value in which a part is replaced; the other parts are the same objects. */
function replaced(whole: unknown, [key, ...others]: readonly string[], part: unknown): unknown {
  if (key === undefined) return part;
  const copy: Record<string, unknown> = Object.assign(Array.isArray(whole) ? [] : {}, whole);
  copy[key] = replaced(copy[key], others, part);
  return copy;
}

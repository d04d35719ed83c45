// The versions of a table, of which the server sends the first as a whole and then only changes.
import type { Table, TableChanges } from '../../protocol.gen';

export class TableVersions {
  #newest: Table | null = null;
  #isFirst = true;

  /** A new connection begins with a whole table, which may be older: the server may be another. */
  restart(): void {
    this.#isFirst = true;
  }

  /** Return the version of a message, null if it is not newer, 'missed' if one before is missing. */
  receive(message: Table | TableChanges): Table | 'missed' | null {
    const newest = this.#newest;
    const isFirst = this.#isFirst;
    if (!isFirst && newest && message.number < newest.number) return null;
    if (message.type === 'changes') {
      if (isFirst || newest?.number !== message.base)
        return newest?.number === message.number ? null : 'missed';
      this.#newest = Object.entries(message.values).reduce(
        (table, [pointer, value]) => replaced(table, pointer.split('/').slice(1), value) as Table,
        { ...newest, number: message.number },
      );
    } else this.#newest = message;
    this.#isFirst = false;
    return this.#newest;
  }
}

/** Return a value in which a part is replaced; the other parts are the same objects. */
function replaced(whole: unknown, [key, ...others]: readonly string[], part: unknown): unknown {
  if (key === undefined) return part;
  const copy = (Array.isArray(whole) ? [...(whole as unknown[])] : { ...(whole as object) }) as {
    [key: string]: unknown;
  };
  copy[key] = replaced(copy[key], others, part);
  return copy;
}

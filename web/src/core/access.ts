import type { Table } from '../protocol.gen';

/** Whether a table is local: everyone with access to the server may play all seats of people. */
export function isLocalTable({ access }: Pick<Table, 'access'>): boolean {
  return access === 'house';
}

// The past positions of a game, as tables where nobody can decide.
import type { Past, Table } from '../../protocol.gen';
import * as api from '../api';

/** Load the table before each decision, and the current table with the log as the last one. */
export async function loadPastTables(id: string, lang: string): Promise<Table[]> {
  const current = await api.fetchTable(id, lang);
  const past: Past[] = [];
  for (let until: number | null = null; ; until = past[0]?.log ?? 0) {
    const page: readonly Past[] = await api.positionsSince(id, 0, lang, until);
    past.unshift(...page);
    if (!page.length || !page[0]?.log) break;
  }
  const frozen: Table = { ...current, due: null, legal: [], log_from: current.log.length };
  const tables = past.map(({ log: log_from, ...position }): Table => {
    const turn = current.log[log_from]?.turn ?? current.turn;
    return { ...frozen, ...position, turn, over: null, last_round: null, log_from };
  });
  return [...tables, frozen];
}

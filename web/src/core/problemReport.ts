// A report of a problem as plain text: what a developer has to know, and no names of people.
import type { LogEntry, ServerInfo, Table } from '../protocol.gen';
import type { Say } from './textFormat.ts';

export interface ProblemReport {
  /** Null where the server does not answer. */
  server: Pick<ServerInfo, 'version' | 'engine'> | null;
  language: string;
  browser: string;
  /** Of the window, in pixels. */
  size: readonly [number, number];
  hash: string;
  /** What was refused or failed, for who reads English. */
  failure: string | null;
  table: Table | null;
  /** Of a table that nobody keeps: its decisions are told in place of a record. */
  log: readonly LogEntry[];
  /** The game's, without names. */
  record: string | null;
}

/** Which kind of page an address is: `table`, `replay`, `puzzle`, `learn`, `setup`, `start`. */
export function screenName(hash: string): string {
  const [screen] = hash.replace(/^#\/?/, '').split('/');
  return screen && /^[a-z]+$/.test(screen) ? screen : 'start';
}

/** A position on one line, keys sorted, no spaces; also in the middle of a turn. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function reportText(reported: ProblemReport, say: Say): string {
  const { server, table, failure, record, size } = reported;
  const lines = [
    say('web.report.expected'),
    '',
    say('web.report.happened'),
    '',
    '---',
    server ? `redcathedral ${server.version}, engine ${server.engine}` : 'redcathedral: no answer',
    `page: ${screenName(reported.hash)}, ${reported.language}, ${size.join('x')}`,
    `browser: ${reported.browser}`,
  ];
  if (failure) lines.push(`failure: ${failure}`);
  if (table) lines.push(...tableLines(table, reported.log, record !== null));
  if (record !== null) lines.push('', record.trimEnd());
  return `${lines.join('\n')}\n`;
}

function tableLines(table: Table, log: readonly LogEntry[], hasRecord: boolean): string[] {
  const { edition, lesson, puzzle, due } = table;
  const practice = lesson
    ? `lesson ${lesson.lesson}, step ${String(lesson.step)}`
    : puzzle && `puzzle ${puzzle.id}`;
  const made = hasRecord ? [] : log.flatMap(({ decision }) => decision ?? []);
  return [
    `edition: ${edition.id} ${edition.hash}`,
    `table: number ${String(table.number)}, turn ${String(table.turn)}, ${due?.phase ?? 'nothing due'}`,
    ...(practice ? [practice] : []),
    ...(made.length ? [`decisions: ${made.join('; ')}`] : []),
    `state ${canonicalJson(table.position)}`,
  ];
}

// A problem report as plain text: the facts that a developer needs, without names of people.
import type { LogEntry, ServerInfo, Table } from '../protocol.gen';
import type { Translate } from './textFormat.ts';

export interface ProblemReport {
  /** Null if the server does not answer. */
  server: Pick<ServerInfo, 'version' | 'engine'> | null;
  language: string;
  browser: string;
  /** The width and height of the window in pixels. */
  size: readonly [number, number];
  hash: string;
  /** The error, in English. */
  failure: string | null;
  table: Table | null;
  /** The log. A lesson or a puzzle has no record, so the report lists the decisions of the log. */
  log: readonly LogEntry[];
  /** The record of the game, without names. */
  record: string | null;
}

/** Return the name of the screen at an address, such as `table`, `replay` or `start`. */
export function screenName(hash: string): string {
  const [screen] = hash.replace(/^#\/?/, '').split('/');
  return screen && /^[a-z]+$/.test(screen) ? screen : 'start';
}

/** Return a value as JSON on one line, with sorted keys and without spaces. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function reportText(report: ProblemReport, t: Translate): string {
  const { server, table, failure, record, size } = report;
  const lines = [
    t('web.report.expected'),
    '',
    t('web.report.happened'),
    '',
    '---',
    server ? `redcathedral ${server.version}, engine ${server.engine}` : 'redcathedral: no answer',
    `page: ${screenName(report.hash)}, ${report.language}, ${size.join('x')}`,
    `browser: ${report.browser}`,
  ];
  if (failure) lines.push(`failure: ${failure}`);
  if (table) lines.push(...tableLines(table, report.log, record !== null));
  if (record !== null) lines.push('', record.trimEnd());
  return `${lines.join('\n')}\n`;
}

function tableLines(table: Table, log: readonly LogEntry[], hasRecord: boolean): string[] {
  const { edition, lesson, puzzle, due } = table;
  const practice = lesson
    ? `lesson ${lesson.lesson}, step ${String(lesson.step)}`
    : puzzle && `puzzle ${puzzle.id}`;
  const decisions = hasRecord ? [] : log.flatMap(({ decision }) => decision ?? []);
  return [
    `edition: ${edition.id} ${edition.hash}`,
    `table: number ${String(table.number)}, turn ${String(table.turn)}, ${due?.phase ?? 'nothing due'}`,
    ...(practice ? [practice] : []),
    ...(decisions.length ? [`decisions: ${decisions.join('; ')}`] : []),
    `state ${canonicalJson(table.position)}`,
  ];
}

// Durations as text in the reader's language.
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly (readonly [string, number])[] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
];

type Width = 'narrow' | 'long';

function unitText(lang: string, unit: string, n: number, unitDisplay: Width): string {
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay }).format(n);
}

/** Return a short text for the milliseconds on a clock: `2d`, `29h`, `5h 12m`, `4:05`. */
export function clockText(lang: string, left: number): string {
  if (left >= 2 * DAY) return unitText(lang, 'day', Math.floor(left / DAY), 'narrow');
  if (left >= 10 * HOUR) return unitText(lang, 'hour', Math.floor(left / HOUR), 'narrow');
  if (left >= HOUR) return durationText(lang, left, 'narrow');
  const seconds = Math.ceil(left / SECOND); // 0:01 until the time is up
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Return a number of milliseconds in its two largest units. */
export function durationText(lang: string, duration: number, width: Width = 'long'): string {
  let remaining = duration >= HOUR ? duration : Math.ceil(duration / SECOND) * SECOND;
  if (remaining < SECOND) return unitText(lang, 'second', 0, width);
  const largest = UNITS.findIndex(([, size]) => remaining >= size);
  return UNITS.slice(largest, largest + 2)
    .flatMap(([unit, size]) => {
      const n = Math.floor(remaining / size);
      remaining -= n * size;
      return n ? unitText(lang, unit, n, width) : [];
    })
    .join(' ');
}

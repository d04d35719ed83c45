// A length of time in words and signs, in the reader's language.
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Width = 'narrow' | 'long';

function unit(lang: string, name: string, n: number, width: Width): string {
  return new Intl.NumberFormat(lang, { style: 'unit', unit: name, unitDisplay: width }).format(n);
}

/** What is left, in milliseconds, for a clock with little room: `2d`, `29h`, `5h 12m`, `4:05`. */
export function clockText(lang: string, left: number): string {
  if (left >= 2 * DAY) return unit(lang, 'day', Math.floor(left / DAY), 'narrow');
  if (left >= 10 * HOUR) return unit(lang, 'hour', Math.floor(left / HOUR), 'narrow');
  if (left >= HOUR) return durationText(lang, left, 'narrow');
  // the last second is one until it is over
  const seconds = Math.ceil(left / SECOND);
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** It in its two largest units. */
export function durationText(lang: string, left: number, width: Width = 'long'): string {
  const units: readonly (readonly [string, number])[] = [
    ['day', DAY],
    ['hour', HOUR],
    ['minute', MINUTE],
    ['second', SECOND],
  ];
  const rounded = left >= HOUR ? left : Math.ceil(left / SECOND) * SECOND;
  const first = Math.max(
    0,
    units.findIndex(([, size]) => rounded >= size),
  );
  let rest = rounded >= SECOND ? rounded : 0;
  if (!rest) return unit(lang, 'second', 0, width);
  return units
    .slice(first, first + 2)
    .flatMap(([name, size]) => {
      const n = Math.floor(rest / size);
      rest -= n * size;
      return n ? unit(lang, name, n, width) : [];
    })
    .join(' ');
}

import type { ClockSettings } from '../protocol.gen';
import type { Translate } from './textFormat';

/** The clocks to choose from. The browser stores the name of the chosen one. */
export const CLOCKS = {
  none: null,
  'turn-45': { kind: 'turn', time: 45 },
  'turn-120': { kind: 'turn', time: 120 },
  'bank-900': { kind: 'bank', time: 900, increment: 30 },
  'days-1': { kind: 'days', time: 1 },
  'days-3': { kind: 'days', time: 3 },
  'days-7': { kind: 'days', time: 7 },
} as const satisfies Record<string, ClockSettings | null>;
export type ClockName = keyof typeof CLOCKS;
export const CLOCK_NAMES = Object.keys(CLOCKS) as ClockName[];

export function clockLabel(clock: ClockSettings | null, t: Translate): string {
  if (!clock) return t('web.clock.none');
  const { kind, time, increment = 0 } = clock;
  if (kind === 'days') return t('web.clock.days', { n: time });
  if (kind === 'bank') return t('web.clock.bank', { n: Math.round(time / 60), second: increment });
  if (time % 60 === 0) return t('web.clock.minutes', { n: time / 60 });
  return t('web.clock.seconds', { n: time });
}

// The hour of the player's clock, as the sky over the start page shows it.
export type Hour = 'dawn' | 'day' | 'dusk' | 'night';

const RISE = 6;
const SET = 20;

export interface Sky {
  hour: Hour;
  /** How far the sun, at night the moon, has come on its way over the sky: 0 to 1. */
  way: number;
}

export function skyAt(time: Date): Sky {
  const now = time.getHours() + time.getMinutes() / 60;
  const isNight = now < RISE || now >= SET;
  const hour = isNight ? 'night' : now < RISE + 2.5 ? 'dawn' : now < SET - 3 ? 'day' : 'dusk';
  const way = isNight ? ((now - SET + 24) % 24) / (24 - SET + RISE) : (now - RISE) / (SET - RISE);
  return { hour, way };
}

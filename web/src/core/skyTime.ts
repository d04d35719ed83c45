// The sky of the start page at a time of day: its light, and the height of the sun or moon.
const SUNRISE_HOUR = 6;
const SUNSET_HOUR = 20;
const DAWN_HOURS = 2.5;
const DUSK_HOURS = 3;

/** `progress`: the part of its way over the sky that the sun, or the moon, has covered: 0 to 1. */
export function skyAt(time: Date) {
  const hour = time.getHours() + time.getMinutes() / 60;
  if (hour < SUNRISE_HOUR || hour >= SUNSET_HOUR) {
    const nightHours = 24 - SUNSET_HOUR + SUNRISE_HOUR;
    return { light: 'night', progress: ((hour - SUNSET_HOUR + 24) % 24) / nightHours };
  }
  const isDawn = hour < SUNRISE_HOUR + DAWN_HOURS;
  const light = isDawn ? 'dawn' : hour < SUNSET_HOUR - DUSK_HOURS ? 'day' : 'dusk';
  return { light, progress: (hour - SUNRISE_HOUR) / (SUNSET_HOUR - SUNRISE_HOUR) };
}

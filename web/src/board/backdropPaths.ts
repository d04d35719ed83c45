// The sky and the far city as paths: few, whatever the width.

export const SKY_BANDS = [0, 1, 2, 3, 4, 5] as const;

/** One band of the sky: from a scalloped edge down to the ground, so that the next lies upon it. */
export function skyBand(band: number, width: number, ground: number): string {
  const scallops = Math.max(3, Math.round((width / 460) * (6 + band)));
  const wide = width / scallops;
  const edge = Array.from({ length: scallops }, (_, index) => {
    const rise = (index + band) % 2 ? -15 : 12;
    return `q${round(wide / 2)} ${rise} ${round(wide)} 0`;
  });
  const top = band ? `M-4 ${round((band / 6) * ground)}h4${edge.join('')}h4` : `M-4-4h${width + 8}`;
  return `${top}V${round(ground)}H-4z`;
}

/** Where the sun or the moon stands: from behind the far city up to noon, a third of the way, and down to the far city. */
export function sunPosition(hour: number, width: number, ground: number): { x: number; y: number } {
  const past = hour - 1 / 3;
  return {
    x: width * (0.12 + 0.76 * hour),
    y: ground * (0.3 + (past < 0 ? 5 : 1) * past * past),
  };
}

/** A folk sun's rays around nothing. */
export function sunRays(count: number, inner: number, outer: number): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = (index / count) * 2 * Math.PI;
    const [x, y] = [Math.sin(turn), -Math.cos(turn)];
    const far = index % 2 ? outer - 12 : outer;
    const half = inner * 0.068;
    const near = inner * 1.2;
    return `M${round(x * inner)} ${round(y * inner)}L${round(x * near - y * half)} ${round(
      y * near + x * half,
    )} ${round(x * far)} ${round(y * far)} ${round(x * near + y * half)} ${round(y * near - x * half)}z`;
  }).join('');
}

/** Points scattered over the sky, always the same ones; they are drawn as round line ends. */
export function scatteredPoints(count: number, width: number, height: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `M${round(((index * 0.618034) % 1) * width)} ${round(((index * 0.754878 + 0.13) % 1) * height)}h0`,
  ).join('');
}

const DOME = 'h13v-52h4c10-9 8-23-4-33-8-7-11-12-13-26-2 14-5 19-13 26-12 10-14 24-4 33h4v52z';
const TENT = 'h15v-64h4l-19-54-19 54h4v64z';
const PANE = 'm-3-30v-9q3-5 6 0v9z';
// of a stretch of the city: what stands where, how large
const STRETCH = 236;
const CITY: readonly [string, number, number][] = [
  [TENT, 16, 1.05],
  [DOME, 62, 0.9],
  [DOME, 96, 1.25],
  [DOME, 130, 0.8],
  [TENT, 168, 0.8],
  [DOME, 208, 1.05],
];

/** The far city behind its wall, up from this line. */
export function distantCity(width: number, base: number) {
  const stretches = multiplesOf(width, STRETCH);
  const drawn = (what: (shape: string) => string): string =>
    stretches
      .flatMap((from) =>
        CITY.map(([shape, x, size]) => `M${from + x} ${round(base)}${scaled(what(shape), size)}`),
      )
      .join('');
  const merlons = multiplesOf(width, 19).map((x) => `M${x} ${round(base)}v-12h4v5h4v-5h4v12z`);
  return {
    roofs: `${drawn((shape) => shape)}M-4 ${round(base)}H${round(width + 4)}v-34H-4z`,
    panes: drawn(() => PANE),
    wall: `M-4 ${round(base)}H${round(width + 4)}v70H-4z${merlons.join('')}`,
  };
}

/** Multiples of a step from 0 up to the width. */
export function multiplesOf(width: number, step: number): number[] {
  return Array.from({ length: Math.ceil(width / step) }, (_, index) => index * step);
}

function scaled(path: string, size: number): string {
  return path.replace(/-?\d+/g, (number) => String(round(Number(number) * size)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

// SVG paths of the backdrop: the sky, the sun and the distant city. Few paths cover any width.

export const SKY_BANDS = [0, 1, 2, 3, 4, 5] as const;

/** Return a band of the sky, from a scalloped edge down to the ground. The next band covers it. */
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

/**
 * Return the position of the sun for a time of day from 0 to 1. It rises from behind the city until
 * noon, at one third of the day, and sets behind the city.
 */
export function sunPosition(hour: number, width: number, ground: number): { x: number; y: number } {
  const sinceNoon = hour - 1 / 3;
  return {
    x: width * (0.12 + 0.76 * hour),
    y: ground * (0.3 + (sinceNoon < 0 ? 5 : 1) * sinceNoon ** 2),
  };
}

/** Return the rays of the sun around the origin, alternately long and short. */
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

/** Return points scattered over the sky, always the same ones. They are drawn as round line ends. */
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
// the repeated part of the city: the shape, the place and the size of each building
const CITY_WIDTH = 236;
const BUILDINGS: readonly [string, number, number][] = [
  [TENT, 16, 1.05],
  [DOME, 62, 0.9],
  [DOME, 96, 1.25],
  [DOME, 130, 0.8],
  [TENT, 168, 0.8],
  [DOME, 208, 1.05],
];

/** Return the paths of the distant city behind its wall, which stands on the line `base`. */
export function distantCity(width: number, base: number) {
  const repetitions = multiplesOf(width, CITY_WIDTH);
  const repeatBuildings = (pathOf: (shape: string) => string): string =>
    repetitions
      .flatMap((from) =>
        BUILDINGS.map(
          ([shape, x, size]) => `M${from + x} ${round(base)}${scalePath(pathOf(shape), size)}`,
        ),
      )
      .join('');
  const merlons = multiplesOf(width, 19).map((x) => `M${x} ${round(base)}v-12h4v5h4v-5h4v12z`);
  return {
    roofs: `${repeatBuildings((shape) => shape)}M-4 ${round(base)}H${round(width + 4)}v-34H-4z`,
    panes: repeatBuildings(() => PANE),
    wall: `M-4 ${round(base)}H${round(width + 4)}v70H-4z${merlons.join('')}`,
  };
}

/** Return the multiples of a step from 0 up to the width. */
export function multiplesOf(width: number, step: number): number[] {
  return Array.from({ length: Math.ceil(width / step) }, (_, index) => index * step);
}

function scalePath(path: string, size: number): string {
  return path.replace(/-?\d+/g, (number) => String(round(Number(number) * size)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

// A firework as a folk rosette: leaves, points between them, dots around; around nothing.
export interface Rosette {
  leaves: string;
  points: string;
  dots: string;
}

export function rosette(radius: number, count: number): Rosette {
  const around = (shape: (turned: (x: number, y: number) => string) => string, half = 0): string =>
    Array.from({ length: count }, (_, index) => {
      const turn = ((index + half) / count) * 2 * Math.PI;
      const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
      return shape((x, y) => {
        const [u, v] = [x * radius, y * radius];
        return `${round(u * cos - v * sin)} ${round(u * sin + v * cos)}`;
      });
    }).join('');
  return {
    leaves: around(
      (at) =>
        `M${at(0, -0.28)}Q${at(0.07, -0.6)} ${at(0, -0.92)}Q${at(-0.07, -0.6)} ${at(0, -0.28)}z`,
    ),
    points: around(
      (at) => `M${at(0, -0.24)}L${at(0.035, -0.5)} ${at(0, -0.62)} ${at(-0.035, -0.5)}z`,
      0.5,
    ),
    dots: around((at) => `M${at(0, -1)}h0`) + around((at) => `M${at(0, -1.13)}h0`, 0.5),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

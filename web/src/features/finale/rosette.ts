// Draws a firework as a folk-art rosette around the origin: leaves, points between the leaves, and
// dots around them.
export function rosette(radius: number, count: number) {
  const repeated = (shape: (at: (x: number, y: number) => string) => string, offset = 0): string =>
    Array.from({ length: count }, (_, index) => {
      const turn = ((index + offset) / count) * 2 * Math.PI;
      const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
      return shape((x, y) => {
        const [u, v] = [x * radius, y * radius];
        return `${round(u * cos - v * sin)} ${round(u * sin + v * cos)}`;
      });
    }).join('');
  return {
    leaves: repeated(
      (at) =>
        `M${at(0, -0.28)}Q${at(0.07, -0.6)} ${at(0, -0.92)}Q${at(-0.07, -0.6)} ${at(0, -0.28)}z`,
    ),
    points: repeated(
      (at) => `M${at(0, -0.24)}L${at(0.035, -0.5)} ${at(0, -0.62)} ${at(-0.035, -0.5)}z`,
      0.5,
    ),
    dots: repeated((at) => `M${at(0, -1)}h0`) + repeated((at) => `M${at(0, -1.13)}h0`, 0.5),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

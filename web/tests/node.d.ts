// Types for the tests, which run in Node, and for packages of the build that have none.
declare module 'node:test' {
  export function test(name: string, run: () => void | Promise<void>): void;
  export function beforeEach(run: () => void): void;
  export function afterEach(run: () => void): void;
  export const mock: {
    timers: {
      enable(options: { apis: ('setTimeout' | 'setInterval' | 'Date')[]; now: number }): void;
      tick(milliseconds: number): void;
      setTime(milliseconds: number): void;
      reset(): void;
    };
    method<Of extends object>(object: Of, name: keyof Of, replacement: () => unknown): void;
    restoreAll(): void;
  };
}
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string;
  export function readdirSync(
    path: URL,
    options: { recursive: boolean; encoding: 'utf8' },
  ): string[];
}
declare module 'node:assert/strict' {
  const assert: {
    equal(found: unknown, wanted: unknown): void;
    deepEqual(found: unknown, wanted: unknown): void;
    ok(found: unknown, why?: string): void;
  };
  export default assert;
}
declare module 'subset-font' {
  export default function subsetFont(
    font: string | Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; noHinting: boolean },
  ): Promise<Uint8Array>;
}

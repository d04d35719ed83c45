// Loads Python with the game, in a worker; other workers take its unpacked files.

/** The part of Pyodide that the workers use. */
export interface Python {
  runPython: (code: string) => unknown;
  runPythonAsync: (code: string) => Promise<unknown>;
  registerJsModule: (name: string, module: object) => void;
}

/** The compiled code of Python, the rest of its program, its library, and the game. */
export interface Files {
  code: WebAssembly.Module;
  script: ArrayBuffer;
  library: ArrayBuffer;
  game: ArrayBuffer;
}

interface FileSystem {
  mkdirTree: (path: string) => void;
  writeFile: (path: string, content: Uint8Array, options: { canOwn: boolean }) => void;
}

const FOLDER = new URL(/* @vite-ignore */ '../python/', import.meta.url).href;
const HOME = '/game';
const CODE = 'pyodide.asm.wasm';
const SCRIPT = 'pyodide.asm.mjs';
const LIBRARY = 'python_stdlib.zip';

/** Write the files of a zip archive that compresses nothing: each after a header. */
function writeFiles(files: FileSystem, archive: ArrayBuffer): void {
  const view = new DataView(archive);
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const start = at + 30 + view.getUint16(at + 26, true);
    const size = view.getUint32(at + 18, true);
    const path = `${HOME}/${new TextDecoder().decode(archive.slice(at + 30, start))}`;
    files.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    files.writeFile(path, new Uint8Array(archive, start, size), { canOwn: true });
    at = start + size;
  }
}

/** Load the files, and call `report` with the share that has arrived: NaN if it is unknown. */
export async function loadFiles(report: (share: number) => void = () => null): Promise<Files> {
  const shares: Record<string, number> = {};
  /** Unpack a file that the build has compressed, because many hosts compress nothing. */
  function unpack<T>(name: string): Promise<T> {
    const worker = new Worker(new URL('./unpackWorker.ts', import.meta.url), { type: 'module' });
    worker.postMessage(`${FOLDER}${name}.xz`);
    shares[name] = 0;
    return new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }: MessageEvent<number | T>) => {
        if (typeof data !== 'number') return resolve(data);
        shares[name] = data;
        report(Math.min(...Object.values(shares)));
      };
    });
  }
  const [code, script, library, game] = await Promise.all([
    unpack<WebAssembly.Module>(CODE),
    unpack<ArrayBuffer>(SCRIPT),
    unpack<ArrayBuffer>(LIBRARY),
    unpack<ArrayBuffer>('game.zip'),
  ]);
  return { code, script, library, game };
}

export async function startPython({ code, script, library, game }: Files): Promise<Python> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const emscripten = (await import(/* @vite-ignore */ url)) as { default: unknown };
  URL.revokeObjectURL(url);
  const { fetch } = globalThis;
  // Pyodide would load the unpacked files itself.
  globalThis.fetch = async (input, init) =>
    [CODE, SCRIPT, LIBRARY].includes(String(input).replace(FOLDER, ''))
      ? new Response()
      : fetch(input, init);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: code,
    instance: await WebAssembly.instantiate(code, imports),
  });
  const pyodide = (await import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`)) as {
    loadPyodide: (options: object) => Promise<Python>;
  };
  return pyodide.loadPyodide({
    indexURL: FOLDER,
    createPyodideModule: emscripten.default,
    fsInit: (files: FileSystem) => [library, game].forEach((part) => writeFiles(files, part)),
    env: { HOME, PYTHONPATH: HOME, PYTHONDONTWRITEBYTECODE: '1' },
  });
}

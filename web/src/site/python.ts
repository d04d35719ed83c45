// Loads Python with the game, in a worker.
import { XzReadableStream } from 'xz-decompress';

/** The part of Pyodide that the workers use. */
export interface Python {
  runPython: (code: string) => unknown;
  runPythonAsync: (code: string) => Promise<unknown>;
  registerJsModule: (name: string, module: object) => void;
  unpackArchive: (content: ArrayBuffer, format: 'zip', to: { extractDir: string }) => void;
}

interface Pyodide {
  loadPyodide: (options: Record<string, unknown>) => Promise<Python>;
}

const FOLDER = new URL(/* @vite-ignore */ '../python/', import.meta.url).href;
const HOME = '/game';

/** The files that the build has compressed, because many hosts compress nothing. */
const FILES = ['pyodide.asm.mjs', 'python_stdlib.zip', 'pyodide.asm.wasm', 'game.zip'] as const;
type FileName = (typeof FILES)[number];

/**
 * Load the files, and call `report` with the share that has arrived: NaN if it is unknown. The
 * function that is returned unpacks one file; the next one only after it.
 */
async function loadFiles(
  report: (share: number) => void,
): Promise<(name: FileName, type?: string) => Response> {
  const responses = await Promise.all(FILES.map((name) => fetch(`${FOLDER}${name}.xz`)));
  const size = (response: Response): number => Number(response.headers.get('content-length'));
  const total = responses.reduce((sum, response) => sum + size(response), 0);
  let arrived = 0;
  const bodies = responses.map(({ ok, url, status, body }) => {
    if (!ok || !body) throw new Error(`${url}: ${status}`);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        arrived += bytes.length;
        report(arrived / total);
        controller.enqueue(bytes);
      },
    });
    return body.pipeThrough(counter);
  });
  return (name, type = '') => {
    const body = bodies[FILES.indexOf(name)] as ReadableStream<Uint8Array>;
    return new Response(new XzReadableStream(body), { headers: { 'content-type': type } });
  };
}

const blobUrl = async (response: Response): Promise<string> =>
  URL.createObjectURL(await response.blob());

export async function loadPython(report: (share: number) => void = () => null): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`)) as Pyodide;
  const unpacked = await loadFiles(report);
  const script = await blobUrl(unpacked('pyodide.asm.mjs', 'text/javascript'));
  const { default: createPyodideModule } = (await import(/* @vite-ignore */ script)) as {
    default: unknown;
  };
  const stdLibURL = await blobUrl(unpacked('python_stdlib.zip'));
  const { fetch } = globalThis;
  const WASM = 'pyodide.asm.wasm';
  globalThis.fetch = (input, init) =>
    String(input) === `${FOLDER}${WASM}`
      ? Promise.resolve(unpacked(WASM, 'application/wasm'))
      : fetch(input, init);
  const python = await loadPyodide({
    indexURL: FOLDER,
    stdLibURL,
    createPyodideModule,
    env: { HOME, PYTHONPATH: HOME, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const game = await unpacked('game.zip').arrayBuffer();
  python.unpackArchive(game, 'zip', { extractDir: HOME });
  return python;
}

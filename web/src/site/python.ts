// Loads Python with the game, in a worker.

/** The part of Pyodide that the workers use. */
export interface Python {
  runPython: (code: string) => unknown;
  runPythonAsync: (code: string) => Promise<unknown>;
  registerJsModule: (name: string, module: object) => void;
  unpackArchive: (content: ArrayBuffer, format: 'zip', to: { extractDir: string }) => void;
}

interface Pyodide {
  loadPyodide: (options: { indexURL: string; env: Record<string, string> }) => Promise<Python>;
}

const FOLDER = new URL(/* @vite-ignore */ '../python/', import.meta.url).href;
const HOME = '/game';

export async function loadPython(): Promise<Python> {
  const archive = fetch(`${FOLDER}game.zip`).then((response) => response.arrayBuffer());
  const { loadPyodide } = (await import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`)) as Pyodide;
  const env = { HOME, PYTHONPATH: HOME, PYTHONDONTWRITEBYTECODE: '1' };
  const python = await loadPyodide({ indexURL: FOLDER, env });
  python.unpackArchive(await archive, 'zip', { extractDir: HOME });
  return python;
}

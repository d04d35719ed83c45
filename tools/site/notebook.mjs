// `PYTHONPATH=FOLDERS node notebook.mjs WHEEL SCRIPT` installs a wheel in Pyodide as a notebook does, and
// runs a script. The packages that it needs are in the folders, because nothing can be downloaded.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { loadPyodide } from 'pyodide';

const [wheel, script] = process.argv.slice(2);
globalThis.fetch = address => Promise.reject(new Error(`${address} would be downloaded`));
try {
  const folder = process.cwd();
  const python = await loadPyodide({ env: { HOME: folder, PYTHONPATH: process.env.PYTHONPATH } });
  python.mountNodeFS(folder, folder);
  const copy = `/tmp/${basename(wheel)}`;
  python.FS.writeFile(copy, readFileSync(wheel));
  python.globals.set('wheel', `emfs:${copy}`);
  python.runPython('import importlib; importlib.invalidate_caches()');
  await python.runPythonAsync('import micropip; await micropip.install(wheel)');
  await python.runPythonAsync(readFileSync(script, 'utf-8'));
} catch (error) {
  console.error(error.message); // Node would also print the whole line of the source.
  process.exitCode = 1;
}

// `PYTHONPATH=FOLDERS node run.mjs MODULE ARGUMENTS` is `python -m MODULE ARGUMENTS` in Pyodide.
// The module sees the current folder and its files, under the same path.
import process from 'node:process';
import { loadPyodide } from 'pyodide';

const folder = process.cwd();
try {
  const { PYTHONPATH } = process.env;
  const python = await loadPyodide({ env: { HOME: folder, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' } });
  python.mountNodeFS(folder, folder);
  process.exitCode = python.runPython(`
def run(folder, module, *words):
    import importlib, os, runpy, sys
    os.chdir(folder)
    importlib.invalidate_caches()
    sys.argv = [module, *words]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code
run`)(folder, ...process.argv.slice(2));
} catch (error) {
  console.error(error.message); // Node would also print the whole line of the source.
  process.exitCode = 1;
}

import { defineConfig } from 'vite';

// The scripts of the site, where the server runs in the browser (`python -m tools.site`).
export default defineConfig({
  base: './',
  publicDir: false,
  build: {
    outDir: '../build/site-parts/scripts',
    assetsDir: '',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'src/site/start.ts', output: { entryFileNames: '[name].js' } },
  },
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: '[name].js' } } },
});

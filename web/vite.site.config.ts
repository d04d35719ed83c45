import { defineConfig } from 'vite';

// The scripts of the site, where the server runs in the browser (`python -m tools.site`).
export default defineConfig({
  base: './',
  publicDir: false,
  build: {
    outDir: '../build/site-parts/scripts',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['start', 'serverWorker', 'jobWorker'].map((name) => `src/site/${name}.ts`),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});

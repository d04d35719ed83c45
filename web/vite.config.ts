import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const LICENCES = {
  Svelte: 'svelte/LICENSE.md',
  Marked: 'marked/LICENSE',
  'Vollkorn, a font': '@fontsource/vollkorn/LICENSE',
  'PT Sans, a font': '@fontsource/pt-sans/LICENSE',
};

/** The licences of what is bundled, as a file beside the page. */
function licences(): Plugin {
  return {
    name: 'licences',
    async generateBundle() {
      const parts = Object.entries(LICENCES).map(async ([what, path]) => {
        const text = await this.fs.readFile(`node_modules/${path}`, { encoding: 'utf8' });
        return `${what}\n\n${text.trim()}\n`;
      });
      const source = (await Promise.all(parts)).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

/** Sizes of type follow the reader's setting, which is `--type`. */
const scaledType = {
  postcssPlugin: 'scaled-type',
  Declaration(declaration: { prop: string; value: string }) {
    const { prop, value } = declaration;
    if ((prop === 'font' || prop === 'font-size') && !value.includes('--type'))
      declaration.value = value.replace(/([\d.]+px)/g, 'calc($1 * var(--type))');
  },
};

// The page is built into the Python package, which serves it; git ignores it.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte(), licences()],
  css: { postcss: { plugins: [scaledType] } },
  build: {
    outDir: '../src/redcathedral/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: mode === 'development' ? { input: 'dev.html' } : {},
  },
  server: { fs: { allow: ['..'] } },
}));

import { svelte } from '@sveltejs/vite-plugin-svelte';
import subsetFont from 'subset-font';
import { defineConfig, type Plugin } from 'vite';

const LICENCES = {
  Svelte: 'svelte/LICENSE.md',
  Marked: 'marked/LICENSE',
  uqr: 'uqr/LICENSE',
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

const LATIN = String.fromCodePoint(...Array.from({ length: 0x2bff - 0x20 }, (_, at) => at + 0x20));

/** The fonts without hints for the pixels of coarse screens, which are most of their weight. */
function lightFonts(): Plugin {
  return {
    name: 'light-fonts',
    async generateBundle(_, bundle) {
      const fonts = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.woff2'));
      await Promise.all(
        fonts.map(async (font) => {
          if (font.type !== 'asset') return;
          font.source = await subsetFont(font.source, LATIN, {
            targetFormat: 'woff2',
            noHinting: true,
          });
        }),
      );
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
export default defineConfig({
  base: './',
  plugins: [svelte(), licences(), lightFonts()],
  css: { postcss: { plugins: [scaledType] } },
  build: {
    outDir: '../src/redcathedral/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

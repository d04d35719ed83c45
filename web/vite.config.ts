import { readFileSync } from 'node:fs';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { AtRule } from 'postcss';
import subsetFont from 'subset-font';
import { defineConfig, type Plugin } from 'vite';

const LICENSE_FILES = {
  Svelte: 'svelte/LICENSE.md',
  Marked: 'marked/LICENSE',
  uqr: 'uqr/LICENSE',
  'Mediabunny (source: the package mediabunny of npm)': 'mediabunny/LICENSE',
  'Vollkorn, a font': '@fontsource/vollkorn/LICENSE',
  'PT Sans, a font': '@fontsource/pt-sans/LICENSE',
};

/** Write the licenses of the bundled packages to a file next to the page. */
function licenses(): Plugin {
  return {
    name: 'licenses',
    async generateBundle() {
      const parts = Object.entries(LICENSE_FILES).map(async ([name, path]) => {
        const text = await this.fs.readFile(`node_modules/${path}`, { encoding: 'utf8' });
        return `${name}\n\n${text.trim()}\n`;
      });
      const source = (await Promise.all(parts)).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

/** The characters that the fonts keep: Latin letters, punctuation and arrows. */
const KEPT_CHARACTERS = String.fromCodePoint(
  ...Array.from({ length: 0x2bff - 0x20 }, (_, index) => index + 0x20),
);

/** Remove the hints for low-resolution screens from the fonts: they are most of the file size. */
function smallFonts(): Plugin {
  return {
    name: 'small-fonts',
    async generateBundle(_, bundle) {
      const fonts = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.woff2'));
      await Promise.all(
        fonts.map(async (font) => {
          if (font.type !== 'asset') return;
          font.source = await subsetFont(font.source, KEPT_CHARACTERS, {
            targetFormat: 'woff2',
            noHinting: true,
          });
        }),
      );
    },
  };
}

/** Multiply font sizes in CSS by the reader's text size, `--type`. */
const scaledType = {
  postcssPlugin: 'scaled-type',
  Declaration(declaration: { prop: string; value: string }) {
    const { prop, value } = declaration;
    if ((prop === 'font' || prop === 'font-size') && !value.includes('--type'))
      declaration.value = value.replace(/([\d.]+px)/g, 'calc($1 * var(--type))');
  },
};

type ColorLists = Record<string, Record<string, string | [light: string, dark: string]>>;
const COLORS = JSON.parse(
  readFileSync(new URL('../src/redcathedral/symbols/colors.json', import.meta.url), 'utf8'),
) as ColorLists;

/** Replace `@colors NAME` in CSS by the custom properties of a list of colors. */
const colorLists = {
  postcssPlugin: 'color-lists',
  AtRule: {
    colors(rule: AtRule) {
      const list = Object.entries(COLORS[rule.params] ?? {});
      if (!list.length) throw rule.error(`colors.json has no list ${rule.params}`);
      rule.replaceWith(
        ...list.map(([name, color]) => ({
          prop: `--${name}`,
          value: typeof color === 'string' ? color : `light-dark(${color.join(', ')})`,
          source: rule.source,
        })),
      );
    },
  },
};

/** Name one file for all modules that load at first. It is smaller than several shared files. */
function firstFile(
  id: string,
  modules: { getModuleInfo: (id: string) => { isEntry: boolean; importers: string[] } | null },
): string | null {
  const importers = new Set([id]); // grows in the loop
  for (const importer of importers) {
    const module = modules.getModuleInfo(importer);
    if (module?.isEntry) return 'first';
    for (const next of module?.importers ?? []) importers.add(next);
  }
  return null;
}

// The page is built into the Python package, which serves it. Git ignores the result.
export default defineConfig({
  base: './',
  plugins: [svelte(), licenses(), smallFonts()],
  css: { postcss: { plugins: [colorLists, scaledType] } },
  build: {
    outDir: '../src/redcathedral/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstFile, debugName: 'first' }] } },
    },
  },
});

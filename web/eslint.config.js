// Checks beyond those of svelte-check. Prettier alone formats.
import js from '@eslint/js';
import globals from 'globals';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const typed = {
  projectService: { allowDefaultProject: ['*.js'] },
  extraFileExtensions: ['.svelte'],
};

/** Forbid imports, also lazy ones, whose path matches a regular expression. */
function forbidImports(files, path, message) {
  const lazy = `ImportExpression[source.value=/${path.replaceAll('/', '\\/')}/]`;
  return {
    files: files.flatMap((folder) => [`src/${folder}/*.ts`, `src/${folder}/*.svelte`]),
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: path, message }] }],
      'no-restricted-syntax': ['error', { selector: lazy, message }],
    },
  };
}

const OTHER_FEATURE =
  'Features do not import each other: put what they share into core, or open a dialog by its name with NamedDialog.';

export default defineConfig(
  { ignores: ['node_modules', 'fixtures', 'public'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { languageOptions: { globals: globals.browser, parserOptions: typed } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { ...typed, parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      'no-undef': 'off', // TypeScript checks this better
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$' }],
      // await a promise, or mark it with `void`
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      // a switch handles all kinds
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // maps and sets here are replaced, not changed
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // no pattern takes quadratic time on a long text
    files: ['src/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  forbidImports(
    ['board', 'symbols'],
    '/(core|features|features\\.ts|App\\.svelte)(/|$)',
    'The board knows nothing of the rest of the page.',
  ),
  forbidImports(
    ['core/**'],
    '/(features|features\\.ts|App\\.svelte)(/|$)',
    'Core imports no feature: features.ts connects them.',
  ),
  forbidImports(
    ['features/*'],
    '^\\.\\./(?!\\.\\./(core|board|symbols|protocol\\.gen|vocabulary))',
    OTHER_FEATURE,
  ),
);

/** @type {import('prettier').Config} */
export default {
  printWidth: 100,
  singleQuote: true,
  bracketSameLine: true,
  // Svelte itself drops the whitespace at both ends of an element.
  htmlWhitespaceSensitivity: 'ignore',
  plugins: ['prettier-plugin-svelte'],
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
};

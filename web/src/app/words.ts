// Texts by id, in the format of the locale files: plain, by number (CLDR plurals), by a value, or
// with forms. The same choice as redcathedral/words/message.py makes.
export type Node = string | { readonly [key: string]: Node };
export type Texts = Readonly<Record<string, Node>>;
export type Value = string | number | readonly string[];
export type Values = Readonly<Record<string, Value>>;
export type Say = (id: string, values?: Values) => string;

const PLURALS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const PLACEHOLDER = /\{(\w+)(?:\.([\w-]+))?\}/g;

/** How to say a text of one language; an id that is not there stands for itself. */
export function speaker(texts: Texts, language: string): Say {
  const plurals = new Intl.PluralRules(language);
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });

  function caseOf(value: Value): readonly [string, string] {
    if (typeof value === 'string') return [value, value];
    const n = typeof value === 'number' ? value : value.length;
    return [String(n), plurals.select(n)];
  }
  function choose(node: Node, values: Values): string {
    while (typeof node !== 'string') {
      const cases: { readonly [key: string]: Node } = node;
      if (isChoice(cases)) {
        const by = typeof cases['by'] === 'string' ? cases['by'] : 'n';
        const [exact, general] = caseOf(values[by] ?? '');
        node = cases[exact] ?? cases[general] ?? cases['other'] ?? '';
      } else {
        node = Object.values(cases)[0] ?? '';
      }
    }
    return node;
  }
  function render(value: Value | undefined): string {
    if (value === undefined) return '';
    if (typeof value === 'string') return value;
    return typeof value === 'number' ? String(value) : lists.format(value);
  }
  return (id, values = {}) => {
    const node = texts[id];
    if (node === undefined) return id;
    return choose(node, values).replace(PLACEHOLDER, (_, name: string) => render(values[name]));
  };
}

/** Whether an object chooses by a value; otherwise it holds the forms of a word. */
function isChoice(cases: { readonly [key: string]: Node }): boolean {
  const keys = Object.keys(cases);
  return keys.includes('by') || keys.every((key) => PLURALS.has(key) || /^\d+$/.test(key));
}

// Fills the texts of the locale files with values, as redcathedral/text/translator.py does. Both are
// tested with tests/text/cases.json.
import { isolated } from './bidiIsolation.ts';

export type Node = string | { readonly [key: string]: Node };
export type Texts = Readonly<Record<string, Node>>;
export type Values = Readonly<Record<string, Value>>;
/** An array is a plain list: "2 wood, 1 brick". */
export type Value = string | number | Term | AnyOf | AllOf | readonly Value[];
export type Translate = (id: string, values?: Values) => string;

/** A word or phrase by its id. The language file has its forms. */
export interface Term {
  readonly term: string;
  readonly values?: Values | undefined;
}
/** A list of alternatives: "wood, brick or stone". */
export interface AnyOf {
  readonly any: readonly Value[];
}
/** A list of all its items: "Red and Blue". */
export interface AllOf {
  readonly all: readonly Value[];
}

export const DEFAULT_LANGUAGE = 'en';
const PLURALS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const PLACEHOLDER = /\{(\w+)(?:\.([\w-]+))?\}/g;

/** A text or a value of a text is missing. */
class MissingText extends Error {}

/**
 * Return a function that fills the texts of a language. The server sends the English text where a
 * language has none. If a text or a value is missing, the function returns the id.
 */
export function createTranslate(texts: Texts, language: string): Translate {
  const messages = new Messages(texts, language);
  return (term, values) => messages.render({ term, values });
}

class Messages {
  readonly #texts: Texts;
  readonly #plurals: Intl.PluralRules;
  readonly #lists: Readonly<Record<'unit' | 'any' | 'all', Intl.ListFormat>>;

  constructor(texts: Texts, language: string) {
    this.#texts = texts;
    this.#plurals = new Intl.PluralRules(language);
    this.#lists = {
      unit: new Intl.ListFormat(language, { type: 'unit' }),
      any: new Intl.ListFormat(language, { type: 'disjunction' }),
      all: new Intl.ListFormat(language, { type: 'conjunction' }),
    };
  }

  render(value: Value, form = ''): string {
    if (typeof value === 'string') return isolated(value);
    if (typeof value === 'number') return String(value);
    if ('term' in value) return this.#term(value, form);
    const [items, kind] = listItems(value);
    return this.#lists[kind].format(items.map((item) => this.render(item, form)));
  }

  #term(term: Term, form: string): string {
    try {
      return this.#fill(term, form);
    } catch (error) {
      if (!(error instanceof MissingText)) throw error;
      console.warn(`There is no text ${term.term}, or a value of it is missing.`);
      return term.term;
    }
  }

  #fill(term: Term, form: string): string {
    const node = ownValue(this.#texts, term.term);
    if (node === undefined) throw new MissingText();
    return this.#choose(term, node, form).replace(
      PLACEHOLDER,
      (_, name: string, formName?: string) => this.render(valueOf(term, name), formName),
    );
  }

  #choose(term: Term, node: Node, form: string): string {
    while (typeof node !== 'string') {
      const cases: Readonly<Record<string, Node>> = node;
      if (isChoice(cases)) {
        const by = typeof cases['by'] === 'string' ? cases['by'] : 'n';
        const [exact, general] = this.#caseKeys(valueOf(term, by));
        node = ownValue(cases, exact) ?? ownValue(cases, general) ?? cases['other'] ?? '';
      } else {
        node = ownValue(cases, form) ?? Object.values(cases)[0] ?? '';
      }
    }
    return node;
  }

  /** Return the keys under which cases may have a value, the exact key first. */
  #caseKeys(value: Value): readonly [string, string] {
    if (typeof value === 'string') return [value, value];
    if (typeof value === 'object' && 'term' in value) {
      const key = value.term.split('.').at(-1) ?? '';
      return [key, key];
    }
    const n = typeof value === 'number' ? value : listItems(value)[0].length;
    return [String(n), this.#plurals.select(n)];
  }
}

function listItems(
  value: AnyOf | AllOf | readonly Value[],
): [readonly Value[], 'unit' | 'any' | 'all'] {
  if ('any' in value) return [value.any, 'any'];
  if ('all' in value) return [value.all, 'all'];
  return [value, 'unit'];
}

function valueOf(term: Term, name: string): Value {
  const value = ownValue(term.values ?? {}, name);
  if (value === undefined) throw new MissingText();
  return value;
}

/** Return the value of an own key, not of a key that every object inherits. */
function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Whether an object has cases of a value; otherwise it has the forms of a word. */
function isChoice(cases: Readonly<Record<string, Node>>): boolean {
  const keys = Object.keys(cases);
  return keys.includes('by') || keys.every((key) => PLURALS.has(key) || /^\d+$/.test(key));
}

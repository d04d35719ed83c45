// A text with its values put in: the format of the locale files, and the same choices that
// redcathedral/text/translator.py makes. tests/text/cases.json holds both to it.
import { isolated } from './bidiIsolation.ts';

export type Node = string | { readonly [key: string]: Node };
export type Texts = Readonly<Record<string, Node>>;
export type Values = Readonly<Record<string, Value>>;
/** A list that only counts up is an array: "2 wood, 1 brick". */
export type Value = string | number | Term | AnyOf | AllOf | readonly Value[];
export type Say = (id: string, values?: Values) => string;

/** A word or phrase with an id of its own; its forms are the language's business. */
export interface Term {
  readonly term: string;
  readonly values?: Values | undefined;
}
/** A list of which one is chosen: "wood, brick or stone". */
export interface AnyOf {
  readonly any: readonly Value[];
}
/** A list of which all are meant: "Red and Blue". */
export interface AllOf {
  readonly all: readonly Value[];
}

export const DEFAULT_LANGUAGE = 'en';
const PLURALS = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const PLACEHOLDER = /\{(\w+)(?:\.([\w-]+))?\}/g;

/** A text, or a value of a text, that is not there. */
class Missing extends Error {}

/**
 * How to say a text of one language. English, where it is given too, stands in for what is not
 * there or does not fit; where English lacks it too, the id.
 */
export function speaker(texts: Texts, language: string, english: Texts | null = null): Say {
  const messages = new Messages(
    texts,
    language,
    english && new Messages(english, DEFAULT_LANGUAGE),
  );
  return (term, values) => messages.render({ term, values });
}

class Messages {
  readonly #texts: Texts;
  readonly #plurals: Intl.PluralRules;
  readonly #lists: Readonly<Record<'unit' | 'any' | 'all', Intl.ListFormat>>;
  readonly #instead: Messages | null;

  constructor(texts: Texts, language: string, instead: Messages | null = null) {
    this.#texts = texts;
    this.#plurals = new Intl.PluralRules(language);
    this.#lists = {
      unit: new Intl.ListFormat(language, { type: 'unit' }),
      any: new Intl.ListFormat(language, { type: 'disjunction' }),
      all: new Intl.ListFormat(language, { type: 'conjunction' }),
    };
    this.#instead = instead;
  }

  render(value: Value, form = ''): string {
    if (typeof value === 'string') return isolated(value);
    if (typeof value === 'number') return String(value);
    if ('term' in value) return this.#term(value, form);
    const [items, kind] = listed(value);
    return this.#lists[kind].format(items.map((item) => this.render(item, form)));
  }

  #term(term: Term, form: string): string {
    try {
      return this.#fill(term, form);
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      if (this.#instead) return this.#instead.render(term, form);
      console.warn(`There is no text ${term.term}, or a value of it is missing.`);
      return term.term;
    }
  }

  #fill(term: Term, form: string): string {
    const node = own(this.#texts, term.term);
    if (node === undefined) throw new Missing();
    return this.#choose(term, node, form).replace(PLACEHOLDER, (_, name: string, asked?: string) =>
      this.render(given(term, name), asked),
    );
  }

  #choose(term: Term, node: Node, form: string): string {
    while (typeof node !== 'string') {
      const cases: Readonly<Record<string, Node>> = node;
      if (isChoice(cases)) {
        const by = typeof cases['by'] === 'string' ? cases['by'] : 'n';
        const [exact, general] = this.#cases(given(term, by));
        node = own(cases, exact) ?? own(cases, general) ?? cases['other'] ?? '';
      } else {
        node = own(cases, form) ?? Object.values(cases)[0] ?? '';
      }
    }
    return node;
  }

  /** The keys of a value among cases, the exact one first. */
  #cases(value: Value): readonly [string, string] {
    if (typeof value === 'string') return [value, value];
    if (typeof value === 'object' && 'term' in value) {
      const last = value.term.split('.').at(-1) ?? '';
      return [last, last];
    }
    const n = typeof value === 'number' ? value : listed(value)[0].length;
    return [String(n), this.#plurals.select(n)];
  }
}

function listed(
  value: AnyOf | AllOf | readonly Value[],
): [readonly Value[], 'unit' | 'any' | 'all'] {
  if ('any' in value) return [value.any, 'any'];
  if ('all' in value) return [value.all, 'all'];
  return [value, 'unit'];
}

function given(term: Term, name: string): Value {
  const value = own(term.values ?? {}, name);
  if (value === undefined) throw new Missing();
  return value;
}

/** What stands there under a key, not what every object has. */
function own<T>(from: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}

/** Whether an object chooses by a value; otherwise it holds the forms of a word. */
function isChoice(cases: Readonly<Record<string, Node>>): boolean {
  const keys = Object.keys(cases);
  return keys.includes('by') || keys.every((key) => PLURALS.has(key) || /^\d+$/.test(key));
}

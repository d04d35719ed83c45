import * as api from './api';
import { settings } from './settings.svelte';
import { DEFAULT_LANGUAGE, createTranslate, type Texts, type Translate } from './textFormat';

class Language {
  id = $state(DEFAULT_LANGUAGE);
  t = $state.raw<Translate>((id) => id);
  ready = $state(false);
  failure = $state.raw<unknown>(null);
  #texts: Texts = {};

  /** Load the language that the reader prefers among the languages of the server, else English. */
  async load(offered: readonly string[]): Promise<void> {
    const preferred = settings.lang ? [settings.lang] : navigator.languages.map(baseLanguage);
    const id = preferred.find((tag) => offered.includes(tag)) ?? DEFAULT_LANGUAGE;
    if (this.ready && id === this.id) {
      this.failure = null;
      return;
    }
    const texts = await api.texts(id).catch((error: unknown) => {
      this.failure = error;
      throw error;
    });
    this.failure = null;
    this.id = id;
    this.#texts = texts;
    this.t = createTranslate(texts, id);
    this.ready = true;
    document.documentElement.lang = id;
  }

  /** Load the texts of a part that most readers never see. */
  async include(part: string): Promise<void> {
    const texts = await api.texts(this.id, part);
    this.#texts = { ...this.#texts, ...texts };
    this.t = createTranslate(this.#texts, this.id);
  }
}

function baseLanguage(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? tag;
}

export const language = new Language();

/** Return a date and time in the reader's language. */
export function dateTimeText(iso: string): string {
  const format = new Intl.DateTimeFormat(language.id, { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(iso));
}

/** Return a text in the reader's language. A component that calls it updates with the language. */
export const t: Translate = (id, values) => language.t(id, values);

import * as api from './api';
import { settings } from './settings.svelte';
import { DEFAULT_LANGUAGE, speaker, type Say } from './textFormat';

class Language {
  id = $state(DEFAULT_LANGUAGE);
  say = $state.raw<Say>((id) => id);
  ready = $state(false);
  failure = $state.raw<unknown>(null);

  /** Load the language that is wished for and known, English otherwise. */
  async load(known: readonly string[]): Promise<void> {
    const wished = settings.lang ? [settings.lang] : navigator.languages.map(short);
    const id = wished.find((each) => known.includes(each)) ?? DEFAULT_LANGUAGE;
    if (this.ready && id === this.id) {
      this.failure = null;
      return;
    }
    // English stands in for what it lacks
    const texts = await api.texts(id).catch((error: unknown) => {
      this.failure = error;
      throw error;
    });
    this.failure = null;
    this.id = id;
    this.say = speaker(texts, id);
    this.ready = true;
    document.documentElement.lang = id;
  }
}

function short(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? tag;
}

export const language = new Language();

/** A text in the reader's language; what shows it follows when that changes. */
export const say: Say = (id, values) => language.say(id, values);

// The preferences of the reader, which the browser stores.
import { saveStored, loadStored, oneOf, type StoredRecord } from './localStore';

/** The values of the preferences to choose from; the size of text is in percent. */
export const CHOICES = {
  theme: ['system', 'light', 'dark', 'contrast'],
  textSize: ['90', '100', '115', '130'],
  motion: ['system', 'full', 'none'],
  pace: ['calm', 'brisk', 'none'],
} as const;
type Choice<Name extends keyof typeof CHOICES> = (typeof CHOICES)[Name][number];

const STORAGE_KEY = 'redcathedral.settings';
const PACE_FACTORS: Record<Choice<'pace'>, number> = { calm: 1.8, brisk: 1, none: 0 };

class Settings {
  /** Empty for the language of the browser. */
  lang = $state('');
  theme = $state<Choice<'theme'>>('system');
  motion = $state<Choice<'motion'>>('system');
  pace = $state<Choice<'pace'>>('brisk');
  textSize = $state<Choice<'textSize'>>('100');
  sound = $state(false);
  /** Whether the first game explains each kind of event when it first happens. */
  explains = $state(true);
  /** In percent. */
  volume = $state(60);

  readonly #defaults = this.preferences;

  constructor() {
    this.take(loadStored(STORAGE_KEY));
  }

  /** Take over preferences; an invalid value becomes the default. */
  take({ lang, theme, motion, pace, textSize, sound, volume, explains }: StoredRecord): void {
    if (typeof lang === 'string') this.lang = lang;
    this.theme = oneOf(CHOICES.theme, theme, 'system');
    this.motion = oneOf(CHOICES.motion, motion, 'system');
    this.pace = oneOf(CHOICES.pace, pace, 'brisk');
    this.textSize = oneOf(CHOICES.textSize, textSize, '100');
    this.sound = sound === true;
    this.explains = explains !== false;
    if (typeof volume === 'number') this.volume = Math.min(100, Math.max(0, volume));
  }

  get preferences(): StoredRecord {
    const { lang, theme, motion, pace, textSize, sound, volume, explains } = this;
    return { lang, theme, motion, pace, textSize, sound, volume, explains };
  }

  /** The preferences that the reader has changed. */
  get chosen(): StoredRecord {
    const entries = Object.entries(this.preferences);
    return Object.fromEntries(entries.filter(([name, value]) => value !== this.#defaults[name]));
  }

  get reducesMotion(): boolean {
    if (this.motion !== 'system') return this.motion === 'none';
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** The factor by which to slow down the steps of other players; 0 shows no steps. */
  get paceFactor(): number {
    return this.reducesMotion ? 0 : PACE_FACTORS[this.pace];
  }

  get loudness(): number {
    return this.sound ? this.volume / 100 : 0;
  }

  apply(): void {
    const root = document.documentElement;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
    if (this.motion === 'system') delete root.dataset['motion'];
    else root.dataset['motion'] = this.motion;
    root.style.setProperty('--type', String(Number(this.textSize) / 100));
    saveStored(STORAGE_KEY, this.preferences);
  }
}

export const settings = new Settings();

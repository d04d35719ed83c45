// What a reader of this browser prefers. Kept in the browser only.
export type Theme = 'system' | 'light' | 'dark' | 'contrast';
export type Motion = 'system' | 'full' | 'none';
export type Pace = 'calm' | 'brisk' | 'none';
/** Of all words, in per cent. */
export type TextSize = '90' | '100' | '115' | '130';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];
export const MOTIONS: readonly Motion[] = ['system', 'full', 'none'];
export const PACES: readonly Pace[] = ['calm', 'brisk', 'none'];
export const TEXT_SIZES: readonly TextSize[] = ['90', '100', '115', '130'];

const STORE = 'redcathedral.settings';
const TEMPO: Record<Pace, number> = { calm: 1.8, brisk: 1, none: 0 };

interface Stored {
  lang?: unknown;
  theme?: unknown;
  motion?: unknown;
  pace?: unknown;
  textSize?: unknown;
  sound?: unknown;
  volume?: unknown;
}

function stored(): Stored {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

function one<T extends string>(all: readonly T[], wish: unknown, otherwise: T): T {
  return all.find((each) => each === wish) ?? otherwise;
}

class Settings {
  /** Empty: the browser's language where there is one. */
  lang = $state('');
  theme = $state<Theme>('system');
  motion = $state<Motion>('system');
  pace = $state<Pace>('brisk');
  textSize = $state<TextSize>('100');
  sound = $state(false);
  /** Per cent. */
  volume = $state(60);

  constructor() {
    const known = stored();
    if (typeof known.lang === 'string') this.lang = known.lang;
    this.theme = one(THEMES, known.theme, 'system');
    this.motion = one(MOTIONS, known.motion, 'system');
    this.pace = one(PACES, known.pace, 'brisk');
    this.textSize = one(TEXT_SIZES, known.textSize, '100');
    this.sound = known.sound === true;
    if (typeof known.volume === 'number') this.volume = Math.min(100, Math.max(0, known.volume));
  }

  get still(): boolean {
    if (this.motion !== 'system') return this.motion === 'none';
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** How many times its usual time a step of somebody else is shown; 0 for not at all. */
  get tempo(): number {
    return this.still ? 0 : TEMPO[this.pace];
  }

  /** How loud it is, 0 to 1. */
  get loudness(): number {
    return this.sound ? this.volume / 100 : 0;
  }

  /** Put on the page and keep what is chosen. */
  apply(): void {
    const root = document.documentElement;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
    if (this.motion === 'system') delete root.dataset['motion'];
    else root.dataset['motion'] = this.motion;
    root.style.setProperty('--type', String(Number(this.textSize) / 100));
    const { lang, theme, motion, pace, textSize, sound, volume } = this;
    try {
      localStorage.setItem(
        STORE,
        JSON.stringify({ lang, theme, motion, pace, textSize, sound, volume }),
      );
    } catch {
      // a browser that keeps nothing: the settings last as long as the page
    }
  }
}

export const settings = new Settings();

// The sounds of events, which the browser synthesizes. They are off by default, and the screen
// shows every event that has a sound.
import type { Event } from '../protocol.gen.ts';

export type Sound = 'die' | 'coin' | 'plank' | 'storey' | 'reprimand' | 'end' | 'turn' | 'word';

const SECONDS_BETWEEN_SOUNDS = 0.13;
const MAX_SOUNDS_PER_STEP = 4;
const MAX_DELAY_SECONDS = 1; // later sounds are not played
const MAX_GAIN = 0.6;

const SOUNDS: Partial<Record<Event['kind'], Sound>> = {
  'die-moved': 'die',
  'die-rolled': 'die',
  claimed: 'plank',
  'tile-placed': 'plank',
  delivered: 'plank',
  completed: 'storey',
  'ornament-set': 'storey',
  reprimanded: 'reprimand',
  'game-ended': 'end',
};

export function soundOf(event: Event): Sound | null {
  if (event.kind === 'gained' || event.kind === 'paid')
    return event.resource === 'ruble' ? 'coin' : null;
  return SOUNDS[event.kind] ?? null;
}

/** Return the sounds of simultaneous events, each once and in order, and then that of a turn. */
export function soundsOf(events: readonly Event[], isTurn = false): Sound[] {
  const sounds = [...new Set(events.map(soundOf))].filter((sound) => sound !== null);
  return [...sounds.slice(0, MAX_SOUNDS_PER_STEP), ...(isTurn ? (['turn'] as const) : [])];
}

let context: AudioContext | undefined;
/** The time of the audio context at which the next sound may begin. */
let nextStart = 0;

/** Play sounds one after another. `loudness` is 0 (silent) to 1. */
export function play(sounds: readonly Sound[], loudness: number): void {
  if (!sounds.length || loudness <= 0) return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // the machine has no audio output
  }
  void context.resume();
  const out = context.createGain();
  out.gain.value = loudness * MAX_GAIN;
  out.connect(context.destination);
  for (const sound of sounds) {
    const start = Math.max(context.currentTime + 0.02, nextStart);
    if (start > context.currentTime + MAX_DELAY_SECONDS) return;
    PLAY_SOUND[sound](new Instrument(context, out), start);
    nextStart = start + SECONDS_BETWEEN_SOUNDS;
  }
}

const PLAY_SOUND: Record<Sound, (play: Instrument, start: number) => void> = {
  die: (play, start) => {
    play.noise(start, 0.05, 1900, 0.8);
    play.noise(start + 0.075, 0.04, 2500, 0.5);
  },
  coin: (play, start) => {
    play.tone(start, 0.08, 2400, 0.25);
    play.tone(start, 0.08, 3600, 0.15);
  },
  word: (play, start) => {
    play.tone(start, 0.07, 740, 0.3);
    play.tone(start + 0.09, 0.09, 990, 0.3);
  },
  plank: (play, start) => play.tone(start, 0.12, 180, 0.7, 'triangle'),
  storey: (play, start) => play.bell(start, 440),
  reprimand: (play, start) => {
    play.tone(start, 0.28, 72, 0.9);
    play.noise(start, 0.06, 240, 0.6);
  },
  end: (play, start) => {
    play.bell(start, 392);
    play.bell(start + 0.4, 494);
    play.bell(start + 0.8, 587);
  },
  turn: (play, start) => {
    play.tone(start, 0.16, 660, 0.25);
    play.tone(start + 0.12, 0.22, 880, 0.25);
  },
};

class Instrument {
  readonly #context: AudioContext;
  readonly #out: AudioNode;

  constructor(context: AudioContext, out: AudioNode) {
    this.#context = context;
    this.#out = out;
  }

  /** Return a gain that starts at `loudness` and fades out. */
  #fade(start: number, length: number, loudness: number): GainNode {
    const gain = this.#context.createGain();
    gain.gain.setValueAtTime(loudness, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    gain.connect(this.#out);
    return gain;
  }

  tone(
    start: number,
    length: number,
    pitch: number,
    loudness: number,
    type?: OscillatorType,
  ): void {
    const source = this.#context.createOscillator();
    source.type = type ?? 'sine';
    source.frequency.value = pitch;
    source.connect(this.#fade(start, length, loudness));
    source.start(start);
    source.stop(start + length);
  }

  bell(start: number, pitch: number): void {
    for (const [index, partial] of [1, 2.4, 3.9].entries())
      this.tone(start, 1.1 / (index + 1), pitch * partial, 0.32 / (index + 1));
  }

  noise(start: number, length: number, pitch: number, loudness: number): void {
    const { sampleRate } = this.#context;
    const buffer = this.#context.createBuffer(1, Math.ceil(sampleRate * length), sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    const filter = this.#context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    source.connect(filter).connect(this.#fade(start, length, loudness));
    source.start(start);
  }
}

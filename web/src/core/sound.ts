// What happened, to be heard: a few sounds made by the browser, off until they are asked for.
// They only go with what is seen; nothing is told by them alone.
import type { Event } from '../protocol.gen.ts';

export type Sound = 'die' | 'coin' | 'plank' | 'storey' | 'reprimand' | 'end' | 'turn' | 'word';

const APART = 0.13; // seconds from one sound to the next
const MOST = 4; // of one step
const LATE = 1; // seconds after which a sound comes too late

export function soundOf(event: Event): Sound | null {
  switch (event.kind) {
    case 'die-moved':
    case 'die-rolled':
      return 'die';
    case 'gained':
    case 'paid':
      return event.resource === 'ruble' ? 'coin' : null;
    case 'claimed':
    case 'tile-placed':
    case 'delivered':
      return 'plank';
    case 'completed':
    case 'ornament-set':
      return 'storey';
    case 'reprimanded':
      return 'reprimand';
    case 'game-ended':
      return 'end';
    default:
      return null;
  }
}

/** The sounds of what happened together, each once and in order; last that it is one's turn. */
export function soundsOf(events: readonly Event[], isTurn = false): Sound[] {
  const sounds = [...new Set(events.map(soundOf))].filter((sound) => sound !== null);
  return [...sounds.slice(0, MOST), ...(isTurn ? (['turn'] as const) : [])];
}

let context: AudioContext | undefined;
/** When the next sound may begin. */
let free = 0;

/** Play sounds one after the other; `loudness` 0 to 1, where 0 is not to be heard at all. */
export function play(sounds: readonly Sound[], loudness: number): void {
  if (!sounds.length || loudness <= 0) return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // a machine that has nothing to play sounds on
  }
  void context.resume();
  const out = context.createGain();
  out.gain.value = loudness * 0.6;
  out.connect(context.destination);
  for (const sound of sounds) {
    const at = Math.max(context.currentTime + 0.02, free);
    if (at > context.currentTime + LATE) return;
    MAKE[sound](new Instrument(context, out), at);
    free = at + APART;
  }
}

const MAKE: Record<Sound, (on: Instrument, at: number) => void> = {
  die: (on, at) => {
    on.noise(at, 0.05, 1900, 0.8);
    on.noise(at + 0.075, 0.04, 2500, 0.5);
  },
  coin: (on, at) => {
    on.tone(at, 0.08, 2400, 0.25);
    on.tone(at, 0.08, 3600, 0.15);
  },
  word: (on, at) => {
    on.tone(at, 0.07, 740, 0.3);
    on.tone(at + 0.09, 0.09, 990, 0.3);
  },
  plank: (on, at) => on.tone(at, 0.12, 180, 0.7, 'triangle'),
  storey: (on, at) => on.bell(at, 440),
  reprimand: (on, at) => {
    on.tone(at, 0.28, 72, 0.9);
    on.noise(at, 0.06, 240, 0.6);
  },
  end: (on, at) => {
    on.bell(at, 392);
    on.bell(at + 0.4, 494);
    on.bell(at + 0.8, 587);
  },
  turn: (on, at) => {
    on.tone(at, 0.16, 660, 0.25);
    on.tone(at + 0.12, 0.22, 880, 0.25);
  },
};

class Instrument {
  readonly #context: AudioContext;
  readonly #out: AudioNode;

  constructor(context: AudioContext, out: AudioNode) {
    this.#context = context;
    this.#out = out;
  }

  /** Loud at once, then dying away. */
  #fade(at: number, length: number, loudness: number): GainNode {
    const gain = this.#context.createGain();
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    gain.connect(this.#out);
    return gain;
  }

  tone(at: number, length: number, pitch: number, loudness: number, type?: OscillatorType): void {
    const source = this.#context.createOscillator();
    source.type = type ?? 'sine';
    source.frequency.value = pitch;
    source.connect(this.#fade(at, length, loudness));
    source.start(at);
    source.stop(at + length);
  }

  bell(at: number, pitch: number): void {
    for (const [index, partial] of [1, 2.4, 3.9].entries())
      this.tone(at, 1.1 / (index + 1), pitch * partial, 0.32 / (index + 1));
  }

  noise(at: number, length: number, pitch: number, loudness: number): void {
    const { sampleRate } = this.#context;
    const buffer = this.#context.createBuffer(1, Math.ceil(sampleRate * length), sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    const filter = this.#context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    source.connect(filter).connect(this.#fade(at, length, loudness));
    source.start(at);
  }
}

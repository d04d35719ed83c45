import { mount } from 'svelte';

import '../fonts.css';
import '../theme.css';
import '../base.css';
import type { Box } from '../board/types';
import Dev from './Dev.svelte';
import type { Texts } from '../app/words';
import type { Fixture } from './fixture';

const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

const files = import.meta.glob<Fixture>('../../fixtures/*.json', { import: 'default' });

async function load<T>(name: string): Promise<T> {
  const file = files[`../../fixtures/${name}.json`];
  if (!file) throw new Error(`there is no fixture ${name}`);
  return (await file()) as unknown as T;
}

const [fixture, box, words, sentences] = await Promise.all([
  load<Fixture>(query.get('fixture') ?? '3p'),
  load<Box>('box'),
  load<Record<string, string>>('words.en'),
  import('../../../src/redcathedral/locales/en.json').then((file) => file.default as Texts),
]);
const target = document.getElementById('app');
if (target) {
  target.style.height = '100vh';
  mount(Dev, { target, props: { fixture, box, texts: { ...sentences, ...words } } });
}

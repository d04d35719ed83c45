import assert from 'node:assert/strict';
import { test } from 'node:test';

import { named, type Named } from '../players.ts';

const say = (id: string, values: object = {}): string =>
  id === 'bot.numbered' ? Object.values(values).join(' ') : id;
const bot = (colour: Named['colour'], name: string): Named => ({
  colour,
  name: '',
  kind: 'bot',
  bot: name,
});

test('bots of one kind are numbered, others have their own names', () => {
  const seats: Named[] = [
    bot('red', 'slow'),
    bot('blue', 'quick'),
    { colour: 'green', name: 'slow', kind: 'person' },
    bot('yellow', 'slow'),
  ];
  assert.deepEqual(
    named(seats, say).map((seat) => seat.name),
    ['Slow 1', 'Quick', 'slow', 'Slow 2'],
  );
});

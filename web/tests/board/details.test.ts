import assert from 'node:assert/strict';
import { test } from 'node:test';

import { explain, ruleKindOf } from '../../src/board/details.ts';
import type { Key } from '../../src/board/types.ts';
import { box, t, fixtureTable, fixtureContext } from './fixtures.ts';

const MOMENTS = ['start', '3p-advanced', '3p', 'last-round', 'ornament', 'solo', 'trade'];

function explanation(name: string, word: string): string[] {
  const detail = explain(fixtureContext(name), word as Key, undefined);
  return detail ? [detail.title, ...detail.lines] : [];
}

test('every target has an explanation in complete words', () => {
  const silent = /^(units|gems|marker$|reroll|pay|stop|end)/;
  for (const name of MOMENTS)
    for (const key of new Set(fixtureTable(name).legal.flatMap((legal) => legal.on))) {
      const lines = explanation(name, key);
      assert.equal(lines.length > 0, !silent.test(key) || key === 'marker');
      // a missing text would show its id, and a missing value its braces
      for (const line of lines)
        assert.ok(!/^[a-z-]+\.[a-z.-]+$|[{}]|undefined|NaN/.test(line), `${name} ${key}: ${line}`);
    }
});
test('elements that cannot be picked have an explanation too', () => {
  for (const name of MOMENTS) {
    const { position } = fixtureTable(name);
    const keys = [
      ...position.resources.flatMap((_, index) => [`space:${index + 1}`, `tile:${index + 1}`]),
      ...position.towers.flatMap((tower, x) => tower.map((_, y) => `card:${x + 1}.${y + 1}`)),
      ...position.seats.map((seat) => `seat:${seat.colour}`),
      ...[1, 2, 3, 4].flatMap((n) => [`influence:${n}`, `influence:${n}:2`]),
      ...(position.ivan?.cards.map((_, index) => `ivan:${index + 1}`) ?? []),
    ];
    for (const key of keys) assert.ok(explanation(name, key).length > 0, `${name}: ${key}`);
  }
});
test('a tower is explained by what it would pay, and by the rule', () => {
  const [title, pays = '', rule] = explanation('last-round', 'tower:1');
  assert.equal(title, 'Tower 1');
  assert.ok(/^Prestige from this tower if the game ended now: \w+ \d/.test(pays));
  assert.ok(/2 prestige for each completed card/.test(rule ?? ''));
});
test('a market space is explained by its number, its season and its resources', () =>
  assert.deepEqual(explanation('3p', 'space:2'), [
    `${t('board.space', { n: 2 })}, ${t('season.winter')}`,
    box.resources['gold']?.words,
  ]));
test('an influence card is explained by both actions, or by one of them', () => {
  const both = explanation('3p', 'influence:1');
  assert.equal(both.length, 3);
  assert.deepEqual(explanation('3p', 'influence:1:2'), [both[0], both[2]]);
});
test('a cathedral card is explained by its owner, cost and reward', () => {
  const lines = explanation('3p', 'card:1.1');
  assert.equal(lines[0], `${t('section.base')} 1.1`);
  assert.ok(lines.includes(box.cards['b4']?.words ?? ''));
  assert.ok(lines.includes(t('board.claimed', { who: 'Mila' })));
  assert.ok(lines.includes(t('board.delivered', { what: t('amount.brick', { n: 1 }) })));
  assert.ok(lines.some((line) => line.startsWith('still needed: ') && line.includes('stone')));
  const free = explanation('3p', 'card:1.2');
  assert.deepEqual(free.slice(1), [
    box.cards['d9']?.words,
    t('board.workshop-tile', { what: box.tiles['brick']?.words ?? '' }),
  ]);
});
test('a workshop space is explained by its tile, or by the cost of one', () => {
  assert.deepEqual(explanation('3p', 'workshop:white1'), [
    t('workshop.white1'),
    box.tiles['gold']?.words,
  ]);
  assert.deepEqual(explanation('3p', 'workshop:blue'), [t('workshop.blue'), t('board.tile-down')]);
  assert.deepEqual(explanation('3p', 'workshop:red'), [
    t('workshop.red'),
    t('board.face-up-cost', { price: t('amount.ruble', { n: 2 }) }),
  ]);
});
test('a banner is explained by its name and what it frees', () =>
  assert.deepEqual(explanation('3p', 'banner:inventory'), [
    t('board.banner'),
    t('board.frees', { source: 'inventory' }),
  ]));
test('an explanation does not contain what a pick would do', () => {
  const hinted = fixtureContext('3p', new Map([['workshop:white1', 'Activate it.']]));
  assert.deepEqual(explain(hinted, 'workshop:white1', undefined)?.lines, [
    box.tiles['gold']?.words,
  ]);
});
test('a card of Ivan is explained by its effect and its tile', () => {
  const { ivan } = fixtureTable('solo').position;
  assert.equal(ivan?.cards.length, 5);
  for (const [index, [card]] of ivan?.cards.entries() ?? []) {
    const lines = explanation('solo', `ivan:${index + 1}`);
    assert.equal(lines[0], `${index + 1}. ${t(`ivan-card.${card}`)}`);
    assert.equal(lines[1], t(`board.ivan.${card}`));
  }
});
test('a locked ornament is explained by how it becomes available', () => {
  const { position } = fixtureTable('3p-advanced');
  const own = position.seats.find((seat) => seat.colour === position.to_move);
  const [space, ornament] = Object.entries(own?.locked ?? {})[0] ?? [];
  assert.ok(ornament);
  assert.ok(
    explanation('3p-advanced', `workshop:${space}`).includes(
      t('board.locked-until', { what: t(`ornament.${ornament}`) }),
    ),
  );
});
test('a workshop space of an opponent has the same explanation as an own one', () => {
  const { position } = fixtureTable('3p-advanced');
  const others = position.seats.filter((seat) => seat.colour !== position.to_move);
  const locked = others.flatMap(({ colour, locked }) =>
    Object.entries(locked).map(
      ([space, ornament]) => [`seat:${colour}:${space}`, ornament] as const,
    ),
  );
  assert.ok(locked.length > 0);
  for (const [key, ornament] of locked)
    assert.equal(
      explanation('3p-advanced', key).at(-1),
      t('board.locked-until', { what: t(`ornament.${ornament}`) }),
    );
  const { seats } = fixtureTable('3p').position;
  for (const { colour, workshop } of seats)
    for (const [at, tile] of Object.entries(workshop ?? {})) {
      const [title, first] = explanation('3p', `seat:${colour}:${at}`);
      assert.equal(title, t(`workshop.${at}`));
      if (tile?.[1] === 'up') assert.equal(first, box.tiles[tile[0]]?.words);
    }
});
test('the note of the page ends an explanation', () => {
  assert.equal(explain(fixtureContext('3p'), 'workshop:red', 'more')?.lines.at(-1), 'more');
});
test('an element that does not exist has no explanation', () => {
  for (const key of ['die:purple', 'card:9.9', 'seat:purple', 'ivan:1', 'slot:Q', 'nothing', ''])
    assert.deepEqual(explanation('3p', key), []);
});
test('an element has the rule of its kind', () => {
  assert.equal(ruleKindOf('seat:blue', 2), 'seat');
  assert.equal(ruleKindOf('seat:blue:white1', 2), 'workshop');
  assert.equal(ruleKindOf('tower:1', 2), 'two-seats-tower');
  assert.equal(ruleKindOf('tower:1', 3), 'tower');
});
test('with two players a tower has a separate rule, and a tie is 0', () => {
  assert.ok(/In a tie, nobody gets anything/.test(explanation('2p', 'tower:1').join()));
  assert.ok(!/In a tie/.test(explanation('3p', 'tower:1').join()));
  const context = { ...fixtureContext('2p'), towerPay: [{}] };
  assert.ok(/: 0/.test(explain(context, 'tower:1', undefined)?.lines.join() ?? ''));
});
test('the spaces to the next prestige are explained', () =>
  assert.ok(/^1 more prestige when the marker/.test(explanation('3p', 'seat:red')[1] ?? '')));

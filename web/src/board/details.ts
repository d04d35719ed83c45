// Describes the elements of the board for the detail card: their names, explanations, and the
// sources of their numbers.
import { missingMaterials, storeyOf, type Storey } from './cathedralLayout.ts';
import { playerName, towerPayText, type BoardContext } from './context.ts';
import { isMaterial, materialName, seasonOf } from './names.ts';
import { DICE } from '../vocabulary.ts';
import { kindOf } from './types.ts';
import type { Colour, Key, Mark, Material, WorkshopSpace } from './types';
import { workshopSpaceState } from './workshopSpace.ts';

export interface Detail {
  title: string;
  lines: string[];
  mark: Mark | null;
  /** The source of the numbers, instead of the general text for the mark. */
  origin?: string;
}

/** Return the detail card of an element with the note of the page, or null if it has none. */
export function explain(board: BoardContext, key: Key, note: string | undefined): Detail | null {
  const detail = describe(board, key);
  if (note) detail?.lines.push(note);
  return detail;
}

/** Return the kind of element under which the server sends the rule of an element. */
export function ruleKindOf(key: Key, seatCount: number): string {
  if (/^seat:\w+:/.test(key)) return 'workshop';
  const kind = kindOf(key);
  return kind === 'tower' && seatCount === 2 ? 'two-seats-tower' : kind;
}

function describe(board: BoardContext, key: Key): Detail | null {
  const [kind = '', name = '', part] = key.split(':');
  const { box, position, t } = board;
  const detail = (title: string, ...lines: string[]): Detail => ({ title, lines, mark: null });
  const number = Number(name);
  switch (kind) {
    case 'die': {
      const die = DICE.find((other) => other === name);
      return die
        ? detail(t('die-shows', { die: t(`die.${die}`), face: position.dice[die][0] }))
        : null;
    }
    case 'space':
    case 'tile': {
      const resource = box.resources[position.resources[number - 1] ?? ''];
      if (!resource) return null;
      const space = `${t('board.space', { n: number })}, ${t(`season.${seasonOf(number)}`)}`;
      const title = kind === 'space' ? space : t('board.resource-tile', { n: number });
      return { title, lines: [resource.words], mark: resource.mark };
    }
    case 'influence': {
      const card = box.influence[position.influence[number - 1] ?? ''];
      if (!card) return null;
      const lines = card.actions
        .filter((_, index) => !part || Number(part) === index + 1)
        .map((action) => action.words);
      return { title: t(`guild.${card.group}`), lines, mark: card.mark, origin: card.origin };
    }
    case 'card':
      return describeCard(board, name);
    case 'tower':
      return detail(
        t('board.tower', { n: number }),
        towerPayText(board, number),
        t('board.tower-rule', { seats: board.seats.length }),
      );
    case 'workshop':
      return describeSpace(board, board.own, name as WorkshopSpace);
    case 'slot':
    case 'supply':
      if (!isMaterial(name)) return null;
      return detail(
        t(`material.${materialName(name)}`),
        t('board.in-supply', {
          what: t(`amount.${materialName(name)}`, { n: position.supply[name] ?? 0 }),
        }),
      );
    case 'ornament':
      return detail(t(`ornament.${name}`));
    case 'banner':
      return detail(t('board.banner'), t('board.frees', { source: name }));
    case 'seat':
    case 'marker': {
      const colour = (name || board.own) as Colour;
      if (part) return describeSpace(board, colour, part as WorkshopSpace);
      const seat = board.seats.find((other) => other.colour === colour);
      if (!seat) return null;
      return detail(
        t('board.pair', {
          name: playerName(board, colour),
          value: t('amount.prestige', { n: seat.prestige }),
        }),
        t('board.to-next.about', { n: seat.to_next }),
      );
    }
    case 'ivan': {
      const card = position.ivan?.cards[number - 1];
      if (!card) return null;
      const tile = card[2] ? (box.tiles[card[1]]?.words ?? '') : t('board.used');
      return detail(`${number}. ${t(`ivan-card.${card[0]}`)}`, t(`board.ivan.${card[0]}`), tile);
    }
    case 'rubles': {
      const n = position.seats.find(({ colour }) => colour === board.own)?.rubles ?? 0;
      return detail(t('amount.ruble', { n }), t('board.coins'));
    }
    case 'side':
      return detail(t(`board.side.${name}`));
    default:
      return null;
  }
}

/** Describe a workshop space: its tile, or the cost of placing one and what blocks it. */
function describeSpace(board: BoardContext, colour: Colour, space: WorkshopSpace): Detail | null {
  const { box, position, t } = board;
  const seat = position.seats.find((other) => other.colour === colour);
  if (!seat) return null;
  const title = t(`workshop.${space}`);
  const { tile, cost, hasBanner, locked } = workshopSpaceState(board, seat, space);
  if (tile?.[1] === 'down') return { title, lines: [t('board.tile-down')], mark: null };
  const benefit = tile && box.tiles[tile[0]];
  if (benefit) return { title, lines: [benefit.words], mark: benefit.mark };
  const lines: string[] = [];
  if (cost !== undefined)
    lines.push(t('board.face-up-cost', { price: t('amount.ruble', { n: cost }) }));
  if (hasBanner) lines.push(t('board.blocked'));
  if (locked) lines.push(t('board.locked-until', { what: t(`ornament.${locked}`) }));
  return { title, lines, mark: null };
}

function amountsText({ t }: BoardContext, amounts: [Material, number][]): string {
  return amounts.map(([letter, n]) => t(`amount.${materialName(letter)}`, { n })).join(', ');
}

/** Return the missing materials of a card in words. For Ivan only their number counts. */
export function missingText(board: BoardContext, storey: Storey): string {
  const amounts = [...missingMaterials(storey)];
  const n = amounts.reduce((sum, [, amount]) => sum + amount, 0);
  const isIvan = board.seats.find(({ colour }) => colour === storey.site.owner)?.kind === 'ivan';
  const what = isIvan ? board.t('amount.material', { n }) : amountsText(board, amounts);
  return board.t('board.missing', { what });
}

function describeCard(board: BoardContext, place: string): Detail | null {
  const { box, position, t } = board;
  const [tower = 0, level = 0] = place.split('.').map(Number);
  const site = position.towers[tower - 1]?.[level - 1];
  const card = site && box.cards[site.card];
  if (!site || !card) return null;
  const lines = [card.words];
  const owner = site.owner ? playerName(board, site.owner) : '';
  if (site.done) lines.push(t('board.built', { who: owner }));
  else if (owner) {
    const what = amountsText(board, Object.entries(site.delivered) as [Material, number][]);
    const missing = missingText(board, storeyOf(site, box, tower - 1, level - 1, 0));
    lines.push(t('board.claimed', { who: owner }));
    if (what) lines.push(t('board.delivered', { what }), missing);
  }
  if (site.ornament) lines.push(t('board.ornament-of', { who: playerName(board, site.ornament) }));
  const tile = site.tile ? box.tiles[site.tile] : undefined;
  if (tile) lines.push(t('board.workshop-tile', { what: tile.words }));
  return { title: `${t(`section.${card.section}`)} ${place}`, lines, mark: card.mark };
}

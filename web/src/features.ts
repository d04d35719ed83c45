// The features of the page. A new feature is a folder in `features` and a line here.
import type { Feature } from './core/feature';
import { chat } from './features/chat/feature';
import { finale } from './features/finale/feature';
import { help } from './features/help/feature';
import { hints } from './features/hints/feature';
import { lessons } from './features/lessons/feature';
import { myGames } from './features/my_games/feature';
import { newGame } from './features/new_game/feature';
import { notifications } from './features/notifications/feature';
import { plans } from './features/plans/feature';
import { playState } from './features/play_state/feature';
import { puzzles } from './features/puzzles/feature';
import { rematch } from './features/rematch/feature';
import { seats } from './features/seats/feature';
import { settings } from './features/settings/feature';
import { setups } from './features/setups/feature';
import { tabletop } from './features/tabletop/feature';

export const features: readonly Feature[] = [
  chat,
  finale,
  help,
  hints,
  lessons,
  myGames,
  newGame,
  notifications,
  plans,
  playState,
  puzzles,
  rematch,
  seats,
  settings,
  setups,
  tabletop,
];

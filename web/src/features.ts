// The features of the page. A new feature is a folder in `features` and a line here.
export { chat } from './features/chat/feature';
export { finale } from './features/finale/feature';
export { help } from './features/help/feature';
export { hints } from './features/hints/feature';
export { lessons } from './features/lessons/feature';
export { myGames } from './features/my_games/feature';
export { newGame } from './features/new_game/feature';
export { notifications } from './features/notifications/feature';
export { plans } from './features/plans/feature';
export { playState } from './features/play_state/feature';
export { puzzles } from './features/puzzles/feature';
export { rematch } from './features/rematch/feature';
export { seasons } from './features/seasons/feature';
export { seats } from './features/seats/feature';
export { settings } from './features/settings/feature';
export { setups } from './features/setups/feature';
export { tabletop } from './features/tabletop/feature';

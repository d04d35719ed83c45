// The dialogs that features share: any screen opens one by its name with NamedDialog, so that
// features need not import each other.
import { createContext } from 'svelte';

import type { Colour, PositionWish, ServerInfo, SetupInfo, SummarySeat } from '../protocol.gen';
import type { Answers } from './newGameForm';
import type { TableStore } from './table/tableStore.svelte';
import type { View } from './view';

interface Closable {
  close: () => void;
}

interface NewGameProps extends Closable {
  server: ServerInfo;
  /** Answers that are given already, for this game alone. */
  presets?: Partial<Answers>;
  setup?: SetupInfo | null;
  /** Starts a game from a position in place of a new one. */
  createPosition?: (setup: PositionWish, ownDice: boolean) => Promise<void>;
}

interface SitProps extends Closable {
  id: string;
  open: readonly Colour[];
  seats: readonly Pick<SummarySeat, 'colour' | 'name' | 'called'>[];
  done: () => void;
}

/** A dialog that also knows the table under it, if there is one. */
interface HelpProps extends Closable {
  server: ServerInfo;
  store?: TableStore;
}

interface ServerProps extends Closable {
  server: ServerInfo;
}

/** The properties of each shared dialog. */
export interface DialogProps {
  boxTools: { ways: readonly { name: string; go: () => void }[] } & Closable;
  help: HelpProps;
  lessons: ServerProps;
  myGames: ServerProps;
  newGame: NewGameProps;
  notifications: Closable;
  puzzles: Closable;
  scorePad: ServerProps;
  settings: HelpProps;
  sit: SitProps;
}
export type DialogName = keyof DialogProps;
export type Dialogs = { readonly [Name in DialogName]?: View<DialogProps[Name]> };

export const [getDialogs, provideDialogs] = createContext<Dialogs>();

// The dialogs that features share. A screen opens a dialog by its name with NamedDialog, because
// features do not import each other.
import { createContext } from 'svelte';

import type { Colour, PositionWish, ServerInfo, SetupInfo, SummarySeat } from '../protocol.gen';
import type { Answers } from './newGameForm';
import type { TableStore } from './table/tableStore.svelte';
import type { View } from './view';

interface Closable {
  close: () => void;
}

interface ServerProps extends Closable {
  server: ServerInfo;
}

interface NewGameProps extends ServerProps {
  /** Answers for this game alone: the browser does not store them. */
  presets?: Partial<Answers>;
  setup?: SetupInfo | null;
  /** Creates a game from a position. Without it, the dialog creates a game from the start. */
  createPosition?: (setup: PositionWish, ownDice: boolean) => Promise<void>;
}

interface SitProps extends Closable {
  id: string;
  open: readonly Colour[];
  seats: readonly Pick<SummarySeat, 'colour' | 'name' | 'called'>[];
  done: () => void;
}

/** `store`: the table on the screen, if there is one. */
type HelpProps = ServerProps & { store?: TableStore };

/** The properties of each shared dialog. */
export interface DialogProps {
  boxTools: { tools: readonly { name: string; go: () => void }[] } & Closable;
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

// The edition for new games and for the tools of a real box: the reader's own box, the box of a
// link, or the default edition of the server.
import { language } from '../language.svelte';
import { loadStored, saveStored } from '../localStore';
import { ownBox } from './ownBox.svelte';
import type { ServerInfo } from '../../protocol.gen';

const KEY = 'redcathedral.edition';

class EditionChoice {
  /** Without a choice, the reader's own box is used as soon as it has components. */
  #choice = $state.raw<'own' | 'default' | 'shared' | null>(null);
  /** The latest box of a link that was chosen: its share code and its name. */
  shared = $state.raw<{ code: string; name: string } | null>(null);

  constructor() {
    const { choice, code, name } = loadStored(KEY);
    if (choice === 'own' || choice === 'default' || choice === 'shared') this.#choice = choice;
    if (typeof code === 'string' && typeof name === 'string') this.shared = { code, name };
  }

  get choice(): 'own' | 'default' | 'shared' {
    return this.#choice ?? (ownBox.isBegun ? 'own' : 'default');
  }

  choose(choice: 'own' | 'default' | 'shared', shared = this.shared): void {
    this.#choice = choice;
    this.shared = shared;
    saveStored(KEY, { choice, ...shared });
  }
}

export const editionChoice = new EditionChoice();

/** Return the key of the chosen edition, or the share code of the chosen box. */
export function chosenEdition(server: ServerInfo): string {
  const { choice, shared } = editionChoice;
  const code = choice === 'own' ? ownBox.summary?.code : choice === 'shared' && shared?.code;
  return code || server.edition;
}

/** Return what the server offers, with the boxes of the reader, and the chosen edition as default. */
export function withBoxes(server: ServerInfo): ServerInfo {
  const { summary, entered, isBegun } = ownBox;
  const { t } = language;
  const own = { code: summary?.code ?? '', name: entered.name || t('box.title') };
  const boxes = [isBegun && summary ? own : null, editionChoice.shared].flatMap((box) =>
    box ? [{ key: box.code, id: box.code, name: box.name, hash: '' }] : [],
  );
  const editions = server.editions.map((edition) =>
    edition.key === server.edition ? { ...edition, name: t('web.edition.box') } : edition,
  );
  return { ...server, edition: chosenEdition(server), editions: [...editions, ...boxes] };
}

// What a feature can add to the table screen. The table store and the screen know features only
// through these types; `features.ts` lists the features.
import type { Component } from 'svelte';

import type { Colour, ServerInfo, Table } from '../../protocol.gen';
import type { NamedSeat } from '../players';
import type { View } from '../view';
import type { Shortcut } from './shortcuts';
import type { CreateState } from './tableState';
import type { TableStore } from './tableStore.svelte';

/** The table screen as features see it. */
export interface TableScope {
  readonly server: ServerInfo;
  readonly store: TableStore;
  readonly table: Table;
  readonly seats: readonly NamedSeat[];
  /** The seats that are played on this page. */
  readonly me: readonly Colour[];
  readonly openDialog: (name: string | null) => void;
  /** Move the keyboard focus to the question in the action bar. */
  readonly focusPrompt: () => void;
  /** The game ended while this page showed it. */
  readonly isEnding: boolean;
}

/** A component and its properties at a table; no properties: it is not shown. */
export interface TableView<Props extends object = object> {
  readonly view: View<Props>;
  readonly props: (scope: TableScope) => Omit<Props, 'close'> | null;
}

/** Describe a view of a table; the table screen need not know the type of its properties. */
export function tableView<Props extends object>(
  view: View<Props>,
  props: (scope: TableScope) => Omit<Props, 'close'> | null,
): TableView {
  return { view, props } as unknown as TableView;
}

/** A card above the action bar; of all that have properties the first one is shown. */
export interface TableCard extends TableView {
  /** Cards with a higher priority come first. */
  readonly priority: number;
  /** A card that becomes urgent closes a card that can be closed. */
  readonly isUrgent?: (scope: TableScope) => boolean;
  readonly close?: (scope: TableScope) => void;
}

export interface TableButton extends TableView {
  /** Its place in the row of buttons: those before the list of decisions, or after it. */
  readonly place: 'before-list' | 'after-list';
}

export interface MenuItem {
  readonly section: 'game' | 'together';
  /** Its place in the section, from 0 to 100. */
  readonly order: number;
  /** The value of `data-do`. */
  readonly name: string;
  readonly text: string;
  readonly gild?: boolean;
  /** The item is a link to a file, and `act` is not called. */
  readonly link?: { readonly address: string; readonly fileName: string };
  readonly act: () => void;
}

export interface TableFeature {
  /** Called once for each table; `TableStore.stateOf` returns the result. */
  readonly createState?: CreateState;
  readonly card?: TableCard;
  readonly notice?: TableView;
  /** Sentences for screen readers. */
  readonly announcements?: (scope: TableScope) => readonly string[];
  /** Whether the feature itself shows a notice of the server. */
  readonly showsNotice?: (notice: string, scope: TableScope) => boolean;
  readonly button?: TableButton;
  readonly menuItems?: (scope: TableScope) => readonly MenuItem[];
  /** Dialogs over the table, by the name that opens them. */
  readonly dialogs?: Readonly<Record<string, TableView>>;
  /** What keys do; TableScreen knows the others. */
  readonly shortcuts?: Readonly<Partial<Record<Shortcut, (scope: TableScope) => void>>>;
  /** Shown next to the name of a player. */
  readonly seatStatus?: Component<{
    store: TableStore;
    table: Table;
    colour: Colour;
    me: readonly Colour[];
  }>;
}

/** Close the cards that can be closed. */
export function closeCards(features: readonly TableFeature[], scope: TableScope): void {
  for (const { card } of features) card?.close?.(scope);
}

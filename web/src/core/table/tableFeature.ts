// What a feature can add to the table screen. The table store and the screen know features only
// through these types; `features.ts` lists the features.
import type { Component } from 'svelte';

import type { Colour, ServerInfo, Table } from '../../protocol.gen';
import type { NamedSeat } from '../players';
import type { View } from '../view';
import type { Shortcut } from './shortcuts';
import type { StateClass } from './tableState';
import type { TableStore } from './tableStore.svelte';

/** The table screen as features see it. */
export interface TableScope {
  readonly server: ServerInfo;
  readonly features: readonly TableFeature[];
  readonly store: TableStore;
  readonly table: Table;
  readonly seats: readonly NamedSeat[];
  /** The seats that are played on this page. */
  readonly me: readonly Colour[];
  readonly openDialog: (name: string | null) => void;
  /** Move the keyboard focus to the question in the action bar. */
  readonly focusPrompt: () => void;
  /** The game ended on this page, so the final scoring is animated. */
  readonly isEnding: boolean;
}

/** A component and its properties at a table; it is hidden if the properties are null. */
export interface TableView<Props extends object = object> {
  readonly view: View<Props>;
  readonly props: (scope: TableScope) => Omit<Props, 'close'> | null;
}

/** Return a view whose properties have a type that the table screen does not know. */
export function tableView<Props extends object>(
  view: View<Props>,
  props: (scope: TableScope) => Omit<Props, 'close'> | null,
): TableView {
  return { view, props } as unknown as TableView;
}

/** A card above the action bar. Of the cards with properties, the highest priority is shown. */
export interface TableCard extends TableView {
  readonly priority: number;
  /** A card that becomes urgent closes a card that can be closed. */
  readonly isUrgent?: (scope: TableScope) => boolean;
  readonly close?: (scope: TableScope) => void;
}

export interface TableButton extends TableView {
  /** The place of the button: before or after the button for the list of decisions. */
  readonly place: 'before-list' | 'after-list';
}

export interface MenuItem {
  /** A lesson or a puzzle has no section `together`. An item of `page` does not close the menu. */
  readonly section: 'game' | 'together' | 'page';
  /** The position in the section, from 0 to 100. */
  readonly order: number;
  /** The value of `data-do`. */
  readonly name: string;
  readonly text: string;
  readonly primary?: boolean;
  /** The item is a link to a file, and `act` is not called. */
  readonly link?: { readonly address: string; readonly fileName: string };
  readonly act: () => void;
}

export interface TableFeature {
  /** Each table has one object of this class; `TableStore.stateOf` returns it. */
  readonly stateClass?: StateClass;
  readonly card?: TableCard;
  readonly notice?: TableView;
  /** Sentences for screen readers. */
  readonly announcements?: (scope: TableScope) => readonly string[];
  /** Whether the feature itself shows a notice of the server. */
  readonly showsNotice?: (notice: string, scope: TableScope) => boolean;
  readonly button?: TableButton;
  readonly menuItems?: (scope: TableScope) => readonly MenuItem[];
  /** Dialogs over the table, by the name that opens them. The shared dialogs open by theirs. */
  readonly dialogs?: Readonly<Record<string, TableView>>;
  /** The actions of keyboard shortcuts. */
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
export function closeCards(scope: TableScope): void {
  for (const { card } of scope.features) card?.close?.(scope);
}

import type { Component } from 'svelte';

/** A component, or a way to load it when it is first shown. */
export type View<Props extends object> =
  | { readonly component: Component<Props> }
  | { readonly load: () => Promise<{ default: Component<Props> }> };

import { tick } from 'svelte';

/** Asks before an action. While it asks, other buttons replace the button of the action. */
export class Confirmation<Action extends string> {
  /** The action in question. */
  action = $state<Action | null>(null);
  /** The element with the buttons; `data-do` names each of them. */
  buttons = $state<HTMLElement>();

  /** Ask, and focus the button that does nothing. */
  async ask(action: Action, cancelButton: string): Promise<void> {
    this.action = action;
    await this.#focus(cancelButton);
  }

  /** Stop asking, and focus the button of the action again. */
  cancel = async (): Promise<void> => {
    const { action } = this;
    this.action = null;
    if (action) await this.#focus(action);
  };

  async #focus(name: string): Promise<void> {
    await tick();
    this.buttons?.querySelector<HTMLElement>(`[data-do="${name}"]`)?.focus();
  }
}

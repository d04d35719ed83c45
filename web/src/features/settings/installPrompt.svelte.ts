/** The install prompt of Chromium; other browsers install apps from their menu. */
interface PromptEvent extends Event {
  prompt(): Promise<unknown>;
}

class InstallPrompt {
  #event = $state.raw<PromptEvent | null>(null);

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.#event = event as PromptEvent;
    });
    addEventListener('appinstalled', () => (this.#event = null));
  }

  get isAvailable(): boolean {
    return this.#event !== null;
  }

  /** Show the prompt, which the browser allows once. */
  show = async (): Promise<void> => {
    const event = this.#event;
    this.#event = null;
    await event?.prompt();
  };
}

export const installPrompt = new InstallPrompt();

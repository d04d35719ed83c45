// Which rule is open over the page: by number, empty for all of them from the beginning.
/** The rule in an address: `#/rules/R5.4`. */
function named(): string | null {
  const [screen, rule = ''] = location.hash.replace(/^#\/?/, '').split('/');
  return screen === 'rules' ? rule : null;
}

class RulesDialogState {
  rule = $state<string | null>(named());

  constructor() {
    addEventListener('hashchange', () => {
      if (named() !== null) this.rule = named();
    });
  }

  open(rule = ''): void {
    this.rule = rule;
  }

  close(): void {
    this.rule = null;
  }
}

export const rulesDialog = new RulesDialogState();

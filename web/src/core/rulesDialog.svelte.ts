// The state of the rules dialog, which opens over any screen.

/** Return the rule in an address such as `#/rules/R5.4`, empty for `#/rules`, else null. */
function ruleInAddress(): string | null {
  const [screen, rule = ''] = location.hash.replace(/^#\/?/, '').split('/');
  return screen === 'rules' ? rule : null;
}

class RulesDialogState {
  /** The number of the rule to show; empty for the beginning; null while the dialog is closed. */
  rule = $state<string | null>(ruleInAddress());

  constructor() {
    addEventListener('hashchange', () => (this.rule = ruleInAddress() ?? this.rule));
  }

  open = (rule = ''): void => void (this.rule = rule);
  close = (): void => void (this.rule = null);
}

export const rulesDialog = new RulesDialogState();

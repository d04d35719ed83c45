/** Which sheet lies over the table; null: none. */
export type Sheet =
  | 'menu'
  | 'list'
  | 'help'
  | 'settings'
  | 'new'
  | 'learn'
  | 'setup'
  | 'report'
  | 'notify'
  | 'over'
  | 'invite'
  | 'sit'
  | null;

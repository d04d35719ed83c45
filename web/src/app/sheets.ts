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
  | 'over'
  | 'invite'
  | 'sit'
  | null;

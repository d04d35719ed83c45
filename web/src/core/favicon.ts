/** Mark the icon of the page in its tab while it is the reader's turn. */
export function markTurn(isTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = isTurn ? './icon-turn.svg' : './icon.svg';
  if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address);
}

// The page's icon among other tabs: with a mark while it is somebody's turn here.

export function markTurn(isTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isTurn ? './icon-turn.svg' : './icon.svg';
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}

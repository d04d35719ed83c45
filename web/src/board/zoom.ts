/** How much larger an element stands on the screen than it is laid out: large screens zoom. */
export function zoomOf(element: HTMLElement): number {
  return element.getBoundingClientRect().width / element.offsetWidth || 1;
}

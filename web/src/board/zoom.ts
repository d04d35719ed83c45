/** Return how much an element is enlarged on the screen. Large screens zoom the whole page. */
export function zoomOf(element: HTMLElement): number {
  return element.getBoundingClientRect().width / element.offsetWidth || 1;
}

// Buttons that replace others do not take the click that was meant for those.

/** How long after the change a click is still meant for the earlier buttons. */
const SETTLE_MS = 1000;

/** Stop the click of a pointer soon after the buttons have changed. Keys are not affected. */
export function stopEarlyClick(event: MouseEvent, changedAt: number): void {
  if (!event.detail || performance.now() - changedAt > SETTLE_MS) return;
  event.preventDefault();
  event.stopPropagation();
}

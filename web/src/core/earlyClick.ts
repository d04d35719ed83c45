/** Ignore a click that was meant for the button that stood there before, within this time. */
const SETTLE_MS = 1000;

/** Stop a click of a pointer soon after the buttons have changed; keys are never that quick. */
export function stopEarlyClick(event: MouseEvent, changedAt: number): void {
  if (!event.detail || performance.now() - changedAt > SETTLE_MS) return;
  event.preventDefault();
  event.stopPropagation();
}

// Functions for events, by the kind of event.
import type { Event } from './types';

export type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>;

/** A function for each kind of event; null for a kind that changes nothing here. */
export type EventHandlers<Args extends unknown[] = [], Result = void> = {
  readonly [Kind in Event['kind']]: ((event: EventOf<Kind>, ...args: Args) => Result) | null;
};

/** Call the function for an event, if there is one. */
export function handleEvent<Args extends unknown[], Result>(
  handlers: Partial<EventHandlers<Args, Result>>,
  event: Event,
  ...args: Args
): Result | undefined {
  const handle = handlers[event.kind] as
    ((event: Event, ...args: Args) => Result) | null | undefined;
  return handle?.(event, ...args);
}

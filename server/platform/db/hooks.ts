/**
 * An event inside a change that others follow in the same transaction. The domain where it happens defines the hook and
 * tells it; a follower registers in its own module. So no domain calls those that stand above it (decision 0049).
 */
export interface Hook<Event> {
  readonly name: string;
  /** For the compiler only: the type of the event. */
  readonly event?: Event;
}

export const defineHook = <Event>(name: string): Hook<Event> => ({ name });

/** Told after all writes of a change, before the commit. */
export const changeEnds = defineHook<void>('change ends');

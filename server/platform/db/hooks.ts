/**
 * Something that happens in a change and that others follow in the same transaction. The domain in which it happens defines
 * the hook and tells of it; who follows it says so in its module. So nobody calls what stands above it (decision 0049).
 */
export interface Hook<Event> {
  readonly name: string;
  /** Only for the compiler: what is told. */
  readonly event?: Event;
}

export const defineHook = <Event>(name: string): Hook<Event> => ({ name });

/** All writes of a change are done, and nothing is committed yet. */
export const changeEnds = defineHook<void>('change ends');

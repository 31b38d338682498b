import type { Change } from './change.ts';

/**
 * Something that happens in a change and that others follow in the same transaction. The domain in which it happens defines
 * the hook and tells of it; who follows it says so in its module. So nobody calls what stands above it (decision 0049).
 */
export interface Hook<Event> {
  readonly name: string;
  /** Only for the compiler: what is told. */
  readonly event?: Event;
}

/** What follows from a hook. What it raises undoes the whole change. */
export interface Follower {
  readonly hook: string;
  readonly run: (change: Change, event: never) => Promise<void>;
}

export const defineHook = <Event>(name: string): Hook<Event> => ({ name });

/** Lets something follow from a hook. Followers of one hook run one after the other, in the order of their domains. */
export const follow = <Event>(
  hook: Hook<Event>,
  run: (change: Change, event: Event) => Promise<void>,
): Follower => ({ hook: hook.name, run });

/** All writes of a change are done, and nothing is committed yet. */
export const changeEnds = defineHook<void>('change ends');

import { useRef, useState } from 'react';
import { type Outcome, runEach } from '../../api/run-each.ts';
import type { Change, TakeBack } from './change.ts';

/** Something with which the same is done as with others. */
export interface Item {
  readonly _id: string;
}

export type Stage<T> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly over: number; readonly all: number }
  /** Some were refused or left, and are named. */
  | { readonly kind: 'told'; readonly outcome: Outcome<T>; readonly done: number };

export interface Done<T> {
  readonly count: number;
  readonly takeBack: ReadonlyMap<T, TakeBack>;
  /** Those with which it could not be done. */
  readonly open: ReadonlySet<string>;
}

/** Makes one change to several things, and remembers what takes it back. */
export function useBulk<T extends Item>(onDone: (done: Done<T>) => void) {
  const [stage, setStage] = useState<Stage<T>>({ kind: 'asking' });
  const stopping = useRef<AbortController | null>(null);
  const all = useRef({ count: 0, takeBack: new Map<T, TakeBack>(), open: new Set<string>() });

  /** @param items all of them, or those that an earlier run left */
  async function run(items: readonly T[], change: Change<T>): Promise<void> {
    const so = all.current;
    stopping.current = new AbortController();
    setStage({ kind: 'running', over: 0, all: items.length });
    const outcome = await runEach(
      items,
      async (item) => {
        const takeBack = await change.apply(item);
        if (takeBack) so.takeBack.set(item, takeBack);
      },
      {
        signal: stopping.current.signal,
        tell: (over) => setStage({ kind: 'running', over, all: items.length }),
      },
    );
    so.count += outcome.done.length;
    for (const { _id } of items) so.open.delete(_id);
    for (const { _id } of [...outcome.refused.map(({ item }) => item), ...outcome.left]) so.open.add(_id);
    if (outcome.refused.length + outcome.left.length > 0) setStage({ kind: 'told', outcome, done: so.count });
    else onDone(so);
  }

  return {
    stage,
    run,
    stop: () => stopping.current?.abort(),
    /** Ends it with what was done. */
    finish: () => onDone(all.current),
  };
}

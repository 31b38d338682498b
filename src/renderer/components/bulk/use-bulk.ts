import { useEffect, useRef, useState } from 'react';
import { type Outcome, runEach } from '../../api/run-each.ts';
import type { Change, TakeBack } from './change.ts';

/** Something with which the same is done as with others. */
export interface Item {
  readonly _id: string;
}

export type Stage<T> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly over: number; readonly all: number }
  /** How the last run ended, and with how many it was done so far. */
  | { readonly kind: 'told'; readonly outcome: Outcome<T>; readonly done: number; readonly undoable: boolean }
  /** What taking it back came to: what stays as it is, and what nobody answered for. */
  | { readonly kind: 'undone'; readonly kept: readonly Kept<T>[]; readonly left: readonly T[] };

/** Not taken back: somebody has changed it since, or the server refused with an error. */
export interface Kept<T> {
  readonly item: T;
  readonly error?: unknown;
}

/** Makes one change to several things, and takes it back again. */
export function useBulk<T extends Item>() {
  const [stage, setStage] = useState<Stage<T>>({ kind: 'asking' });
  const stopping = useRef<AbortController | null>(null);
  const takeBack = useRef(new Map<T, TakeBack>());
  const kept = useRef<Kept<T>[]>([]);
  const done = useRef(new Set<string>());
  // Whoever leaves the screen no longer sees how it goes on: the rest is left undone.
  useEffect(() => () => stopping.current?.abort(), []);

  const inTurn = (items: readonly T[], work: (item: T) => Promise<unknown>): Promise<Outcome<T>> => {
    stopping.current = new AbortController();
    setStage({ kind: 'running', over: 0, all: items.length });
    return runEach(items, work, {
      signal: stopping.current.signal,
      tell: (over) => setStage({ kind: 'running', over, all: items.length }),
    });
  };

  /** @param items all of them, or those that an earlier run left */
  async function run(items: readonly T[], change: Change<T>): Promise<void> {
    const outcome = await inTurn(items, async (item) => {
      const back = await change.apply(item);
      if (back) takeBack.current.set(item, back);
    });
    for (const { _id } of outcome.done) done.current.add(_id);
    const undoable = takeBack.current.size > 0;
    setStage({ kind: 'told', outcome, done: done.current.size, undoable });
  }

  /** Takes back what was done, or the rest of it: the last first, as one may have followed from another. */
  async function undo(): Promise<void> {
    const { refused, left } = await inTurn([...takeBack.current.keys()].reverse(), async (item) => {
      if ((await takeBack.current.get(item)?.()) === false) kept.current.push({ item });
      takeBack.current.delete(item);
      done.current.delete(item._id);
    });
    for (const { item } of refused) takeBack.current.delete(item);
    kept.current.push(...refused);
    setStage({ kind: 'undone', kept: [...kept.current], left });
  }

  return {
    stage,
    run,
    undo,
    stop: () => stopping.current?.abort(),
    /** Those with which it was done and not taken back. */
    settled: (): ReadonlySet<string> => done.current,
  };
}

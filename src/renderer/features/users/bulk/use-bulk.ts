import { useRef, useState } from 'react';
import type { Account } from '#shared/people/users.schemas.ts';
import { type Outcome, runEach } from '../../../api/run-each.ts';
import type { Change, TakeBack } from './changes.ts';

export type Stage =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly over: number; readonly all: number }
  /** Somebody was refused or left, and is named. */
  | { readonly kind: 'told'; readonly outcome: Outcome<Account>; readonly done: number };

export interface Done {
  readonly count: number;
  readonly takeBack: ReadonlyMap<Account, TakeBack>;
  /** Those with whom it could not be done. */
  readonly open: ReadonlySet<string>;
}

/** Runs one change for several people, and remembers what takes it back. */
export function useBulk(onDone: (done: Done) => void) {
  const [stage, setStage] = useState<Stage>({ kind: 'asking' });
  const stopping = useRef<AbortController | null>(null);
  const all = useRef({ count: 0, takeBack: new Map<Account, TakeBack>(), open: new Set<string>() });

  /** @param people all of them, or those that an earlier run left */
  async function run(people: readonly Account[], change: Change): Promise<void> {
    const so = all.current;
    stopping.current = new AbortController();
    setStage({ kind: 'running', over: 0, all: people.length });
    const outcome = await runEach(
      people,
      async (person) => {
        const takeBack = await change.apply(person);
        if (takeBack) so.takeBack.set(person, takeBack);
      },
      {
        signal: stopping.current.signal,
        tell: (over) => setStage({ kind: 'running', over, all: people.length }),
      },
    );
    so.count += outcome.done.length;
    for (const { _id } of people) so.open.delete(_id);
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

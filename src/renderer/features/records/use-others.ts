import { useEffect, useState } from 'react';
import type { Watcher } from '#shared/realtime/frames.ts';
import { listen, useRealtime, watchRecord } from '../../api/realtime.ts';

interface Lease {
  readonly person: Watcher['person'];
  /** In milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Who else has a document open or works on it: other screens, and desktops whose office program holds it.
 * @param editing something is typed here that is not kept yet: the others see it
 */
export function useOthers(record: string, editing: boolean): readonly Watcher[] {
  const { watchers, connected } = useRealtime();
  const leases = useLeases(record);
  useEffect(() => watchRecord(record, editing), [record, editing]);
  const here = connected && watchers?.record === record ? watchers.people : [];
  const others = new Map(here.map((each) => [each.person._id, each]));
  for (const { person } of leases) others.set(person._id, { person, editing: true });
  return [...others.values()].sort((a, b) => Number(b.editing) - Number(a.editing));
}

/** Leases of desktops on a document, as long as they are renewed. */
function useLeases(record: string): readonly Lease[] {
  const [leases, setLeases] = useState<readonly Lease[]>([]);
  useEffect(() => {
    setLeases([]);
    const without = (all: readonly Lease[], person: string): Lease[] =>
      all.filter((each) => each.person._id !== person);
    return listen((message) => {
      if (message.type === 'record.editing' && message.data.recordId === record) {
        const { person, leaseSeconds } = message.data;
        setLeases((all) => [
          ...without(all, person._id),
          { person, until: Date.now() + leaseSeconds * 1000 },
        ]);
      }
      if (message.type === 'record.released' && message.data.recordId === record) {
        const { person } = message.data;
        setLeases((all) => without(all, person._id));
      }
    });
  }, [record]);
  const next = Math.min(...leases.map((each) => each.until));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(
      () => setLeases((all) => all.filter((each) => each.until > Date.now())),
      Math.max(0, next - Date.now()) + 50,
    );
    return () => clearTimeout(timer);
  }, [next]);
  return leases;
}

import { useEffect } from 'react';
import type { Watcher } from '#shared/realtime/frames.ts';
import { useLeases } from '../../api/leases.ts';
import { useRealtime, watchRecord } from '../../api/realtime.ts';

/**
 * The other people who have a document open: in other screens, or in an office program on a desktop.
 * @param editing whether there are unsaved changes here, which the others are told
 */
export function useOtherWatchers(record: string, editing: boolean): readonly Watcher[] {
  const { watchers, connected } = useRealtime();
  const leases = useLeases(record);
  useEffect(() => watchRecord(record, editing), [record, editing]);
  const here = connected && watchers?.record === record ? watchers.people : [];
  const others = new Map(here.map((each) => [each.person._id, each]));
  for (const { person } of leases) others.set(person._id, { person, editing: true });
  return [...others.values()].sort((a, b) => Number(b.editing) - Number(a.editing));
}

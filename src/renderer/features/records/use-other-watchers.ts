import { useEffect } from 'react';
import type { Watcher } from '#shared/realtime/frames.ts';
import { useLeases } from '../../api/leases.ts';
import { useRealtime, watchRecord } from '../../api/realtime.ts';

/**
 * Who else has a document open or works on it: other screens, and desktops whose office program holds it.
 * @param editing something is typed here that is not kept yet: the others see it
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

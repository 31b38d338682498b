import { create } from 'zustand';
import type { Person } from '#shared/platform/primitives.ts';
import { listen } from './realtime.ts';

interface Lease {
  readonly person: Person;
  /** In milliseconds since the epoch. */
  readonly until: number;
}

type Held = Readonly<Record<string, readonly Lease[]>>;

const NOBODY: readonly Lease[] = [];
const useHeld = create<{ held: Held }>(() => ({ held: {} }));
let timer: ReturnType<typeof setTimeout> | undefined;

function set(record: string, change: (leases: readonly Lease[]) => readonly Lease[]): void {
  const { [record]: before = NOBODY, ...others } = useHeld.getState().held;
  const after = change(before);
  useHeld.setState({ held: after.length > 0 ? { ...others, [record]: after } : others });
}

/** Drops leases that were not renewed: a desktop renews every 30 s. */
function sweep(): void {
  clearTimeout(timer);
  const now = Date.now();
  const { held } = useHeld.getState();
  for (const [record, leases] of Object.entries(held)) {
    if (leases.some(({ until }) => until <= now))
      set(record, (all) => all.filter(({ until }) => until > now));
  }
  const next = Math.min(
    ...Object.values(useHeld.getState().held).flatMap((all) => all.map(({ until }) => until)),
  );
  if (Number.isFinite(next)) timer = setTimeout(sweep, Math.max(0, next - Date.now()) + 50);
}

listen((message) => {
  if (message.type !== 'record.editing' && message.type !== 'record.released') return;
  const { recordId, person } = message.data;
  const without = (all: readonly Lease[]) => all.filter((each) => each.person._id !== person._id);
  if (message.type === 'record.released') set(recordId, without);
  else {
    const until = Date.now() + message.data.leaseSeconds * 1000;
    set(recordId, (all) => [...without(all), { person, until }]);
  }
  sweep();
});

/** Who is editing a document in an office program on their desktop. The person themself is left out. */
export const useLeases = (record: string): readonly Lease[] => useHeld(({ held }) => held[record] ?? NOBODY);

import { z } from 'zod';
import { HISTORY_SHOWN, type HistoryItem } from '#shared/calendars/calendars.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { lookup } from '../../access/names.queries.ts';
import { findVersions } from '../../documents/versions/versions.queries.ts';
import { evidenceSight, type LinkedVersion, type Sight } from '../evidence/evidence-sight.ts';
import { findDeletions, findOccurrenceEvents, type OccurrenceEvent } from './occurrence-history.queries.ts';
import type { ListedOccurrence } from './occurrences.queries.ts';

/** How many events are read to know whether all evidence is known to the reader. */
const EVENTS_READ = 500;

/** The part of an event's details that is shown. */
const told = z.object({
  record: z.uuid().nullable().catch(null),
  version: z.uuid().nullable().catch(null),
  note: z.string().nullable().catch(null),
  completedOn: z.string().nullable().catch(null),
  responsible: z.uuid().nullable().catch(null),
});
const read = (side: unknown) => told.parse(side ?? {});

function kindOf(action: string): HistoryItem['kind'] {
  if (action === 'obligation.update') return 'people';
  if (action === 'record.delete') return 'gone';
  if (action === 'record.restore') return 'back';
  return action.split('.').at(-1) as HistoryItem['kind'];
}

/** Whether documents decided, and not a person: who decides says so with a note, or takes one back. */
const isByEvidence = ({ before, after }: OccurrenceEvent): boolean =>
  read(before).note === null && read(after).note === null;

interface Told {
  readonly event: OccurrenceEvent;
  readonly kind: HistoryItem['kind'];
  /** The evidence that it is about; null where it is about none. */
  readonly linked: LinkedVersion | null;
}

/** The events that are about a document, with which one. */
async function withEvidence(executor: Executor, events: readonly OccurrenceEvent[]): Promise<Told[]> {
  const rows = events.map((event) => ({
    event,
    kind: kindOf(event.action),
    version: read(event.after).version ?? read(event.before).version,
    record: read(event.after).record ?? read(event.before).record,
  }));
  const versions = await findVersions(
    executor,
    rows.flatMap(({ version }) => version ?? []),
  );
  const links = rows.filter(({ kind }) => kind === 'link');
  const records = new Map<string, string>([
    ...versions.map(({ id, record_id }) => [id, record_id] as const),
    ...links.flatMap(({ version, record }) => (version && record ? [[version, record] as const] : [])),
  ]);
  const linkers = new Map(links.flatMap(({ version, event }) => (version ? [[version, event.actor]] : [])));
  return rows.map(({ event, kind, version, record }) => {
    if (kind !== 'link' && kind !== 'unlink') return { event, kind, linked: null };
    const id = version ?? '';
    return {
      event,
      kind,
      linked: { record: record ?? records.get(id) ?? '', version: id, by: linkers.get(id) ?? null },
    };
  });
}

/** Whether an event came after another one. Ids grow. */
const isAfter = (one: OccurrenceEvent, other: OccurrenceEvent): boolean =>
  one.at > other.at || (one.at.getTime() === other.at.getTime() && one.id > other.id);

/** That documents were deleted, or had back, while they were linked. */
async function deletionsOf(
  executor: Executor,
  organization: string,
  evidence: readonly Told[],
): Promise<Told[]> {
  const records = new Set(evidence.flatMap(({ linked }) => linked?.record || []));
  const events = await findDeletions(executor, organization, [...records], EVENTS_READ);
  return events.flatMap((event): Told[] => {
    // Events come newest first.
    const last = evidence.find(
      (each) => each.linked?.record === event.target_id && isAfter(event, each.event),
    );
    return last?.kind === 'link' ? [{ event, kind: kindOf(event.action), linked: last.linked }] : [];
  });
}

export interface History {
  readonly items: HistoryItem[];
  /**
   * Whether the reader knows of all evidence that there ever was. What documents decided, and who is said to have met the due
   * day, says when they were linked and by whom: it is for whoever knows of all of them.
   */
  readonly whole: boolean;
}

/**
 * What was done about a due day. Of documents that the reader does not see there is nothing: no time, no person, and not what
 * they decided. Of one that they saw until it was deleted there is everything but its name (docs/domain/calendars.md).
 * @param hidden how many of its linked documents the reader does not see
 */
export async function presentHistory(
  executor: Executor,
  actor: Actor,
  row: ListedOccurrence,
  hidden: number,
): Promise<History> {
  const events = await findOccurrenceEvents(executor, row, EVENTS_READ + 1);
  const own = await withEvidence(executor, events);
  const evidence = own.filter(({ linked }) => linked !== null);
  const all = [...own, ...(await deletionsOf(executor, row.organization, evidence))];
  const sight = await evidenceSight(
    executor,
    actor,
    evidence.flatMap(({ linked }) => linked ?? []),
  );
  const whole =
    hidden === 0 &&
    events.length <= EVENTS_READ &&
    evidence.every(({ linked }) => linked !== null && sight(linked) !== null);
  const known = all.flatMap(({ event, kind, linked }) => {
    const seen: Sight = linked && sight(linked);
    const decided = linked === null && kind !== 'people' && isByEvidence(event);
    if (linked ? seen === null : decided && !whole) return [];
    return [{ event, kind, linked, seen, after: read(event.after) }];
  });
  const shown = known.sort((a, b) => (isAfter(a.event, b.event) ? -1 : 1)).slice(0, HISTORY_SHOWN);
  const names = await lookup(executor, {
    people: shown.flatMap(({ event, after }) => [event.actor, after.responsible].filter((id) => id !== null)),
  });
  const person = (id: string | null) => (id === null ? null : (names.people.get(id) ?? null));
  const items = shown.map(
    ({ event, kind, linked, seen, after }): HistoryItem => ({
      _id: event.id,
      kind,
      // Who deletes a document is for whoever sees the bin.
      by: kind === 'gone' || kind === 'back' ? null : person(event.actor),
      at: event.at.toISOString(),
      record: linked && seen?.kind === 'seen' ? { _id: linked.record, title: seen.title } : null,
      note: after.note ?? '',
      responsible: kind === 'people' ? person(after.responsible) : null,
    }),
  );
  return { items, whole };
}

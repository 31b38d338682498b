import type { Occurrence, OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { doneBetween, isAccepted, statusOn } from '#shared/calendars/status.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { type Lookups, lookup } from '../access/names.queries.ts';
import { findServed } from '../documents/versions/versions.queries.ts';
import { mayEditCalendar, mayFulfil } from './calendars.policy.ts';
import { foldersFor } from './calendars.presenter.ts';
import { todayIn } from './make-occurrences.ts';
import { findEvidence, findSeenTitles, type LinkedEvidence } from './occurrence-evidence.queries.ts';
import type { ListedOccurrence } from './occurrences.queries.ts';

const counts = (row: ListedOccurrence, each: LinkedEvidence): boolean =>
  isAccepted(
    { minCount: row.min_count, acceptedStates: row.accepted_states },
    { state: each.state, there: each.there, accepted: each.accepted_at !== null },
  );

function present(row: ListedOccurrence, names: Lookups, now: Date): Occurrence {
  const { due_on: dueOn, decision, completed_on: completedOn, lead_days: leadDays } = row;
  return {
    _id: row.id,
    calendar: { _id: row.calendar_id, name: row.calendar_name, color: row.color },
    obligation: { _id: row.obligation_id, title: row.title, authority: row.authority },
    period: row.period,
    dueOn,
    status: statusOn({ decision, dueOn, completedOn, leadDays }, todayIn(row, now)),
    decision,
    completedOn,
    responsible: row.responsible ? (names.people.get(row.responsible) ?? null) : null,
    backup: row.backup ? (names.people.get(row.backup) ?? null) : null,
    evidence: { minCount: row.min_count },
    rev: row.rev,
  };
}

/** Due days with their statuses, which are the same for everybody. Says nothing about documents. */
export async function presentOccurrences(
  executor: Executor,
  rows: readonly ListedOccurrence[],
  now: Date,
): Promise<Occurrence[]> {
  const names = await lookup(executor, {
    people: rows.flatMap((row) => [row.responsible, row.backup].filter((each) => each !== null)),
  });
  return rows.map((row) => present(row, names, now));
}

/**
 * A due day with its evidence. Of documents that the caller does not see it says only how many there are; a
 * reader sees published versions only (docs/domain/calendars.md).
 */
export async function presentSheet(
  executor: Executor,
  actor: Actor,
  row: ListedOccurrence,
  editors: readonly string[],
  now: Date,
): Promise<OccurrenceSheet> {
  const linked = (await findEvidence(executor, [row.id])).get(row.id) ?? [];
  const titles = await findSeenTitles(
    executor,
    actor,
    linked.filter((each) => each.there).map((each) => each.record_id),
  );
  const served = await findServed(
    executor,
    linked.map((each) => each.version_id),
  );
  const people = [row.responsible, row.backup, row.completed_by, row.decided_by].filter(
    (each) => each !== null,
  );
  const names = await lookup(executor, {
    people: [...people, ...linked.map((each) => each.linked_by)],
    types: [row.document_type],
  });
  const folders = await foldersFor(executor, actor, [row.folder_id]);
  const person = (user: string | null) => (user ? (names.people.get(user) ?? null) : null);
  const shown = linked.flatMap((each): OccurrenceSheet['shown'] => {
    const title = titles.get(each.record_id);
    if (!title || !(title.working || served.has(each.version_id))) return [];
    return [
      {
        version: each.version_id,
        record: { _id: each.record_id, title: title.title },
        number: each.number,
        state: each.state,
        accepted: counts(row, each),
        linkedBy: person(each.linked_by) ?? { _id: each.linked_by, firstname: '', lastname: '' },
        linkedAt: each.linked_at.toISOString(),
      },
    ];
  });
  return {
    ...present(row, names, now),
    legalBasis: row.legal_basis,
    folder: row.folder_id ? (folders.get(row.folder_id) ?? null) : null,
    documentType: row.document_type ? (names.types.get(row.document_type) ?? null) : null,
    acceptedStates: row.accepted_states,
    evidence: {
      minCount: row.min_count,
      linked: shown.length,
      accepted: shown.filter(({ accepted }) => accepted).length,
      hidden: linked.length - shown.length,
    },
    shown,
    completedBy: person(row.completed_by),
    decidedBy: person(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    doneBetween: doneBetween(row.due_on, todayIn(row, now)),
    may: { fulfil: mayFulfil(actor, editors, row), decide: mayEditCalendar(actor, editors) },
  };
}

import type { Occurrence, OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { doneBetween, isAccepted, statusOn } from '#shared/calendars/status.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { type Lookups, lookup } from '../../access/names.queries.ts';
import { mayEditCalendar, mayFulfil } from '../calendars.policy.ts';
import { foldersFor, librarySeen } from '../calendars.presenter.ts';
import { presentComments } from '../comments/occurrence-comments.presenter.ts';
import { findAsked } from '../comments/occurrence-comments.queries.ts';
import { draftOfEvidence } from '../evidence/evidence-draft.ts';
import { evidenceSight, type LinkedVersion } from '../evidence/evidence-sight.ts';
import { findEvidence, type LinkedEvidence } from '../evidence/occurrence-evidence.queries.ts';
import { findOwnUploads } from '../evidence/occurrence-uploads.queries.ts';
import { todayIn } from './make-occurrences.ts';
import { presentHistory } from './occurrence-history.ts';
import type { ListedOccurrence } from './occurrences.queries.ts';

const counts = (row: ListedOccurrence, each: LinkedEvidence): boolean =>
  isAccepted(
    { minCount: row.min_count, acceptedStates: row.accepted_states },
    { state: each.state, there: each.there, accepted: each.accepted_at !== null },
  );

const linkedVersion = (each: LinkedEvidence): LinkedVersion => ({
  record: each.record_id,
  version: each.version_id,
  by: each.linked_by,
});

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
  const sight = await evidenceSight(executor, actor, linked.map(linkedVersion));
  const people = [row.responsible, row.backup, row.completed_by, row.decided_by].filter(
    (each) => each !== null,
  );
  const names = await lookup(executor, {
    people: [...people, ...linked.map((each) => each.linked_by)],
    types: [row.document_type],
    groups: [librarySeen(actor, row.group_id)].filter((group) => group !== null),
    labels: row.labels,
  });
  const folders = await foldersFor(executor, actor, [row.folder_id]);
  const person = (user: string | null) => (user ? (names.people.get(user) ?? null) : null);
  const shown = linked.flatMap((each): OccurrenceSheet['shown'] => {
    const seen = sight(linkedVersion(each));
    if (!each.there || seen?.kind !== 'seen') return [];
    return [
      {
        version: each.version_id,
        record: { _id: each.record_id, title: seen.title },
        number: each.number,
        state: each.state,
        accepted: counts(row, each),
        linkedBy: person(each.linked_by) ?? { _id: each.linked_by, firstname: '', lastname: '' },
        linkedAt: each.linked_at.toISOString(),
      },
    ];
  });
  // Also a version that was discarded, of a document that they see.
  const gone = linked.filter((each) => {
    const seen = sight(linkedVersion(each));
    return seen?.kind === 'gone' || (seen !== null && !each.there);
  }).length;
  const hidden = linked.length - shown.length - gone;
  const history = await presentHistory(executor, actor, row, hidden);
  const fulfil = mayFulfil(actor, editors, row);
  const { now: isAsked } = await findAsked(executor, row.id, actor.user);
  const may = { fulfil, give: fulfil || isAsked, decide: mayEditCalendar(actor, editors) };
  const folder = row.folder_id ? (folders.get(row.folder_id) ?? null) : null;
  const listed = present(row, names, now);
  return {
    ...listed,
    obligation: { ...listed.obligation, version: row.obligation_version },
    legalBasis: row.legal_basis,
    library: folder?.group ?? names.groups.get(librarySeen(actor, row.group_id) ?? '') ?? null,
    labels: row.labels.flatMap((label) => names.labels.get(label) ?? []),
    folder,
    documentType: row.document_type ? (names.types.get(row.document_type) ?? null) : null,
    acceptedStates: row.accepted_states,
    evidence: {
      minCount: row.min_count,
      linked: shown.length,
      accepted: shown.filter(({ accepted }) => accepted).length,
      hidden,
      gone,
    },
    shown,
    uploading: await findOwnUploads(executor, row.id, actor.user),
    draft: may.give ? await draftOfEvidence(executor, actor, row) : null,
    history: history.items,
    comments: await presentComments(executor, actor, row, fulfil),
    completedBy: row.min_count === 0 || history.whole ? person(row.completed_by) : null,
    decidedBy: person(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    doneBetween: doneBetween(row.due_on, todayIn(row, now)),
    may,
  };
}

import type { ObligationFields } from '#shared/calendars/calendars.schemas.ts';
import { problemOf } from '#shared/calendars/schedule.ts';
import { customSentence } from '#shared/platform/texts/sentences.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import { invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';
import { insertObligation, type KnownCalendar, type ObligationRow } from '../calendars.queries.ts';
import { horizonOf, madeFrom, makeOccurrences, todayIn } from '../occurrences/make-occurrences.ts';
import { t } from '../texts.ts';
import { findFolderLibrary, findKnown } from './obligation-targets.queries.ts';

/**
 * Refuses an obligation that refers to something missing, or whose due days cannot be computed. What it referred to
 * before may stay.
 * @throws invalid at the field
 */
export async function checkObligation(
  { trx, at }: Pick<Change, 'trx' | 'at'>,
  actor: Actor,
  calendar: KnownCalendar,
  body: ObligationFields,
  before?: ObligationRow,
): Promise<void> {
  const problem = problemOf(body, horizonOf(todayIn(calendar, at)), calendar.free);
  if (problem) throw invalid(problem.field, customSentence(problem.problem));
  const of = actor.organization;
  for (const field of ['responsible', 'backup'] as const) {
    const user = body[field];
    if (user === null || user === before?.[field]) continue;
    if (!(await findKnown(trx, 'users', of, [user])).has(user)) throw invalid(field, t('obligation.person'));
  }
  const { documentType } = body;
  if (
    documentType !== null &&
    !(await findKnown(trx, 'document_types', of, [documentType])).has(documentType)
  ) {
    throw invalid('documentType', t('obligation.type'));
  }
  const labels = await findKnown(trx, 'labels', of, body.labels);
  if (body.labels.some((label) => !labels.has(label) && !before?.labels.includes(label))) {
    throw invalid('labels', t('obligation.label'));
  }
}

/**
 * Where the documents of an obligation belong: a folder with its library, or a library alone. What the caller does not see
 * was not on their screen, and stays.
 * @throws invalid at the field
 */
export async function placeOf(
  trx: Change['trx'],
  actor: Actor,
  { group, folder }: Pick<ObligationFields, 'group' | 'folder'>,
  before?: ObligationRow,
): Promise<{ group_id: string | null; folder_id: string | null }> {
  const kept = before && { group_id: before.group_id, folder_id: before.folder_id };
  if (folder !== null) {
    if (kept && folder === kept.folder_id) return kept;
    const place = await findFolderLibrary(trx, actor.organization, folder);
    if (!place || !canSeeLibrary(actor, place.group_id)) throw invalid('folder', t('obligation.folder'));
    return { group_id: place.group_id, folder_id: folder };
  }
  if (group !== null) {
    const known = await findKnown(trx, 'groups', actor.organization, [group]);
    if (group !== kept?.group_id && !(known.has(group) && canSeeLibrary(actor, group))) {
      throw invalid('group', t('obligation.library'));
    }
    return { group_id: group, folder_id: null };
  }
  const hidden = kept && kept.group_id !== null && !canSeeLibrary(actor, kept.group_id);
  return hidden ? kept : { group_id: null, folder_id: null };
}

export const columnsOf = (body: ObligationFields) => ({
  title: body.title,
  authority: body.authority,
  legal_basis: body.legalBasis,
  document_type: body.documentType,
  labels: body.labels,
  responsible: body.responsible,
  backup: body.backup,
  recurrence: body.recurrence,
  starts_on: body.startsOn,
  ends_on: body.endsOn,
  day_kind: body.dayKind,
  non_working: body.nonWorkingPolicy,
  term_days: body.termDays,
  lead_days: [...body.leadDays].sort((a, b) => b - a),
  min_count: body.minCount,
  accepted_states: [...body.acceptedStates].sort(),
});

/** What an audit event says of it. */
export function audited(row: object): Record<string, unknown> {
  const left = [
    'id',
    'organization',
    'created_at',
    'updated_at',
    // `active` says it.
    'inactive_since',
    'made_from',
    'made_to',
    'name_key',
    'created_by',
    'free',
    // The title says whom it is for.
    'series',
    'party',
    'away',
    'kept_end',
  ];
  return Object.fromEntries(Object.entries(row).filter(([key]) => !left.includes(key)));
}

/** What changed, before and after. */
export function difference(before: object, after: object) {
  const [old, renewed] = [audited(before), audited(after)];
  const changed = Object.keys(renewed).filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(renewed[key]),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(old), after: pick(renewed) };
}

/** Adds an obligation to a calendar, with its due days. The calendar's row must be locked. */
export async function addObligation(
  change: Change,
  actor: Actor,
  calendar: KnownCalendar,
  body: ObligationFields,
): Promise<ObligationRow> {
  await checkObligation(change, actor, calendar, body);
  const place = await placeOf(change.trx, actor, body);
  const row = await insertObligation(change.trx, {
    id: newId(),
    organization: actor.organization,
    calendar_id: calendar.id,
    ...{ ...columnsOf(body), ...place },
    made_from: madeFrom(body.startsOn),
    made_to: null,
    series: null,
    party: null,
    kept_end: null,
    version: 1,
    created_at: change.at,
    updated_at: change.at,
  });
  change.audit({
    action: 'obligation.create',
    targetType: 'obligation',
    targetId: row.id,
    after: audited(row),
  });
  await makeOccurrences(change, calendar, row);
  return row;
}

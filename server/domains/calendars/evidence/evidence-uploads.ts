import type { Change } from '../../../platform/db/change.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import type { BegunEvidence, ConfirmedVersion } from '../../documents/documents.hooks.ts';
import { mayFulfil } from '../calendars.policy.ts';
import { findCalendar } from '../calendars.queries.ts';
import { findAsked } from '../comments/occurrence-comments.queries.ts';
import { answerByEvidence } from '../comments/occurrence-comments.ts';
import { lockOccurrence, touchOccurrence, updateOccurrence } from '../occurrences/occurrences.queries.ts';
import { t } from '../texts.ts';
import { judgeEvidence } from './judge-evidence.ts';
import { findEvidence, insertEvidence } from './occurrence-evidence.queries.ts';
import {
  countOccurrenceUploads,
  insertOccurrenceUpload,
  takeOccurrenceUploads,
} from './occurrence-uploads.queries.ts';

/** Maximum number of documents that one due day may have as evidence. */
export const EVIDENCE_MAX = 20;

/**
 * Keeps that a document was made to show that a due day was met. It is written with the document, so the link survives a
 * page that is closed and an upload that is resumed on another day.
 * @throws invalid, forbidden: then the document is not made either
 */
export async function beginEvidence(
  change: Change,
  { actor, record, occurrence }: BegunEvidence,
): Promise<void> {
  const row = await lockOccurrence(change.trx, actor.organization, occurrence);
  if (!row) throw invalid('evidenceFor', t('evidence.gone'));
  const editors = (await findCalendar(change.trx, actor.organization, row.calendar_id))?.editors ?? [];
  const may = mayFulfil(actor, editors, row) || (await findAsked(change.trx, row.id, actor.user)).now;
  if (!may) throw new ApiError('forbidden', { evidenceFor: t('evidence.others') });
  if (row.decision === 'waived' || row.decision === 'cancelled') {
    throw invalid('evidenceFor', t('evidence.closed'));
  }
  const linked = (await findEvidence(change.trx, [row.id])).get(row.id) ?? [];
  if (linked.length + (await countOccurrenceUploads(change.trx, row.id)) >= EVIDENCE_MAX) {
    throw invalid('evidenceFor', t('evidence.full', { max: EVIDENCE_MAX }));
  }
  const { organization, user: asked_by } = actor;
  await insertOccurrenceUpload(change.trx, {
    record_id: record,
    organization,
    occurrence_id: row.id,
    asked_by,
  });
  await touchOccurrence(change.trx, row.id);
  change.audit({
    action: 'occurrence.evidence.begin',
    targetType: 'occurrence',
    targetId: row.id,
    after: { record },
  });
}

/**
 * Links the documents that were begun as evidence and whose bytes are there now, whichever version brought them. What was
 * decided about the due day meanwhile stays.
 */
export async function linkArrivedEvidence(
  change: Change,
  { confirmed }: { readonly confirmed: readonly ConfirmedVersion[] },
): Promise<void> {
  const versions = new Map(
    confirmed.filter(({ first }) => first).map(({ record, version }) => [record.id, version.id]),
  );
  for (const begun of await takeOccurrenceUploads(change.trx, [...versions.keys()])) {
    const { organization, occurrence_id, record_id, asked_by } = begun;
    const row = await lockOccurrence(change.trx, organization, occurrence_id);
    const version_id = versions.get(record_id);
    if (!row || version_id === undefined) continue;
    await insertEvidence(change.trx, {
      ...{ organization, occurrence_id, record_id, version_id },
      ...{ linked_by: asked_by, linked_at: change.at, accepted_at: null },
    });
    await updateOccurrence(change.trx, row.id, { touched: true });
    change.audit({
      action: 'occurrence.evidence.link',
      targetType: 'occurrence',
      targetId: row.id,
      after: { record: record_id, version: version_id },
    });
    await judgeEvidence(change, row);
    await answerByEvidence(change, row, asked_by);
  }
}

import type { RecordCreated } from '#shared/documents/records.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { lookup } from '../../access/names.queries.ts';
import { findSeen } from '../faces/faces.queries.ts';
import { limitHiddenNames } from '../faces/hidden-names.ts';
import { t } from '../texts.ts';
import { findByOperation, getVersion } from '../versions/versions.queries.ts';
import { insertRecords, type RecordDraft, type WrittenRecord } from './new-records.queries.ts';
import { presentRecord, presentVersion } from './record.presenter.ts';

/** Writes records with their first versions, and the audit events. @throws code_taken, rate_limited */
export async function writeRecords(
  change: Change,
  actor: Actor,
  drafts: readonly RecordDraft[],
  seqs: ReadonlyMap<string, number>,
  operation: (index: number) => string | null,
): Promise<WrittenRecord[]> {
  const { organization, user, timezone } = actor;
  const context = { organization, user, timezone, at: change.at, seqs, operation };
  const made = await insertRecords(change.trx, drafts, context).catch(rethrowCodeTaken);
  await limitHiddenNames(
    change,
    actor,
    made.map(({ record, face }, index) => ({
      record: record.id,
      group: record.group_id,
      folder: record.folder_id,
      wanted: drafts[index]?.name ?? face.name,
      given: face.disk_name,
    })),
  );
  for (const [index, draft] of drafts.entries()) {
    change.audit({
      action: 'record.create',
      targetType: 'record',
      targetId: made[index]?.record.id ?? '',
      after: {
        title: draft.title,
        group: draft.library.id,
        folder: draft.folder,
        state: draft.state,
        name: draft.name,
      },
    });
  }
  return made;
}

/**
 * The record that an operation has made, or null. A version keeps the operation for good, longer than the call's answer
 * is kept.
 */
export async function madeBefore(
  db: Executor,
  actor: Actor,
  operation: string | null,
  error: unknown,
): Promise<RecordCreated> {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (!operation || code !== '23505' || constraint !== 'versions_operation') throw error;
  const version = await findByOperation(db, actor.user, operation);
  if (!version || version.base !== null) throw new ApiError('idempotency_mismatch');
  return presentCreated(db, actor, { record: version.record_id, version: version.id });
}

/** A record that was made just now, and its first version. */
export async function presentCreated(
  executor: Executor,
  actor: Actor,
  made: { readonly record: string; readonly version: string },
): Promise<RecordCreated> {
  const seen = await findSeen(executor, actor, made.record);
  const version = await getVersion(executor, made.version);
  if (!seen) throw notFound();
  const names = await lookup(executor, { people: [actor.user] });
  const { current_version: currentVersion, published_version: publishedVersion } = seen.record;
  const context = { group: seen.face.group_id, currentVersion, publishedVersion };
  return {
    record: await presentRecord(executor, actor, seen),
    version: presentVersion(version, context, names, actor),
  };
}

/**
 * Throws `code_taken` where the database refused a code that another record of the organization has
 * (record_faces_code).
 */
export function rethrowCodeTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'record_faces_code') {
    throw new ApiError('code_taken', { code: t('records.code') });
  }
  throw error;
}

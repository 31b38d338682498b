import type {
  EntryCreate,
  RecordCreate,
  RecordCreated,
  Record as RecordView,
} from '#shared/documents/records.schemas.ts';
import { type Actor, ownAmong } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { requireRoom } from '../../../platform/uploads/room.ts';
import { type UploadRules, uploadRules } from '../../../platform/uploads/upload-limit.ts';
import { lockLibraries } from '../../access/lock-libraries.ts';
import { evidenceBegun } from '../documents.hooks.ts';
import { findSeen } from '../faces/faces.queries.ts';
import { type Library, loadLibrary } from './library.queries.ts';
import { madeBefore, presentCreated, writeRecords } from './new-record.ts';
import type { RecordDraft } from './new-records.queries.ts';
import { presentRecord } from './record.presenter.ts';
import { draftOfEntry, draftOfRecord } from './record-drafts.ts';

/** How a call came: its idempotency key and, where a screen asked a desktop for it, the one-operation token. */
export interface CallMarks {
  readonly operation: string | null;
  readonly operationToken: string | null;
}

export interface RecordsDeps extends Deps {
  /** Checks and spends the one-operation token of a sync message. */
  readonly spendOperation: (
    change: Change,
    actor: Actor,
    token: string,
    use: { type: 'create record' | 'upload new version'; record?: string; base?: string },
  ) => Promise<void>;
}

export type BatchCreated =
  | { ok: true; record: string; version: string; key: string }
  | { ok: false; error: ApiError };

export function createRecordsService(deps: RecordsDeps) {
  const { db, changes } = deps;

  async function createOne(
    caller: Actor,
    group: string,
    marks: CallMarks,
    draftIn: (library: Library, rules: UploadRules) => RecordDraft,
    occurrence?: string,
  ) {
    const made = changes.run(caller, async (change): Promise<RecordCreated> => {
      const { seqs, actor } = await lockLibraries(change, caller, ownAmong(caller, [group]));
      const library = await loadLibrary(change.trx, actor, group);
      const draft = draftIn(library, await uploadRules(change.trx, deps.config, actor.organization));
      await requireRoom(change.trx, deps, actor, draft.size ?? 0);
      if (marks.operationToken)
        await deps.spendOperation(change, actor, marks.operationToken, { type: 'create record' });
      const [made] = await writeRecords(change, actor, [draft], seqs, () => marks.operation);
      if (!made) throw new ApiError('internal');
      if (occurrence !== undefined)
        await change.tell(evidenceBegun, { actor, record: made.record.id, occurrence });
      return presentCreated(change.trx, actor, { record: made.record.id, version: made.version.id });
    });
    return made.catch((error: unknown) => madeBefore(db, caller, marks.operation, error));
  }

  return {
    async get(actor: Actor, id: string): Promise<RecordView> {
      const seen = await findSeen(db, actor, id);
      if (!seen) throw notFound();
      return presentRecord(db, actor, seen, deps.now());
    },
    /** The wizard's call (`POST docs/records`, docs/protocols/rest.md). */
    create: (actor: Actor, body: RecordCreate, marks: CallMarks): Promise<RecordCreated> =>
      createOne(
        actor,
        body.group,
        marks,
        (library, rules) => ({
          ...draftOfRecord(actor, library, body, rules),
          // The fields are the wizard's and the file is a desktop's: it counts as a sync upload, with its review request
          // (docs/protocols/sync.md).
          origin: marks.operationToken ? 'sync' : 'web',
        }),
        body.evidenceFor,
      ),
    /** The call of the library manager and of a desktop (`POST docs`, docs/protocols/rest.md). */
    createEntry: (actor: Actor, body: EntryCreate, marks: CallMarks): Promise<RecordCreated> =>
      createOne(actor, body.group, marks, (library, rules) => draftOfEntry(actor, library, body, rules)),
    /** Creates many in one transaction. One that is refused does not stop the others. */
    createBatch: (caller: Actor, items: readonly EntryCreate[], marks: CallMarks): Promise<BatchCreated[]> =>
      changes.run(caller, async (change) => {
        const groups = [...new Set(items.map((item) => item.group))];
        const { seqs, actor } = await lockLibraries(change, caller, ownAmong(caller, groups));
        if (marks.operationToken) {
          // A one-operation token is for one document.
          if (items.length > 1) throw new ApiError('operation_spent');
          await deps.spendOperation(change, actor, marks.operationToken, { type: 'create record' });
        }
        const libraries = new Map<string, Promise<Library>>();
        const rules = await uploadRules(change.trx, deps.config, actor.organization);
        const results: BatchCreated[] = [];
        const good: { at: number; draft: RecordDraft }[] = [];
        for (const [at, item] of items.entries()) {
          try {
            const loading = libraries.get(item.group) ?? loadLibrary(change.trx, actor, item.group);
            libraries.set(item.group, loading);
            good.push({ at, draft: draftOfEntry(actor, await loading, item, rules) });
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            results[at] = { ok: false, error };
          }
        }
        const size = good.reduce((sum, { draft }) => sum + (draft.size ?? 0), 0);
        await requireRoom(change.trx, deps, actor, size);
        if (good.length > 0) {
          const operation = (index: number) =>
            marks.operation ? `${marks.operation}#${good[index]?.at}` : null;
          const made = await writeRecords(
            change,
            actor,
            good.map(({ draft }) => draft),
            seqs,
            operation,
          );
          for (const [index, { at }] of good.entries()) {
            const one = made[index];
            if (!one) continue;
            const { record, version } = one;
            results[at] = { ok: true, record: record.id, version: version.id, key: version.key };
          }
        }
        return results;
      }),
  };
}

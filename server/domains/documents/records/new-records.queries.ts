import type { Transaction } from 'kysely';
import type { Scope } from '#shared/access/scopes.ts';
import { type RecordState, STATE } from '#shared/access/states.ts';
import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import { addMonths, type Day } from '#shared/platform/days.ts';
import { clashKey, uniqueDiskName } from '#shared/platform/files/names.ts';
import { todayOf } from '../../../platform/actor.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { newId } from '../../../platform/ids.ts';
import { insertWorkingFaces } from '../faces/face-writer.queries.ts';
import type { FaceRow, RecordRow, VersionRow } from '../faces/faces.queries.ts';
import type { Library } from './library.queries.ts';

/** A document that passed every rule and only has to be written. */
export interface RecordDraft {
  readonly library: Library;
  readonly folder: string | null;
  readonly title: string;
  readonly name: string;
  readonly type: string;
  /** Why its file seems unfinished; null where it does not. */
  readonly unfinished?: Unfinished | null;
  readonly notes: string;
  readonly state: RecordState;
  readonly labels: readonly string[];
  readonly authors: readonly string[];
  readonly documentType: string | null;
  readonly scope: Scope;
  readonly code: string | null;
  readonly date: string;
  readonly issuedOn: string | null;
  readonly expiresOn: string | null;
  readonly origin: 'web' | 'sync' | 'api' | 'collab';
  /** The bytes of its file, where the client told. */
  readonly size?: number | null;
  /** Its bytes, where they lie in the storage already. The document is then ready at once. */
  readonly arrived?: { readonly size: number; readonly sha256: string };
}

interface NewRecord {
  readonly record: string;
  readonly version: string;
  readonly key: string;
}

/** A new document as it was written. */
export interface WrittenRecord {
  readonly record: RecordRow;
  readonly face: FaceRow;
  readonly version: VersionRow;
}

export interface NewRecordContext {
  readonly organization: string;
  readonly user: string;
  /** The organization's time zone. */
  readonly timezone: string;
  readonly at: Date;
  /** The seq of each library, taken in this transaction (nextSeqs). Its lock keeps the library's names from changing. */
  readonly seqs: ReadonlyMap<string, number>;
  /** Kept on the version for good. */
  readonly operation: (index: number) => string | null;
}

/** The number of a record's first version. */
const FIRST_NUMBER = 1;

const ROOT = '00000000-0000-0000-0000-000000000000';

/**
 * Writes records with their first versions: five statements, however many there are. A version whose bytes have arrived
 * is ready and current (docs/domain/states-and-versions.md), the others are pending.
 */
export async function insertRecords(
  trx: Transaction<Schema>,
  drafts: readonly RecordDraft[],
  context: NewRecordContext,
): Promise<WrittenRecord[]> {
  const { organization, user, at, seqs } = context;
  const made = drafts.map(() => ({ record: newId(), version: newId(), key: newId() }));
  const rows = drafts.map((draft, index) => ({
    id: made[index]?.record ?? '',
    organization,
    group_id: draft.library.id,
    folder_id: draft.folder,
    scope: draft.scope,
    created_by: user,
    created_at: at,
    updated_at: at,
    seq: seqs.get(draft.library.id) ?? 0,
    ...(draft.arrived && {
      ready: true,
      current_version: made[index]?.version ?? '',
      published_version: draft.state === STATE.published ? (made[index]?.version ?? '') : null,
      next_number: FIRST_NUMBER + 1,
    }),
  }));
  const records = await trx.insertInto('records').values(rows).returningAll().execute();
  await trx
    .insertInto('record_authors')
    .values(
      drafts.flatMap((draft, index) =>
        draft.authors.map((author, position) => ({
          organization,
          record_id: made[index]?.record ?? '',
          user_id: author,
          position,
        })),
      ),
    )
    .execute();
  const names = await takeNames(trx, drafts, made);
  const faces = await insertWorkingFaces(
    trx,
    drafts.map((draft, index) => ({
      record: rows[index] as (typeof rows)[number],
      authors: draft.authors,
      title: draft.title,
      name: draft.name,
      notes: draft.notes,
      labels: [...draft.labels],
      document_type: draft.documentType,
      code: draft.code,
      date: draft.date,
      issued_on: draft.issuedOn,
      valid_from: null,
      expires_on: draft.expiresOn,
      next_review_on: nextReview(draft, todayOf(context, at)),
      disk_name: names[index] ?? draft.name,
      file_type: draft.type,
      state: draft.state,
      search_extra: extraOf(draft),
      ...(draft.arrived && {
        ready: true,
        version_id: made[index]?.version ?? '',
        number: FIRST_NUMBER,
        size: draft.arrived.size,
      }),
    })),
  );
  const versions = await trx
    .insertInto('versions')
    .values(
      drafts.map((draft, index) => ({
        id: made[index]?.version ?? '',
        organization,
        record_id: made[index]?.record ?? '',
        state: draft.state,
        key: made[index]?.key ?? '',
        name: draft.name,
        type: draft.type,
        base: null,
        origin: draft.origin,
        operation: context.operation(index),
        announced: draft.arrived ? null : (draft.size ?? null),
        created_by: user,
        created_at: at,
        last_byte_at: at,
        unfinished: draft.unfinished ?? null,
        ...(draft.arrived
          ? {
              ...draft.arrived,
              status: 'ready' as const,
              number: FIRST_NUMBER,
              ready_at: at,
              was_published: isServed(draft.state),
            }
          : { status: 'pending' as const }),
      })),
    )
    .returningAll()
    .execute();
  return inOrder(made, records, faces, versions);
}

/** Whether readers are served a document that begins in this state. */
export const isServed = (state: RecordState): boolean =>
  state === STATE.published || state === STATE.obsolete;

/** Puts rows into the order of the drafts: the statements return them in none. */
function inOrder(
  made: readonly NewRecord[],
  records: readonly RecordRow[],
  faces: readonly FaceRow[],
  versions: readonly VersionRow[],
): WrittenRecord[] {
  const recordsById = new Map(records.map((record) => [record.id, record]));
  const facesByRecord = new Map(faces.map((face) => [face.record_id, face]));
  const versionsById = new Map(versions.map((version) => [version.id, version]));
  return made.map((each) => {
    const record = recordsById.get(each.record);
    const face = facesByRecord.get(each.record);
    const version = versionsById.get(each.version);
    if (!record || !face || !version) throw new Error('a record was not written');
    return { record, face, version };
  });
}

/** The day of the next review, where the document type says after how many months. */
function nextReview({ documentType, library }: RecordDraft, today: Day): Day | null {
  const months = library.types.get(documentType ?? '')?.review_months ?? null;
  return months === null ? null : addMonths(today, months);
}

/** Names of labels and authors: search finds a document by them too. */
const extraOf = (draft: RecordDraft): string =>
  [
    ...draft.labels.map((id) => draft.library.labels.get(id)?.name ?? ''),
    ...draft.authors.map((id) => {
      const author = draft.library.members.get(id);
      return author ? `${author.firstname} ${author.lastname}` : '';
    }),
  ].join(' ');

/** A free name on disk for each, all reserved at once. */
async function takeNames(
  trx: Transaction<Schema>,
  drafts: readonly RecordDraft[],
  made: readonly NewRecord[],
): Promise<string[]> {
  const taken = new Map<string, Set<string>>();
  const folderOf = (draft: RecordDraft): string => `${draft.library.id}/${draft.folder ?? ROOT}`;
  const names: string[] = drafts.map(() => '');
  let open = drafts.map((_, index) => index);
  while (open.length > 0) {
    for (const index of open) {
      const draft = drafts[index] as RecordDraft;
      const folder = taken.get(folderOf(draft)) ?? new Set<string>();
      taken.set(folderOf(draft), folder);
      const name = uniqueDiskName(draft.name, folder);
      folder.add(clashKey(name));
      names[index] = name;
    }
    const clashing = await trx
      .insertInto('places')
      .values(
        open.map((index) => {
          const draft = drafts[index] as RecordDraft;
          return {
            group_id: draft.library.id,
            parent: draft.folder ?? ROOT,
            key: clashKey(names[index] ?? ''),
            node_id: made[index]?.record ?? '',
          };
        }),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('node_id')
      .execute();
    const placed = new Set(clashing.map((row) => row.node_id));
    open = open.filter((index) => !placed.has(made[index]?.record ?? ''));
  }
  return names;
}

import { z } from 'zod';
import { libraryRole, recordState, scope } from '../access/access.schemas.ts';
import { DEFAULT_SCOPE } from '../access/scopes.ts';
import { retention } from '../keeping/keeping.schemas.ts';
import { labelTag } from '../labels/labels.schemas.ts';
import { fileName } from '../platform/files/file-name.ts';
import { itemError } from '../platform/item-error.ts';
import {
  BATCH_MAX,
  BUNDLE_MAX,
  CODE_MAX,
  COMMENT_MAX,
  DAY,
  LABELS_MAX,
  MONTH,
  NOTES_MAX,
  TITLE,
  YEAR,
} from '../platform/limits.ts';
import {
  byteSize,
  day,
  givenDay,
  id,
  line,
  moment,
  named,
  person,
  prose,
  sha256,
} from '../platform/primitives.ts';
import { NO_TEXT_REASONS, TEXT_STATUS } from './file-texts.ts';
import { confirm, confirmed, fileMeta, version, versionSender } from './versions.schemas.ts';

export const title = line(TITLE.min, TITLE.max);
export const notes = prose(NOTES_MAX);
export const code = line(1, CODE_MAX);

/** What the caller may do to this record now, computed by the server's policies. Screens offer only this. */
export const abilities = z.object({
  roles: z.array(libraryRole),
  states: z.array(recordState),
  edit: z.boolean(),
  addVersion: z.boolean(),
  changeScope: z.boolean(),
  changeAuthors: z.boolean(),
  move: z.boolean(),
  remove: z.boolean(),
  comment: z.boolean(),
});
export type Abilities = z.infer<typeof abilities>;

const versionRef = z.object({ _id: id, number: z.number().int(), state: recordState, createdAt: moment });

export const record = z.object({
  _id: id,
  /** Which copy this is: readers get the published snapshot, role holders and authors the working one. */
  face: z.enum(['working', 'published']),
  title: z.string(),
  name: z.string(),
  diskName: z.string(),
  notes: z.string(),
  group: named,
  folder: named.extend({ path: z.string() }).nullable(),
  state: recordState,
  labels: z.array(labelTag),
  file: z.object({ name: z.string(), type: z.string(), size: byteSize }),
  date: day,
  size: byteSize,
  authors: z.array(z.object({ user: person })),
  documentType: named.nullable(),
  scope,
  code: z.string().nullable(),
  issuedOn: day.nullable(),
  validFrom: day.nullable(),
  expiresOn: day.nullable(),
  nextReviewOn: day.nullable(),
  /** Null until the first version's bytes have arrived. */
  currentVersion: versionRef.nullable(),
  publishedVersion: versionRef.nullable(),
  /**
   * The published snapshot, where the caller sees the working copy and the two differ: the fields of the snapshot
   * (docs/domain/states-and-versions.md).
   */
  published: z
    .object({
      title: z.string(),
      name: z.string(),
      notes: z.string(),
      labels: z.array(labelTag),
      documentType: named.nullable(),
      code: z.string().nullable(),
      date: day,
      issuedOn: day.nullable(),
      validFrom: day.nullable(),
      expiresOn: day.nullable(),
      nextReviewOn: day.nullable(),
    })
    .nullable(),
  /** The state of the text extraction; null where no bytes have arrived. */
  text: z
    .object({
      status: z.enum(TEXT_STATUS),
      reason: z.enum(NO_TEXT_REASONS).nullable(),
      truncated: z.boolean(),
    })
    .nullable(),
  createdBy: person,
  /** Who sent its current version by a link, as in `version`. Older servers do not say it. */
  sender: versionSender.nullish(),
  createdAt: moment,
  updatedAt: moment,
  rev: z.number().int(),
  /** Null where neither its type nor a decision keeps it. */
  retention: retention.nullable(),
  /** A hold lies over it: it cannot be deleted. */
  held: z.boolean(),
  /** Which holds: for admins; empty for everybody else. */
  holds: z.array(named),
  may: abilities,
});
export type Record = z.infer<typeof record>;

const optionalMeta = {
  folder: id.nullable().optional(),
  documentType: id.nullable().optional(),
  scope: scope.default(DEFAULT_SCOPE),
  authors: z.array(id).min(1).max(50).optional(),
  code: code.nullable().optional(),
  issuedOn: givenDay.nullable().optional(),
  expiresOn: givenDay.nullable().optional(),
};

const labelIds = z
  .array(id)
  .max(LABELS_MAX)
  .transform((ids) => [...new Set(ids)]);

/** `POST docs/records`: what the wizard sends (docs/protocols/rest.md, specification §7). */
export const recordCreate = z.object({
  title,
  notes: notes.default(''),
  group: id,
  state: recordState,
  labels: labelIds.pipe(z.array(id).min(1)),
  date: givenDay,
  file: fileMeta,
  /** The due day that it shows was met: it is linked once its bytes are confirmed. */
  evidenceFor: id.optional(),
  ...optionalMeta,
});
export type RecordCreate = z.infer<typeof recordCreate>;

/** A number, or its digits: older clients send "03". */
const digits = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max));

/** `POST docs`: what the library manager and a desktop send (docs/protocols/rest.md, specification §7). */
export const entryCreate = z.object({
  /** The client's own name for this upload; never a path on the server. */
  key: line(0, 200).optional(),
  year: z.number().int().min(YEAR.min).max(YEAR.max),
  month: digits(MONTH),
  day: digits(DAY),
  name: fileName,
  /** The folder; null is the library's root. */
  parent: id.nullable().default(null),
  group: id,
  authors: z
    .array(z.object({ _id: id.optional(), firstname: z.string().max(80), lastname: z.string().max(80) }))
    .max(50)
    .optional(),
  file: fileMeta,
  title: title.optional(),
  notes: notes.optional(),
  labels: labelIds.optional(),
  state: recordState.optional(),
  documentType: id.nullable().optional(),
  scope: scope.optional(),
  origin: z.enum(['web', 'sync', 'api']).default('api'),
});
export type EntryCreate = z.infer<typeof entryCreate>;

export const recordCreated = z.object({ record, version });
export type RecordCreated = z.infer<typeof recordCreated>;

export const recordUpdate = z.object({
  rev: z.number().int().min(0),
  title: title.optional(),
  name: fileName.optional(),
  notes: notes.optional(),
  labels: labelIds.optional(),
  documentType: id.nullable().optional(),
  scope: scope.optional(),
  code: code.nullable().optional(),
  date: givenDay.optional(),
  issuedOn: givenDay.nullable().optional(),
  validFrom: givenDay.nullable().optional(),
  expiresOn: givenDay.nullable().optional(),
  nextReviewOn: givenDay.nullable().optional(),
});
export type RecordUpdate = z.infer<typeof recordUpdate>;

export const authorsUpdate = z.object({
  authors: z
    .array(id)
    .min(1)
    .max(50)
    .transform((ids) => [...new Set(ids)]),
  rev: z.number().int().min(0).optional(),
});

const seenRev = z.number().int().min(0);
const batchOf = <S extends z.ZodType<{ record: string }>>(item: S) =>
  z
    .array(item)
    .min(1)
    .max(BATCH_MAX)
    // Each document once: the last entry counts.
    .transform((items) => [...new Map(items.map((each) => [each.record.toLowerCase(), each])).values()]);
export const batchState = z.object({
  /** The rev that the person saw: no version is named, and nobody decides about one that they have not seen. */
  items: batchOf(z.object({ record: id, rev: seenRev })),
  state: recordState,
  comment: prose(COMMENT_MAX).default(''),
});
/** Where a document lies is no word about its version, so `rev` may be left out: desktops say only where its file is now. */
export const batchMove = z.object({
  items: batchOf(z.object({ record: id, rev: seenRev.optional() })),
  group: id,
  folder: id.nullable(),
});

export const batchResult = z.object({
  results: z.array(z.object({ record: id, ok: z.boolean(), error: itemError.optional() })),
});
export const createBatch = z.object({ items: z.array(entryCreate).min(1).max(BATCH_MAX) });
export const createBatchResult = z.object({
  results: z.array(
    z.union([
      z.object({ ok: z.literal(true), record: id, version: id, key: z.string() }),
      z.object({ ok: z.literal(false), error: itemError }),
    ]),
  ),
});

/** The line of a bundle with new documents: their fields, and what their bytes must be. */
export const recordsSend = z
  .array(
    entryCreate.omit({ key: true }).extend({
      /** Identifies this creation for good: sent again, it is answered with what the first one made. */
      operation: z.string().regex(/^[\x21-\x7e]{8,200}$/),
      size: byteSize.max(BUNDLE_MAX.fileBytes),
      sha256,
    }),
  )
  .min(1)
  .max(BUNDLE_MAX.files)
  .refine((items) => new Set(items.map(({ operation }) => operation)).size === items.length)
  .refine((items) => items.reduce((sum, { size }) => sum + size, 0) <= BUNDLE_MAX.bytes);
export type RecordSend = z.infer<typeof recordsSend>[number];
export const recordsSendResult = z.object({
  results: z.array(
    z.union([
      z.object({ ok: z.literal(true), confirmed }),
      z.object({ ok: z.literal(false), error: itemError }),
    ]),
  ),
});

export const confirmBatch = z.object({ items: z.array(confirm).min(1).max(BATCH_MAX) });
export const confirmBatchResult = z.object({
  results: z.array(
    z.union([
      z.object({ ok: z.literal(true), confirmed }),
      z.object({ ok: z.literal(false), version: id, error: itemError }),
    ]),
  ),
});

/** A reference to a document, with the title that the caller sees. */
export const recordRef = z.object({ _id: id, title: z.string() });
export type RecordRef = z.infer<typeof recordRef>;

export const titleTaken = z.object({ taken: z.boolean(), record: recordRef.optional() });

import { z } from 'zod';
import { recordState } from '../access/access.schemas.ts';
import { fileName } from '../platform/files/file-name.ts';
import { BUNDLE_MAX, COMMENT_MAX, KNOWN_MAX } from '../platform/limits.ts';
import { byteSize, id, line, manyRecords, moment, person, prose, sha256 } from '../platform/primitives.ts';
import { NO_TEXT_REASONS, TEXT_STATUS } from './file-texts.ts';

export const VERSION_STATUS = ['pending', 'ready', 'errored'] as const;
export const VERSION_ORIGINS = ['web', 'sync', 'api', 'collab', 'restore', 'revert'] as const;
export const versionStatus = z.enum(VERSION_STATUS);
export const versionOrigin = z.enum(VERSION_ORIGINS);
export const onStale = z.enum(['refuse', 'keep']);

/**
 * Why a file seems unfinished: a program still had it open for writing, or it is incomplete by its own format. Only the
 * desktop sync sends this, after it has waited.
 */
export const unfinished = z.enum(['open', 'incomplete']);
export type Unfinished = z.infer<typeof unfinished>;

/** What a client says about a file before it sends the bytes. */
export const fileMeta = z.object({
  name: fileName,
  type: line(0, 200).default('application/octet-stream'),
  /** Bytes, where the client knows. An empty or too large file is then refused before the upload. */
  size: byteSize.optional(),
  unfinished: unfinished.optional(),
});

export const versionSender = z.object({ name: z.string(), link: z.string() });

export const version = z.object({
  _id: id,
  record: id,
  group: id,
  /** Storage key and tus upload id. Shown to whoever made the version, while it is pending. */
  key: z.string().nullable(),
  number: z.number().int().nullable(),
  state: recordState,
  status: versionStatus,
  name: z.string(),
  type: z.string(),
  size: byteSize.nullable(),
  sha256: sha256.nullable(),
  comment: z.string(),
  base: id.nullable(),
  conflict: z.boolean(),
  /** Whether the conflict was settled by using or keeping a version. */
  settled: z.boolean(),
  discarded: z.boolean(),
  errored: z.boolean(),
  /** Its file may be incomplete. */
  unfinished: unfinished.nullable(),
  origin: versionOrigin,
  /**
   * How somebody without an account called themself who sent it by a link, and what the link asked for; null for all
   * others. Older servers do not say it.
   */
  sender: versionSender.nullish(),
  current: z.boolean(),
  published: z.boolean(),
  createdBy: person,
  createdAt: moment,
});
export type Version = z.infer<typeof version>;

/** Small files that a client wants in one answer, each with the hash that it expects. */
export const versionContents = z.object({
  versions: z.array(z.object({ id, sha256 })).min(1).max(BUNDLE_MAX.files),
});
/** Contents whose hashes are looked up. */
export const contentsKnown = z.object({ hashes: z.array(sha256).min(1).max(KNOWN_MAX) });
/** The documents that have, or had, one of them as a version; null for one in the bin, which nobody is told the id of. */
export const knownContents = z.array(z.object({ sha256, record: id.nullable() }));
export type KnownContent = z.infer<typeof knownContents>[number];

/** The line before their bytes (`bundle.ts`): those that are given, in the order of the request. */
export const contentsHead = z
  .array(z.object({ id, size: byteSize.max(BUNDLE_MAX.fileBytes) }))
  .max(BUNDLE_MAX.files);

export const versionCreate = z.object({
  record: id,
  /**
   * The version that the edit started from: a ready one of this record. For a record whose first version never arrived,
   * that errored or still pending version: this is how a person tries again.
   */
  base: id,
  file: fileMeta,
  comment: prose(COMMENT_MAX).default(''),
  origin: z.enum(['web', 'sync', 'api']).default('web'),
  onStale: onStale.default('refuse'),
});

export type VersionCreate = z.infer<typeof versionCreate>;

/** The line of a bundle with one new version: its fields, and what its bytes must be. */
export const versionSend = z.tuple([
  versionCreate.extend({ size: byteSize.max(BUNDLE_MAX.fileBytes), sha256 }),
]);
export type VersionSend = z.infer<typeof versionSend>[0];

export const confirm = z.object({
  version: id,
  size: byteSize,
  sha256,
  onStale: onStale.optional(),
});
export type Confirm = z.infer<typeof confirm>;
export const confirmed = z.object({
  version,
  outcome: z.enum(['current', 'conflict']),
  current: version,
});
export type Confirmed = z.infer<typeof confirmed>;

/** The text of a version's file, or why there is none. */
export const versionText = z.object({
  version: id,
  number: z.number().int().nullable(),
  status: z.enum(TEXT_STATUS),
  reason: z.enum(NO_TEXT_REASONS).nullable(),
  /** The file has more text than is stored. */
  truncated: z.boolean(),
  text: z.string(),
});
export type VersionText = z.infer<typeof versionText>;

export const baseOf = z.object({ base: id });
export const signedLink = z.object({ url: z.string(), expiresAt: moment });

/** The content of a zip: documents chosen one by one, a folder with everything below it, or a library. */
export const downloadCreate = z.union([
  z.strictObject({ records: manyRecords }),
  z.strictObject({ folder: id }),
  z.strictObject({ group: id }),
]);
export type DownloadChoice = z.infer<typeof downloadCreate>;
export const downloadLink = signedLink.extend({ documents: z.number().int(), size: byteSize });

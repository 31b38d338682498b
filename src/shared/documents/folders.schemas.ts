import { z } from 'zod';
import { fileName } from '../platform/files/file-name.ts';
import { itemError } from '../platform/item-error.ts';
import { BATCH_MAX } from '../platform/limits.ts';
import { id, moment } from '../platform/primitives.ts';

export const folder = z.object({
  _id: id,
  group: id,
  parent: id.nullable(),
  name: z.string(),
  /** Names from the library's root down to this folder, joined by ` / `. */
  path: z.string(),
  defaultLabels: z.array(id),
  /** The labels a new document here starts with: its own, else its parent's, else the library's. */
  effectiveLabels: z.array(id),
  /** Documents directly in it that the caller sees. */
  records: z.number().int(),
  createdAt: moment,
  rev: z.number().int(),
});
export type Folder = z.infer<typeof folder>;

export const folderCreate = z.object({
  group: id,
  parent: id.nullable().default(null),
  name: fileName,
  defaultLabels: z.array(id).max(50).optional(),
});
/** Folders of one library, each in one that is there already. */
export const folderCreateBatch = z.object({
  group: id,
  items: z
    .array(z.object({ parent: id.nullable().default(null), name: fileName }))
    .min(1)
    .max(BATCH_MAX),
});
export const folderCreateBatchResult = z.object({
  results: z.array(
    z.union([
      z.object({ ok: z.literal(true), folder: id }),
      z.object({ ok: z.literal(false), error: itemError }),
    ]),
  ),
});
export const folderUpdate = z.object({
  name: fileName.optional(),
  parent: id.nullable().optional(),
  defaultLabels: z.array(id).max(50).optional(),
  rev: z.number().int().optional(),
});

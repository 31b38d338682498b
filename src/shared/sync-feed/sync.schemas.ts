import { z } from 'zod';
import { recordState } from '../access/access.schemas.ts';
import { byteSize, cursor, id, line, moment, queryNumber, sha256 } from '../platform/primitives.ts';

export const clientCreate = z.object({ name: line(1, 80), platform: line(1, 40) });
export const clientUpdate = clientCreate.pick({ name: true });
export const client = z.object({
  _id: id,
  name: z.string(),
  platform: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  online: z.boolean(),
});
export type Client = z.infer<typeof client>;

export const operationCreate = z.object({
  client: id,
  type: z.enum(['create record', 'upload new version']),
  recordId: id.optional(),
  /** For `upload new version`: the version that the screen showed as current. */
  base: id.optional(),
});
export type OperationCreate = z.input<typeof operationCreate>;
export const operation = z.object({ opId: id, token: z.string(), expiresAt: moment });

export const feedQuery = z.object({
  group: id,
  since: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(1000)).optional(),
});

const feedVersion = z.object({
  _id: id,
  number: z.number().int(),
  sha256,
  size: byteSize,
  state: recordState,
});

/** A node of the synced tree as the caller sees it now. */
export const feedRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    id,
    parent: id.nullable(),
    diskName: z.string(),
    /** What people call it, where that is another name. */
    name: z.string().optional(),
    hasDefaultLabels: z.boolean(),
  }),
  z.object({
    kind: z.literal('record'),
    id,
    parent: id.nullable(),
    diskName: z.string(),
    /** The version to have on disk: the published one for readers, the current one for role holders and authors. */
    version: feedVersion,
    face: z.enum(['working', 'published']),
    writable: z.boolean(),
    rev: z.number().int(),
  }),
  z.object({ kind: z.literal('gone'), id }),
]);
export type FeedRow = z.infer<typeof feedRow>;

export const feedPage = z.object({
  /** `snapshot`: compare with everything; what is missing in it is gone. `changes`: apply them. */
  mode: z.enum(['snapshot', 'changes']),
  /** Changes when the server was restored from a backup or lost its last moments: then no removal may be applied. */
  epoch: z.string(),
  rows: z.array(feedRow),
  cursor,
  more: z.boolean(),
});
export type FeedPage = z.infer<typeof feedPage>;

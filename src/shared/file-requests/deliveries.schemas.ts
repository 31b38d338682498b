import { z } from 'zod';
import { FILE_KINDS } from '../platform/files/file-kinds.ts';
import { fileName } from '../platform/files/file-name.ts';
import { COMMENT_MAX, FILE_REQUEST } from '../platform/limits.ts';
import { byteSize, id, line, moment, prose, sha256 } from '../platform/primitives.ts';
import { FILE_REQUEST_KINDS, linkSecret } from './file-requests.schemas.ts';

export const deliveryOpen = z.object({ secret: linkSecret });

/** What a link still takes. */
const left = { filesLeft: z.int().nonnegative(), bytesLeft: byteSize };

/** All that somebody with a link is told of the organization. */
export const delivery = z.object({
  kind: z.enum(FILE_REQUEST_KINDS),
  organization: z.string(),
  by: z.object({ firstname: z.string(), lastname: z.string() }),
  /** What is asked for. */
  title: z.string(),
  expiresAt: moment,
  ...left,
  /** The largest file, in bytes. */
  maxFileBytes: byteSize,
  /** Kinds of files that are taken. Programs never are. */
  fileKinds: z.array(z.enum(FILE_KINDS)),
});
export type Delivery = z.infer<typeof delivery>;

export const senderName = line(FILE_REQUEST.sender.min, FILE_REQUEST.sender.max);

export const deliveryBegin = z.object({
  secret: linkSecret,
  /** The page's own name for this file: a repeated call is answered as the first one was. */
  operation: id,
  name: fileName,
  type: line(0, 200).default('application/octet-stream'),
  size: byteSize,
  sender: senderName,
  comment: prose(COMMENT_MAX).default(''),
});
export type DeliveryBegin = z.output<typeof deliveryBegin>;

export const deliveryBegun = z.object({
  /** The key of its upload. */
  file: id,
  /** It has come already. */
  received: z.boolean(),
  ...left,
});

export const deliveryConfirm = z.object({ secret: linkSecret, size: byteSize, sha256 });
export const deliveryConfirmed = z.object({ name: z.string(), ...left });
export const deliveryGiveUp = z.object({ secret: linkSecret });

import { z } from 'zod';
import { itemError } from '../platform/item-error.ts';
import { BUNDLE_MAX } from '../platform/limits.ts';
import { id } from '../platform/primitives.ts';

/** The line of a bundle of uploads: their keys, in the order of the bytes. */
export const uploadBundle = z
  .array(z.object({ key: id, size: z.number().int().min(0).max(BUNDLE_MAX.fileBytes) }))
  .min(1)
  .max(BUNDLE_MAX.files)
  .refine((items) => items.reduce((sum, { size }) => sum + size, 0) <= BUNDLE_MAX.bytes)
  .refine((items) => new Set(items.map(({ key }) => key)).size === items.length);

export const uploadBatchResult = z.object({
  results: z.array(
    z.union([
      z.object({ key: id, ok: z.literal(true) }),
      z.object({ key: id, ok: z.literal(false), error: itemError }),
    ]),
  ),
});

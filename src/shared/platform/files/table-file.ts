import { z } from 'zod';

/** The formats of exported lists. */
export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
export const tableFormat = z.object({ format: z.enum(TABLE_FORMATS) });

/** A whole file in the answer, with its bytes in base64: for small lists. */
export const tableFile = z.object({ name: z.string(), type: z.string(), data: z.string() });
export type TableFile = z.infer<typeof tableFile>;

import { z } from 'zod';

/** Why one item of a batch was refused: the error of the call for a single item. */
export const itemError = z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() });

import { z } from 'zod';

/** What one item of a batch was refused for: what the single call would have answered. */
export const itemError = z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() });

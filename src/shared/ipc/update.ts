import { z } from 'zod';

/** What the desktop app knows of a newer version of itself. */
export const updateState = z.object({
  status: z.enum([
    /** This build has no address to ask: whoever installed it brings it up to date. */
    'off',
    /** Nothing newer is known. */
    'current',
    'checking',
    'downloading',
    /** Downloaded and checked: it is there after the next start. */
    'ready',
    'failed',
  ]),
  /** The newer version, once one is known. */
  version: z.string().nullable(),
  /** Whether a person asked: then also that there is nothing new is worth telling. */
  asked: z.boolean(),
});
export type UpdateState = z.infer<typeof updateState>;

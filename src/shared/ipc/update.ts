import { z } from 'zod';

/** What the desktop app knows about a newer version of itself. */
export const updateState = z.object({
  status: z.enum([
    /** This build has no update address: whoever installed it updates it. */
    'off',
    /** Nothing newer is known. */
    'current',
    'checking',
    'downloading',
    /** Downloaded and checked: it runs after the next start. */
    'ready',
    'failed',
  ]),
  /** The newer version, once one is known. */
  version: z.string().nullable(),
  /** Whether a person asked: then "nothing new" is shown too. */
  asked: z.boolean(),
});
export type UpdateState = z.infer<typeof updateState>;

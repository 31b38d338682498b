import { defineHook } from '../../platform/db/hooks.ts';

/** Whatever secret lets somebody in, or lets them read something without signing in, is to end with this. */
export const secretsEnded = defineHook<{ readonly user: string }>('secrets ended');

import { defineHook } from '../../platform/db/hooks.ts';

/**
 * Told when all secrets of a person must end: those that let somebody in, and those that show something without signing
 * in.
 */
export const secretsEnded = defineHook<{ readonly user: string }>('secrets ended');

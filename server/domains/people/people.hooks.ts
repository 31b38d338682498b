import { defineHook } from '../../platform/db/hooks.ts';

/** Somebody has another name. */
export const personRenamed = defineHook<{ readonly user: string }>('person renamed');

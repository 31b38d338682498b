import { defineHook } from '../../platform/db/hooks.ts';

/** A person's name has changed. */
export const personRenamed = defineHook<{ readonly user: string }>('person renamed');

import { defineHook } from '../../platform/db/hooks.ts';

/** Which days an organization works changed. */
export const holidaysChanged = defineHook<{ readonly organization: string }>('holidays changed');

import { defineHook } from '../../platform/db/hooks.ts';

/** The organization's working days have changed. */
export const holidaysChanged = defineHook<{ readonly organization: string }>('holidays changed');

import { defineHook } from '../../platform/db/hooks.ts';

/** One label replaces another everywhere. All libraries of the organization are locked. */
export const labelReplaced = defineHook<{
  readonly organization: string;
  readonly from: string;
  readonly to: string;
}>('label replaced');

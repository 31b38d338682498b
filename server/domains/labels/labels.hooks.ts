import { defineHook } from '../../platform/db/hooks.ts';

/** One label takes the place of another, wherever that one stood. All libraries of the organization are locked. */
export const labelReplaced = defineHook<{
  readonly organization: string;
  readonly from: string;
  readonly to: string;
}>('label replaced');

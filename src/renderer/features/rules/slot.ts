import { RulesHost } from './rules-host.tsx';
import { openRules } from './store.ts';

/** What this feature gives the shell. */
export const rulesSlot = { Host: RulesHost, open: openRules };

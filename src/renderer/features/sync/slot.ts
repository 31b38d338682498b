import { desktop } from '../../platform/platform.ts';
import { Indicator } from './indicator.tsx';
import { Summary } from './summary.tsx';

/** What this feature gives the shell. */
export const syncSlot = { Indicator, Summary: desktop ? Summary : undefined };

import { desktop } from '../../platform/platform.ts';
import { Dock } from './dock.tsx';
import { Indicator } from './indicator.tsx';
import { Summary } from './summary.tsx';

/** What this feature gives the shell. */
export const syncSlot = { Dock, Indicator, Summary: desktop ? Summary : undefined };

import type { SetKey } from '#shared/starting/starter-set.ts';
import { clinic } from './clinic.ts';
import { construction } from './construction.ts';
import { services } from './services.ts';
import type { StarterSet } from './set.ts';

/** All starter sets, by their keys: a key without a set does not compile. */
export const SETS: Readonly<Record<SetKey, StarterSet>> = { construction, services, clinic };

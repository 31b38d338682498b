import { inThread } from '../../../platform/tables/in-thread.ts';
import type { partiesFile } from './parties-file.ts';

export const writeParties = inThread<typeof partiesFile>(
  new URL('./parties-file.ts', import.meta.url),
  'partiesFile',
);

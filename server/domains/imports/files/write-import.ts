import { inThread } from '../../../platform/tables/in-thread.ts';
import type { faultsOf, templateOf } from './import-files.ts';

const FILES = new URL('./import-files.ts', import.meta.url);

export const writeFaults = inThread<typeof faultsOf>(FILES, 'faultsOf');
export const writeTemplate = inThread<typeof templateOf>(FILES, 'templateOf');

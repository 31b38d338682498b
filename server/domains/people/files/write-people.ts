import { inThread } from '../../../platform/tables/in-thread.ts';
import type { accessLinksFile, faultsFile, peopleFile, templateFile } from './write-table.ts';

const FILES = new URL('./write-table.ts', import.meta.url);

export const writePeople = inThread<typeof peopleFile>(FILES, 'peopleFile');
export const writeAccessLinks = inThread<typeof accessLinksFile>(FILES, 'accessLinksFile');
export const writeFaults = inThread<typeof faultsFile>(FILES, 'faultsFile');
export const writeTemplate = inThread<typeof templateFile>(FILES, 'templateFile');

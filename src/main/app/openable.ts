import { extensionOf, fileKind } from '#shared/platform/files/file-kinds.ts';
import { isAllowedName } from '#shared/platform/files/refused-kinds.ts';

/** Kinds whose programs show or edit documents. Archives, code and the unknown are shown in their folder instead. */
const OPENED = new Set(['image', 'video', 'audio', 'pdf', 'presentation', 'spreadsheet', 'word', 'text']);
/** Among those, files that carry programs, or that mail programs act upon. */
const NOT_OPENED = new Set(['xlsm', 'svg', 'eml', 'msg']);

/** Whether the system's program may be started with a file of this name. */
export function isOpenable(name: string): boolean {
  return isAllowedName(name) && OPENED.has(fileKind(name)) && !NOT_OPENED.has(extensionOf(name));
}

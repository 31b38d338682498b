import { local } from '#shared/office/xml.ts';
import { OfficeError, type ZipEntries } from '#shared/office/zip.ts';
import { Enough, readUntilEnough } from './read-until.ts';

/** Whether the body of a text document has changes that were tracked, and nobody accepted or rejected yet. */
export interface Tracked {
  readonly tracked: boolean;
}

const BODY = 'word/document.xml';
const CHANGES: ReadonlySet<string> = new Set(['ins', 'del', 'moveFrom', 'moveTo']);

/** @throws OfficeError */
export function readTracked(zip: ZipEntries): Tracked {
  if (!zip.names.includes(BODY)) throw new OfficeError('corrupt');
  let tracked = false;
  readUntilEnough(zip, BODY, {
    onopentag(name) {
      if (!CHANGES.has(local(name))) return;
      tracked = true;
      throw new Enough();
    },
  });
  return { tracked };
}

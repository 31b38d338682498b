import { diskName } from '#shared/platform/files/names.ts';
import type { DraggedFile } from './dragged-file.ts';

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/**
 * What Chromium takes as a file to download where the drag is dropped: `type:name:address`. The first two colons
 * separate, so that neither type nor name may have one; the name is one that every disk accepts.
 */
export function downloadUrl({ name, type }: Pick<DraggedFile, 'name' | 'type'>, address: string): string {
  const kind = MEDIA_TYPE.test(type) ? type : 'application/octet-stream';
  return `${kind}:${diskName(name)}:${address}`;
}

import type { Delivery } from '#shared/file-requests/deliveries.schemas.ts';
import { isTakenFile } from '#shared/organization/settings.ts';
import { fileNameProblem } from '#shared/platform/files/names.ts';
import { looksExecutable } from '#shared/platform/files/refused-kinds.ts';
import { formatSize } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';

/** Length of the longest signature of a program, in bytes. */
const HEAD_BYTES = 8;

/** Why a link does not take this file, as a sentence; undefined where it does. The server looks again. */
export async function whyNot(file: File, delivery: Delivery): Promise<string | undefined> {
  const says = (key: string, values = {}): string => i18next.t(`delivery:refused.${key}`, values);
  if (fileNameProblem(file.name)) return says('name');
  if (!isTakenFile(file.name, file.type, delivery.fileKinds)) return says('kind');
  if (file.size === 0) return says('empty');
  if (file.size > delivery.maxFileBytes) return says('large', { size: formatSize(delivery.maxFileBytes) });
  if (file.size > delivery.bytesLeft || delivery.filesLeft < 1) return says('room');
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    return looksExecutable(head) ? says('kind') : undefined;
  } catch {
    return says('unreadable');
  }
}

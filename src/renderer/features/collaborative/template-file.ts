import type { DocumentTemplate } from '#shared/collaborative/collaborative.schemas.ts';
import { TEMPLATE_BYTES_MAX } from '#shared/platform/limits.ts';
import { fetchFile, saveBlob } from '../../api/file-data.ts';

export const tooLarge = (file: File): boolean => file.size > TEMPLATE_BYTES_MAX;

/** Downloads a template's Word document with the person's own token. */
export async function downloadTemplate({ _id, file }: DocumentTemplate): Promise<void> {
  saveBlob(await fetchFile(`/docs/templates/${_id}/content`), file.name);
}

import { TEMPLATE_BYTES_MAX } from '#shared/domain/limits.ts';
import type { DocumentTemplate } from '#shared/schemas/collaborative.ts';
import { ApiError, toApiError } from '../../api/errors.ts';
import { saveBlob } from '../../api/file-data.ts';
import { baseUrlOf } from '../../api/http.ts';
import { currentToken } from '../../api/session.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tooLarge = (file: File): boolean => file.size > TEMPLATE_BYTES_MAX;

/** Its Word document, under one's own token, as a download of the browser's. */
export async function downloadTemplate({ _id, file }: DocumentTemplate): Promise<void> {
  const path = `/docs/templates/${_id}/content`;
  const token = await currentToken();
  const answer = await fetch(`${baseUrlOf(path)}${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch((error: unknown) => {
    throw toApiError(error);
  });
  if (!answer.ok) throw new ApiError(answer.status, 'unknown', i18next.t('errors.generic'));
  saveBlob(await answer.blob(), file.name);
}

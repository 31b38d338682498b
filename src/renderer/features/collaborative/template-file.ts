import { TEMPLATE_BYTES_MAX } from '#shared/domain/limits.ts';
import type { DocumentTemplate } from '#shared/schemas/collaborative.ts';
import { ApiError, toApiError } from '../../api/errors.ts';
import { baseUrlOf } from '../../api/http.ts';
import { currentToken } from '../../api/session.ts';
import { i18next } from '../../i18n/i18n.ts';

export const tooLarge = (file: File): boolean => file.size > TEMPLATE_BYTES_MAX;

/** A small file as the call takes it. */
export async function encodeFile(file: File): Promise<{ name: string; data: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { name: file.name, data: btoa(text) };
}

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
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

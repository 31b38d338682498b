import { i18next } from '../i18n/i18n.ts';
import { ApiError, toApiError } from './errors.ts';
import { baseUrlOf } from './http.ts';
import { currentToken } from './session.ts';

/** A small file in base64, as calls take it. */
export async function encodeFile(file: File): Promise<{ name: string; data: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In pieces: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { name: file.name, data: btoa(text) };
}

/** Downloads a blob of this page. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The same for a file that an answer holds. */
export function saveFile({ name, type, data }: { name: string; type: string; data: string }): void {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  saveBlob(new Blob([bytes], { type }), name);
}

/** Fetches a path of the API that is no JSON, with the person's own token. @throws ApiError */
export async function fetchFile(path: string): Promise<Blob> {
  const token = await currentToken();
  const answer = await fetch(`${baseUrlOf(path)}${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch((error: unknown) => {
    throw toApiError(error);
  });
  if (!answer.ok) throw new ApiError(answer.status, 'unknown', i18next.t('errors.generic'));
  return answer.blob();
}

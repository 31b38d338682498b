import './catalogue.ts';
import type { Message } from '#shared/realtime/messages.ts';

/** The toast at the end of a transfer: catalogue keys of the specification's texts (§8). */
const TOASTS: Partial<Record<Message['type'], { title: string; message: string; failed?: true }>> = {
  downloaded: { title: 'toasts.downloaded', message: 'toasts.downloadedBody' },
  'download failed': { title: 'toasts.downloadFailed', message: 'toasts.downloadFailedBody', failed: true },
  uploaded: { title: 'toasts.uploaded', message: '' },
  'upload failed': { title: 'toasts.uploadFailed', message: '', failed: true },
};

/** The toast for a message; none where the same failure has been shown before: it is tried again and again. */
export function toastOf({ type, data }: Pick<Message, 'type'> & { readonly data?: unknown }) {
  const isRepeated = (data as { repeated?: boolean } | undefined)?.repeated === true;
  return isRepeated ? undefined : TOASTS[type];
}

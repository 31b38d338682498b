import type { Message } from '#shared/realtime/messages.ts';

/** The toast at the end of a transfer: catalogue keys of the specification's texts (§8). */
export const TOASTS: Partial<Record<Message['type'], { title: string; message: string; failed?: true }>> = {
  downloaded: { title: 'toasts.downloaded', message: 'toasts.downloadedBody' },
  'download failed': { title: 'toasts.downloadFailed', message: 'toasts.downloadFailedBody', failed: true },
  uploaded: { title: 'toasts.uploaded', message: '' },
  'upload failed': { title: 'toasts.uploadFailed', message: '', failed: true },
};

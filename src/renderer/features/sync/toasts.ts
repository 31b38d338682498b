import type { Message } from '#shared/realtime/messages.ts';

/** What an end of a transfer says to the person, in the specification's words (§8): keys of the catalogue. */
export const TOASTS: Partial<Record<Message['type'], { title: string; message: string; failed?: true }>> = {
  downloaded: { title: 'toasts.downloaded', message: 'toasts.downloadedBody' },
  'download failed': { title: 'toasts.downloadFailed', message: 'toasts.downloadFailedBody', failed: true },
  uploaded: { title: 'toasts.uploaded', message: '' },
  'upload failed': { title: 'toasts.uploadFailed', message: '', failed: true },
};

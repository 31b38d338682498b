import { notifications as toasts } from '@mantine/notifications';
import { errorMessage } from '../../../api/errors.ts';
import { i18next } from '../../../i18n/i18n.ts';
import { download } from '../content.ts';

/** Downloads a version; a refusal is said in a toast. */
export function startDownload(version: string): void {
  download(version).catch((error: unknown) =>
    toasts.show({ color: 'red', title: i18next.t('records:actions.failed'), message: errorMessage(error) }),
  );
}

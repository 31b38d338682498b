import { toast } from '../../../components/toast.tsx';
import { i18next } from '../../../i18n/i18n.ts';
import { download } from '../content.ts';

/** Downloads a version. A refusal is shown as a toast. */
export function startDownload(version: string): void {
  download(version).catch((error: unknown) => toast.error(i18next.t('records:actions.failed'), error));
}

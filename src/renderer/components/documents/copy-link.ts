import { i18next } from '../../i18n/i18n.ts';
import { copyText } from '../../platform/copy-text.ts';
import { serverUrl } from '../../platform/platform.ts';
import { toast } from '../toast.tsx';

/** Copies a document's address, which opens for whoever sees it, in a browser. */
export async function copyLink(record: string): Promise<void> {
  const address = `${serverUrl() || window.location.origin}/records/view/${record}`;
  if (await copyText(address)) toast.success(i18next.t('linkCopied'));
  else toast.warning(address, i18next.t('copyFailed'));
}

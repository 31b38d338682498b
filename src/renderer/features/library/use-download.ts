import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DownloadChoice } from '#shared/documents/versions.schemas.ts';
import { BATCH_MAX } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { followLink } from '../../api/follow-link.ts';
import { toast } from '../../components/toast.tsx';

/** Downloads documents as one ZIP. A refusal is shown as a toast. */
export function useDownload() {
  const { t } = useTranslation('library');
  const { mutate, isPending } = useMutation({
    mutationFn: (body: DownloadChoice) => call('downloadCreate', { body }),
    onSuccess: ({ url }) => followLink(url),
    onError: (error) => toast.error(t('download.failed'), error),
  });
  const download = (choice: DownloadChoice): void => {
    if ('records' in choice && choice.records.length > BATCH_MAX) {
      toast.reason(t('whole.download', { max: BATCH_MAX }));
    } else mutate(choice);
  };
  return { download, isDownloading: isPending };
}

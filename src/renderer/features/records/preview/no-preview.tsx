import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { formatSize } from '../../../i18n/format.ts';
import { startDownload } from '../actions/start-download.ts';
import styles from './preview.module.css';

export interface PreviewFile {
  version: string | undefined;
  name: string;
  type: string;
  size: number;
}

/** What stands where a document cannot be shown: which one, why, and the way to have it all the same. */
export function NoPreview({ file, reason }: { file: PreviewFile; reason: string }) {
  const { t } = useTranslation('records');
  return (
    <div className={styles.none}>
      <FileIcon name={file.name} type={file.type} size={40} />
      <p className={styles.name}>{file.name}</p>
      <p className="secondary" role="status">
        {reason}
      </p>
      <p className="meta">{formatSize(file.size)}</p>
      <Button
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => file.version && startDownload(file.version)}
      >
        {t('actions.download')}
      </Button>
    </div>
  );
}

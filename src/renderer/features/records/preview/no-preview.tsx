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

/** Shown where there is no preview: the file, the reason, and a download. */
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

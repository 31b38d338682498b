import { ScrollArea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors.ts';
import { EmptyState, ErrorState } from '../../../components/page/screen-states.tsx';
import { restoreAgain } from '../engine/commands.ts';
import { useUploads } from '../engine/uploads-store.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './uploads-dropdown.module.css';

/** The uploads of the person, in the top bar's list. */
export function UploadsList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('upload');
  const { list, logFailed } = useUploads();
  return (
    <ScrollArea.Autosize mah="min(60vh, 480px)" type="auto" scrollbars="y">
      {logFailed && (
        <div className={styles.inset}>
          <ErrorState
            title={t('list.title')}
            error={new ApiError(0, 'log', t('list.logFailed'))}
            onRetry={() => void restoreAgain()}
          />
        </div>
      )}
      {list.length === 0 && !logFailed && (
        <div className={styles.inset}>
          <EmptyState icon={IconUpload} title={t('list.empty')}>
            {t('list.emptyBody')}
          </EmptyState>
        </div>
      )}
      {list.length > 0 && (
        <ul aria-label={t('list.title')}>
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onOpen={onLeave} />
          ))}
        </ul>
      )}
    </ScrollArea.Autosize>
  );
}

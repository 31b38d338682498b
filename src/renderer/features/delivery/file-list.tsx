import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './delivery.module.css';
import type { Letter } from './engine/engine.ts';
import type { SentFile } from './engine/files.ts';
import { FileRow } from './file-row.tsx';

/** Whether the browser has no connection. */
function useNoConnection(): boolean {
  const [off, setOff] = useState(!navigator.onLine);
  useEffect(() => {
    const look = (): void => setOff(!navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return off;
}

/**
 * Files with how far they are. What changes is said by screen readers in one line: how many have come, and how many could
 * not be sent.
 * @param letter by whom they are sent; undefined at the end, where nothing can be done with them
 */
export function FileList({ files, letter }: { files: readonly SentFile[]; letter?: Letter }) {
  const { t } = useTranslation('delivery');
  const off = useNoConnection();
  const begun = files.filter(({ status }) => status !== 'chosen' && status !== 'errored');
  const done = files.filter(({ status }) => status === 'done').length;
  const failed = files.filter(({ status }) => status === 'errored').length;
  const said = [
    begun.length > 0 && t('announce.sending', { done, count: begun.length }),
    failed > 0 && t('announce.failed', { count: failed }),
    off && letter && t('offline'),
  ].filter(Boolean);
  return (
    <div>
      <p className={styles.said} role="status" data-off={(off && letter) || undefined}>
        {said.join('. ')}
      </p>
      <ul className={styles.list} aria-label={t('list')}>
        {files.map((file) => (
          <FileRow key={file.id} file={file} letter={letter} />
        ))}
      </ul>
    </div>
  );
}

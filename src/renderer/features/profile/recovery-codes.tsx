import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session-store.ts';
import dialog from '../../components/dialog.module.css';
import { toast } from '../../components/toast.tsx';
import { formatDate } from '../../i18n/format.ts';
import { copyText } from '../../platform/copy-text.ts';
import styles from './profile.module.css';

/** Saves a text as a file, without a request. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the browser holds the blob itself.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** The recovery codes, for sign-in without the phone. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const { email } = useUser();
  const head = t('codes.file', { email, date: formatDate(new Date()) });
  const text = `${head}\n\n${codes.join('\n')}\n`;
  const copy = (): void =>
    void copyText(text).then((done) =>
      done ? toast.success(t('codes.copied')) : toast.warning(t('common:copyFailed')),
    );
  return (
    <>
      <p>{t('codes.body')}</p>
      <ul className={styles.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="buttons">
        <Button leftSection={<IconDownload size={16} />} onClick={() => download(t('codes.name'), text)}>
          {t('codes.download')}
        </Button>
        <Button leftSection={<IconCopy size={16} />} onClick={copy}>
          {t('codes.copy')}
        </Button>
      </div>
      <div className={dialog.buttons}>
        <Button variant="filled" onClick={onDone}>
          {t('codes.done')}
        </Button>
      </div>
    </>
  );
}

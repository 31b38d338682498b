import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileRequestMade } from '#shared/file-requests/file-requests.schemas.ts';
import { CopyButton } from '../copy-button.tsx';
import styles from './file-requests.module.css';

/** A link that was just made. It is shown now and never again: the server keeps no secret. */
export function MadeLink({ made, onAnother }: { made: FileRequestMade; onAnother: () => void }) {
  const { t } = useTranslation('file-requests');
  const heading = useRef<HTMLHeadingElement>(null);
  const { length } = made.request.mails;
  // What was pressed is gone: the heading says what came of it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.made} aria-labelledby="file-request-made">
      <h3 id="file-request-made" ref={heading} tabIndex={-1}>
        {length > 0 ? t('madeSent', { count: length }) : t('made')}
      </h3>
      <p className="secondary">{t('once')}</p>
      <div className={styles.link}>
        <TextInput
          className={styles.address}
          aria-label={t('link')}
          readOnly
          value={made.url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={made.url}>
          {({ copied, copy }) => (
            <Button
              variant="filled"
              onClick={copy}
              leftSection={
                copied ? (
                  <IconCheck size={16} aria-hidden="true" />
                ) : (
                  <IconCopy size={16} aria-hidden="true" />
                )
              }
            >
              <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
            </Button>
          )}
        </CopyButton>
      </div>
      <Button onClick={onAnother}>{t('another')}</Button>
    </section>
  );
}

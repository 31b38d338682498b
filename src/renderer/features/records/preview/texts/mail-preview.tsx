import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '../../../../components/documents/file-icon.tsx';
import { formatDateTime, formatSize } from '../../../../i18n/format.ts';
import type { Attachment, Mail } from '../office/mail.ts';
import { OfficeFile, type ReadPreview } from '../office/office-file.tsx';
import styles from '../preview.module.css';
import look from './mail.module.css';
import { SandboxedPage } from './sandboxed-page.tsx';

const LOOKS =
  '<style>html{color-scheme:light}body{margin:0;padding:20px 24px;background:#fff;color:#23262a;' +
  'font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}img:not([src]){display:none}</style>';

/**
 * Whether a message's HTML would load something from the network: pictures that tell the sender that the mail was read.
 */
const reachesOut = (html: string): boolean =>
  /(src|background|href)\s*=\s*["']?\s*(https?:)?\/\/|url\(\s*["']?https?:/i.test(html);

/** Hides pictures that would not be loaded, so that they leave no gap. */
const withoutRemotePictures = (html: string): string =>
  html.replace(/(<img\b[^>]*?)\ssrc\s*=(?=\s*["']?\s*(https?:)?\/\/)/gi, '$1 data-src=');

/** A message: its headers, its text, its attachments. */
export function MailPreview({ content, broken }: Omit<ReadPreview, 'name'>) {
  return (
    <OfficeFile kind="mail" content={content} broken={broken}>
      {(mail) => <Message mail={mail} />}
    </OfficeFile>
  );
}

function Message({ mail }: { mail: Mail }) {
  const { t } = useTranslation('records');
  const [plain, setPlain] = useState(mail.html === '');
  const both = mail.html !== '' && mail.text.trim() !== '';
  const head = [
    ['from', mail.from],
    ['to', mail.to],
    ['cc', mail.cc],
    ['date', mail.date && formatDateTime(mail.date)],
  ] as const;
  return (
    <>
      <header className={look.head}>
        <h2>{mail.subject || t('preview.mail.noSubject')}</h2>
        <dl>
          {head.map(
            ([field, value]) =>
              value && (
                <div key={field}>
                  <dt>{t(`preview.mail.${field}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {mail.attachments.length > 0 && (
          <ul className={look.attached} aria-label={t('preview.mail.attached')}>
            {mail.attachments.map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
              <li key={at}>
                <AttachedFile attachment={each} />
              </li>
            ))}
          </ul>
        )}
      </header>
      {(mail.cut || both || (!plain && reachesOut(mail.html))) && (
        <p className={styles.notice}>
          {mail.cut && `${t('preview.cut')} `}
          {!plain && reachesOut(mail.html) && `${t('preview.mail.nothingLoaded')} `}
          {both && (
            <button type="button" className="link" onClick={() => setPlain(!plain)}>
              {t(plain ? 'preview.mail.asPage' : 'preview.mail.asText')}
            </button>
          )}
        </p>
      )}
      {plain ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={t('preview.mail.body')}>
          <div className={styles.paper}>
            <pre className={styles.text}>{mail.text}</pre>
          </div>
        </section>
      ) : (
        <SandboxedPage title={t('preview.mail.body')} head={LOOKS} body={withoutRemotePictures(mail.html)} />
      )}
    </>
  );
}

function AttachedFile({ attachment }: { attachment: Attachment }) {
  const { t } = useTranslation('records');
  const { name, type, content } = attachment;
  const save = (): void => {
    const url = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // By the next task the browser holds the blob itself.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Button
      size="xs"
      className={look.file ?? ''}
      leftSection={<FileIcon name={name} type={type} size={16} />}
      rightSection={<IconDownload size={14} aria-hidden="true" />}
      aria-label={t('preview.mail.save', { name })}
      onClick={save}
    >
      {name} · {formatSize(content.size)}
    </Button>
  );
}

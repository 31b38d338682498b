import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { focusAfter } from '../../../hooks/focus-after.ts';
import { formatProgress, formatSize } from '../../../i18n/format.ts';
import { cancelUpload, giveFile, pauseUpload, resumeUpload, retryUpload } from '../engine/commands.ts';
import { isUnderWay, percentOf, secondsLeft, type Upload } from '../engine/upload.ts';
import styles from './upload-row.module.css';

function timeLeft(seconds: number, t: TFunction<'upload'>): string {
  if (seconds < 60) return t('list.left.seconds', { count: seconds });
  if (seconds < 3600) return t('list.left.minutes', { count: Math.round(seconds / 60) });
  return t('list.left.hours', { count: Math.round(seconds / 3600) });
}

function Bar({ upload }: { upload: Upload }) {
  const { t } = useTranslation('upload');
  const percent = percentOf(upload);
  const still = upload.status === 'paused' || upload.status === 'waiting';
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={t('list.progress', { title: upload.title })}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      data-still={still || undefined}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}

/** The line below the title: progress and time left, or the error. */
function Status({ upload }: { upload: Upload }) {
  const { t } = useTranslation('upload');
  const { status, sent, file, error } = upload;
  if (status === 'errored' || status === 'needs-file') {
    const text =
      error ?? (status === 'errored' ? t('failed') : t('list.status.needsFile', { name: file.name }));
    return (
      <div
        className={`meta ${styles.status} ${status === 'errored' || error ? styles.failed : styles.waiting}`}
      >
        <IconAlertTriangle size={14} aria-hidden="true" />
        <span>{text}</span>
      </div>
    );
  }
  if (status === 'done') {
    return (
      <div className={`meta ${styles.status} ${styles.done}`}>
        <IconCheck size={14} aria-hidden="true" />
        <span>{`${t('list.status.done')} · ${formatSize(file.size)}`}</span>
      </div>
    );
  }
  const seconds = secondsLeft(upload);
  const what = seconds === undefined ? t(`list.status.${status}`) : timeLeft(seconds, t);
  return (
    <>
      <Bar upload={upload} />
      <div className={`meta ${styles.status} ${status === 'waiting' ? styles.waiting : ''}`}>
        {`${formatProgress(sent, file.size)} · ${what}`}
      </div>
    </>
  );
}

/**
 * A button goes with the state that it was for. The focus goes to what the row offers now, and where the row went too, to
 * the one in its place.
 * @param wanted what takes it in the row
 */
function keepFocus(button: Element, wanted: 'a' | 'button'): void {
  const row = button.closest('li');
  const rows = row?.parentElement;
  if (!row || !rows) return;
  const at = [...rows.children].indexOf(row);
  const around = row.closest<HTMLElement>('form, [role="dialog"]');
  focusAfter(button, () => {
    const here = row.isConnected ? row : rows.children[Math.min(at, rows.children.length - 1)];
    const own = here?.querySelector<HTMLElement>(wanted);
    // The end of the wizard has the link to its only document below it.
    return (
      own ?? around?.querySelector<HTMLElement>('a[href]') ?? around?.querySelector<HTMLElement>('button')
    );
  });
}

function Actions({ upload }: { upload: Upload }) {
  const { t } = useTranslation('upload');
  const { id, title, status, file } = upload;
  const removed = status === 'done' || status === 'errored';
  return (
    <div className={styles.actions}>
      {(status === 'sending' || status === 'queued' || status === 'waiting') && (
        <ActionIcon
          size="sm"
          aria-label={t('list.pause', { title })}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget, 'button');
            pauseUpload(id);
          }}
        >
          <IconPlayerPause size={16} />
        </ActionIcon>
      )}
      {status === 'paused' && (
        <ActionIcon
          size="sm"
          aria-label={t('list.resume', { title })}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget, 'button');
            resumeUpload(id);
          }}
        >
          <IconPlayerPlay size={16} />
        </ActionIcon>
      )}
      {status === 'errored' && (
        <Button
          size="xs"
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget, 'a');
            void retryUpload(id);
          }}
        >
          {t('retry')}
        </Button>
      )}
      {status === 'needs-file' && (
        <FileButton
          onChange={(given) => given && void giveFile(id, given)}
          inputProps={{ 'aria-label': t('list.chooseFor', { name: file.name }) }}
        >
          {(props) => (
            <Button size="xs" {...props}>
              {t('list.choose')}
            </Button>
          )}
        </FileButton>
      )}
      <ActionIcon
        size="sm"
        aria-label={t(removed ? 'list.remove' : 'list.cancel', { title })}
        onClick={({ currentTarget }) => {
          keepFocus(currentTarget, 'a');
          cancelUpload(id);
        }}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

/** One upload, in the list of the top bar and at the end of the wizard. */
export function UploadRow({
  upload,
  linked = true,
  onOpen,
}: {
  upload: Upload;
  /** Whether its title links to the document. */
  linked?: boolean;
  onOpen?: () => void;
}) {
  const { t } = useTranslation('upload');
  const { title, file, record } = upload;
  return (
    <li className={styles.row} data-status={upload.status} data-under-way={isUnderWay(upload) || undefined}>
      <FileIcon name={file.name} type={file.type} />
      <div className="grow">
        {linked ? (
          <Link
            to={`/records/view/${record}`}
            className={`ellipsis ${styles.title}`}
            title={title}
            aria-label={t('list.open', { title })}
            onClick={onOpen}
          >
            {title}
          </Link>
        ) : (
          <span className={`ellipsis ${styles.title}`} title={title}>
            {title}
          </span>
        )}
        <Status upload={upload} />
      </div>
      <Actions upload={upload} />
    </li>
  );
}

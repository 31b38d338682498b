import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '../../components/documents/file-icon.tsx';
import { focusAfter } from '../../hooks/focus-after.ts';
import { formatProgress, formatSize } from '../../i18n/format.ts';
import styles from './delivery.module.css';
import { drop, giveAgain, goOn, type Letter, pause } from './engine/engine.ts';
import { percentOf, type SentFile } from './engine/files.ts';
import { change } from './engine/store.ts';

const STATUS: Readonly<Record<SentFile['status'], string>> = {
  ...{ chosen: 'chosen', queued: 'queued', sending: 'sending', checking: 'checking', waiting: 'waiting' },
  ...{ paused: 'paused', 'needs-file': 'needsFile', errored: 'errored', done: 'done' },
};

/** A button goes with the state that it was for: the focus goes to what its row has now, or the list's first row. */
function keepFocus(button: Element): void {
  const row = button.closest('li');
  const list = row?.parentElement;
  const form = button.closest('form');
  focusAfter(button, () => {
    const here = row?.isConnected ? row : list?.querySelector('li');
    return here?.querySelector<HTMLElement>('button') ?? form?.querySelector<HTMLElement>('button') ?? null;
  });
}

/** One file: how far it is, and what can be done with it. */
export function FileRow({ file, letter }: { file: SentFile; letter: Letter | undefined }) {
  return (
    <li className={styles.row} data-status={file.status}>
      <FileIcon name={file.name} type={file.type} />
      <div className="grow">
        <span className={`ellipsis ${styles.name}`} title={file.name}>
          {file.name}
        </span>
        <Status file={file} />
      </div>
      {letter && <Actions file={file} letter={letter} />}
    </li>
  );
}

function Status({ file }: { file: SentFile }) {
  const { t } = useTranslation('delivery');
  const { status, size, sent, error } = file;
  if (status === 'errored' || status === 'needs-file')
    return (
      <span
        className={`meta ${styles.status} ${status === 'errored' || error ? styles.failed : styles.waiting}`}
      >
        <IconAlertTriangle size={14} aria-hidden="true" />
        <span>{error ?? t('status.needsFile')}</span>
      </span>
    );
  const word = t(`status.${STATUS[status]}`);
  if (status === 'done' || status === 'chosen')
    return (
      <span className={`meta ${styles.status} ${status === 'done' ? styles.done : ''}`}>
        {status === 'done' && <IconCheck size={14} aria-hidden="true" />}
        <span>{`${word} · ${formatSize(size)}`}</span>
      </span>
    );
  const percent = percentOf(file);
  const still = status === 'paused' || status === 'waiting';
  return (
    <>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('progress', { name: file.name })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        data-still={still || undefined}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <span className={`meta ${styles.status} ${status === 'waiting' ? styles.waiting : ''}`}>
        {`${formatProgress(sent, size)} · ${word}`}
      </span>
    </>
  );
}

function Actions({ file, letter }: { file: SentFile; letter: Letter }) {
  const { t } = useTranslation('delivery');
  const { id, name, status } = file;
  const moving = status === 'sending' || status === 'queued' || status === 'waiting';
  return (
    <div className={styles.actions}>
      {moving && (
        <ActionIcon
          aria-label={t('pause', { name })}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget);
            pause(id);
          }}
        >
          <IconPlayerPause size={17} />
        </ActionIcon>
      )}
      {status === 'paused' && (
        <ActionIcon
          aria-label={t('resume', { name })}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget);
            goOn(id, letter);
          }}
        >
          <IconPlayerPlay size={17} />
        </ActionIcon>
      )}
      {status === 'errored' && file.again && (
        <Button
          size="xs"
          aria-label={t('retryOf', { name })}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget);
            goOn(id, letter);
          }}
        >
          {t('retry')}
        </Button>
      )}
      {status === 'needs-file' && (
        <FileButton
          onChange={(given) => {
            if (given && !giveAgain(id, given, letter)) change(id, { error: t('refused.other', { name }) });
          }}
          inputProps={{ 'aria-label': t('chooseFor', { name }) }}
        >
          {(props) => (
            <Button size="xs" aria-label={t('chooseFor', { name })} {...props}>
              {t('chooseAgain')}
            </Button>
          )}
        </FileButton>
      )}
      {status !== 'done' && status !== 'checking' && (
        <ActionIcon
          aria-label={t('remove', { name })}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget);
            drop(id, letter.secret);
          }}
        >
          <IconX size={17} />
        </ActionIcon>
      )}
    </div>
  );
}

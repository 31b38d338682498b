import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#shared/file-requests/deliveries.schemas.ts';
import { FILE_KINDS } from '#shared/platform/files/file-kinds.ts';
import { COMMENT_MAX, FILE_REQUEST } from '#shared/platform/limits.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { FieldLabel, fieldProps } from '../../components/inputs/field.tsx';
import { formatDate, formatList, formatSize, fullName } from '../../i18n/format.ts';
import styles from './delivery.module.css';
import { DropZone } from './drop-zone.tsx';
import { choose, giveAgain, type Letter, refuse, send } from './engine/engine.ts';
import { isUnderWay, looksTheSame, type SentFile } from './engine/files.ts';
import { useSending } from './engine/store.ts';
import { FileList } from './file-list.tsx';
import { whyNot } from './why-not.ts';

/** Keeps somebody from leaving while files are on their way, or chosen and not sent. */
function useLeaveQuestion(files: readonly SentFile[]): void {
  const busy = files.some((file) => isUnderWay(file) || file.status === 'chosen');
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);
}

/** What is wrong with a sender's name: the key of its sentence. */
function wrongName(name: string): string | undefined {
  const { length } = name.trim();
  if (length < FILE_REQUEST.sender.min) return 'senderNeeded';
  return length > FILE_REQUEST.sender.max ? 'senderLong' : undefined;
}

/** Who asks for what, the sender's name, and the files: chosen first, and sent by one button. */
export function DeliveryForm({ secret, delivery }: { secret: string; delivery: Delivery }) {
  const { t } = useTranslation('delivery');
  const { files, sender: name } = useSending();
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState<'name' | 'files'>();
  const nameField = useRef<HTMLInputElement>(null);
  const letter: Letter = { secret, sender: name.trim(), comment: comment.trim() };
  const chosen = files.filter(({ status }) => status === 'chosen');
  const isFull = delivery.filesLeft < 1 && chosen.length === 0;
  const problem = wrongName(name);
  useLeaveQuestion(files);

  /** A file that the page asks for again goes on where it was; all others are new. */
  async function take(given: readonly File[]): Promise<void> {
    setTried(undefined);
    let room = delivery.filesLeft - files.filter(({ status }) => status === 'chosen').length;
    for (const file of given) {
      const awaited = files.find((each) => each.status === 'needs-file' && looksTheSame(each, file));
      if (awaited && !problem && giveAgain(awaited.id, file, letter)) continue;
      const why = room < 1 ? t('refused.places') : await whyNot(file, delivery);
      if (why) refuse(file, why);
      else {
        room -= 1;
        choose(file);
      }
    }
  }

  function submit(): void {
    if (problem) {
      setTried('name');
      nameField.current?.focus();
      return;
    }
    if (chosen.length === 0) {
      setTried('files');
      return;
    }
    send(
      chosen.map(({ id }) => id),
      letter,
    );
  }

  return (
    <Frame wide title={t('heading')} body={<Asked delivery={delivery} />}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          ref={nameField}
          size="md"
          name="name"
          label={t('sender')}
          autoComplete="name"
          value={name}
          onChange={(event) => useSending.setState({ sender: event.currentTarget.value })}
          {...fieldProps({
            error: tried === 'name' && problem ? t(problem) : undefined,
            hint: t('senderHint'),
          })}
        />
        {!isFull && (
          <DropZone
            small={files.length > 0}
            full={delivery.filesLeft - chosen.length < 1}
            onFiles={(given) => void take(given)}
          />
        )}
        {files.length > 0 && <FileList files={files} letter={letter} />}
        {chosen.length > 0 && (
          <Textarea
            size="md"
            label={<FieldLabel aside={t('common:optional')}>{t('comment')}</FieldLabel>}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={COMMENT_MAX}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        )}
        {tried === 'files' && chosen.length === 0 && (
          <p className={styles.failure} role="alert">
            {t('noFiles')}
          </p>
        )}
        {(chosen.length > 0 || (!isFull && !files.some(isUnderWay))) && (
          <Button type="submit" variant="filled" size="lg" fullWidth>
            {chosen.length > 0 ? t('send', { count: chosen.length }) : t('title')}
          </Button>
        )}
      </form>
    </Frame>
  );
}

/** All that is told of who asks. */
function Asked({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('delivery');
  const { filesLeft, bytesLeft, fileKinds, organization } = delivery;
  const some = fileKinds.length < FILE_KINDS.length;
  return (
    <span className={styles.asked}>
      <span>{t('asks', { by: fullName(delivery.by), organization })}</span>
      <strong className={styles.what}>{delivery.title}</strong>
      <span className="meta">
        {t('until', { day: formatDate(delivery.expiresAt) })}{' '}
        {filesLeft === 0 ? t('left.none') : t('left.some', { count: filesLeft, size: formatSize(bytesLeft) })}
        {some &&
          ` ${t('kinds', { kinds: formatList(fileKinds.map((kind) => t(`common:fileKinds.${kind}`))) })}`}
      </span>
    </span>
  );
}

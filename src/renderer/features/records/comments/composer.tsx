import { Alert, Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COMMENT_MAX } from '#shared/platform/limits.ts';
import type { Person } from '#shared/platform/primitives.ts';
import { useEndpoint } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { useWritePause } from '../../../components/write.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';
import { MentionField } from './mention-field.tsx';
import { mentionedIn } from './mentions.ts';

const NOBODY: readonly Person[] = [];
const NOBODY_CHOSEN: readonly string[] = [];

/**
 * The words of a comment, new or corrected. Ctrl and Enter save it, Escape closes it. What was typed stays where it could
 * not be saved, and is there again when it is opened once more.
 */
export function Composer({
  about,
  label,
  initial = '',
  named = NOBODY,
  save,
  onSave,
  onSaved,
  onCancel,
}: {
  /** What the words are for: a passage, a thread, a comment that is corrected. */
  about: string;
  label: string;
  initial?: string;
  /** Who is named in it already. */
  named?: readonly Person[];
  /** What the button says. */
  save: string;
  /** @throws what the server said */
  onSave: (text: string, mentions: string[]) => Promise<void>;
  /** Called once nothing of it is kept any more. */
  onSaved?: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('records');
  const pause = useWritePause();
  const words = useUnsent(about, initial);
  const text = words.value;
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** Who was taken from the list of names, beside those who are named already. */
  const picked = useUnsent(`${about} names`, NOBODY_CHOSEN);
  const { record } = useComments();
  // Not before somebody is named: most comments name nobody.
  const query = useEndpoint('recordPeople', { params: { id: record } }, { enabled: text.includes('@') });
  const people = useMemo(() => {
    const readers = (query.data ?? []).filter(({ face }) => face === 'working').map(({ user }) => user);
    return [...readers, ...named.filter(({ _id }) => !readers.some((each) => each._id === _id))];
  }, [query.data, named]);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const unfit = text.trim() === '' || text.length > COMMENT_MAX;

  async function submit(): Promise<void> {
    if (unfit || saving || pause.disabled) return;
    setSaving(true);
    setFailure(undefined);
    try {
      await onSave(
        text,
        mentionedIn(text, people, new Set([...named.map(({ _id }) => _id), ...picked.value])),
      );
      words.forget();
      picked.forget();
      onSaved?.();
    } catch (error) {
      setFailure(error);
      field.current?.focus();
    } finally {
      setSaving(false);
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MentionField
        field={field}
        label={label}
        text={text}
        people={people}
        onChange={words.set}
        onMention={({ _id }) => picked.set([...picked.value, _id])}
        onKeyDown={onKeyDown}
      />
      {failure !== undefined && (
        <Alert color="red" variant="light" role="alert">
          {errorMessage(failure)}
        </Alert>
      )}
      <div className={styles.buttons}>
        <Button size="xs" variant="subtle" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button
          size="xs"
          type="submit"
          variant="filled"
          loading={saving}
          title={pause.title}
          disabled={pause.disabled || unfit}
        >
          {save}
        </Button>
      </div>
    </form>
  );
}

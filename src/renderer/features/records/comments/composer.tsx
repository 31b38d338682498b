import { Alert, Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COMMENT_MAX } from '#shared/platform/limits.ts';
import { errorMessage } from '../../../api/errors.ts';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { useWritePause } from '../../../components/write.tsx';
import styles from './comments.module.css';

/**
 * The words of a comment, new or corrected. Ctrl and Enter save it, Escape gives it up. What was typed stays where it
 * could not be saved.
 */
export function Composer({
  label,
  initial = '',
  save,
  onSave,
  onCancel,
}: {
  label: string;
  initial?: string;
  /** What the button says. */
  save: string;
  /** @throws what the server said */
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation('records');
  const pause = useWritePause();
  const [text, setText] = useState(initial);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const unfit = text.trim() === '' || text.length > COMMENT_MAX;

  async function submit(): Promise<void> {
    if (unfit || saving || pause.disabled) return;
    setSaving(true);
    setFailure(undefined);
    try {
      await onSave(text);
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
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={t('comments.placeholder')}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...fieldProps({ used: text.length, max: COMMENT_MAX })}
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

import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cancel, complete, type OccurrenceSheet, waive } from '#shared/calendars/calendars.schemas.ts';
import { call } from '../../api/client.ts';
import dialog from '../dialog.module.css';
import { useEntityForm } from '../form-page/use-entity-form.ts';
import { DateField } from '../inputs/date-field.tsx';
import { WriteButton } from '../write.tsx';
import styles from './occurrence.module.css';

export type Deed = 'complete' | 'waive' | 'cancel';

const SCHEMAS = { complete, waive, cancel };

/** What is to be said with a decision: when it was done, why it does not apply, what was wrong with it. */
export function DecisionForm({
  item,
  deed,
  onClose,
  onSettled,
}: {
  item: OccurrenceSheet;
  deed: Deed;
  onClose: () => void;
  /** It was decided, or refused because somebody else did so: either way it is looked at again. */
  onSettled: () => void;
}) {
  const { t } = useTranslation();
  const text = useRef<HTMLTextAreaElement>(null);
  // The button that opened it is gone. The day is today's already, and its field would open over this one.
  useEffect(() => text.current?.focus(), []);
  const params = { id: item._id };
  const { rev, doneBetween } = item;
  const form = useEntityForm({
    initial: { completedOn: doneBetween.to as string, text: '' },
    schema: SCHEMAS[deed],
    bodyOf: ({ completedOn, text }) => {
      if (deed === 'waive') return { rev, reason: text };
      return { rev, note: text, ...(deed === 'complete' ? { completedOn } : {}) };
    },
    send: async (_body, { completedOn, text }) => {
      try {
        if (deed === 'complete')
          await call('occurrenceComplete', { params, body: { rev, completedOn, note: text } });
        else if (deed === 'waive') await call('occurrenceWaive', { params, body: { rev, reason: text } });
        else await call('occurrenceCancel', { params, body: { rev, note: text } });
        onClose();
      } finally {
        onSettled();
      }
    },
    fieldOf: (name) => (name === 'reason' || name === 'note' ? 'text' : name),
  });
  return (
    <form
      ref={form.element}
      noValidate
      aria-label={t(`occurrence.${deed}`)}
      onSubmit={(event) => void form.submit(event)}
    >
      <div className={styles.decision}>
        {deed === 'complete' && (
          <DateField
            label={t('occurrence.doneOn')}
            minDate={doneBetween.from}
            maxDate={doneBetween.to}
            {...form.field('completedOn', { hint: t('occurrence.completeHint') })}
            value={form.values.completedOn}
          />
        )}
        <Textarea
          ref={text}
          label={t(deed === 'waive' ? 'occurrence.reason' : 'occurrence.note')}
          maxLength={500}
          autosize
          minRows={2}
          {...form.field('text', {
            max: 500,
            ...(deed === 'complete'
              ? { hint: t('occurrence.noteHint') }
              : { hint: t(`occurrence.${deed}Hint`) }),
          })}
        />
      </div>
      {form.failure && (
        <p className={dialog.failure} role="alert">
          {form.failure}
        </p>
      )}
      <div className="buttons">
        <WriteButton type="submit" variant="filled" loading={form.sending}>
          {t(`occurrence.${deed}`)}
        </WriteButton>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

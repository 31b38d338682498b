import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cancel, complete, type OccurrenceSheet, waive } from '#shared/calendars/calendars.schemas.ts';
import { call } from '../../api/client.ts';
import { DialogFailure } from '../dialog-parts.tsx';
import { useEntityForm } from '../form-page/use-entity-form.ts';
import { DateField } from '../inputs/date-field.tsx';
import { WriteButton } from '../write.tsx';
import styles from './occurrence.module.css';
import './catalogue.ts';

export type OccurrenceAction = 'complete' | 'waive' | 'cancel';

const SCHEMAS = { complete, waive, cancel };

/** The details of a decision: when it was done, why it does not apply, or what was wrong. */
export function DecisionForm({
  item,
  action,
  onClose,
  onSettled,
}: {
  item: OccurrenceSheet;
  action: OccurrenceAction;
  onClose: () => void;
  /**
   * Called after the decision, also where it was refused because somebody else decided first: the occurrence is loaded
   * again.
   */
  onSettled: () => void;
}) {
  const { t } = useTranslation();
  const text = useRef<HTMLTextAreaElement>(null);
  // Moves the focus, because the button that opened the form is gone. The day has a value already, and its field would
  // open a calendar over the form.
  useEffect(() => text.current?.focus(), []);
  const params = { id: item._id };
  const { rev, doneBetween } = item;
  const form = useEntityForm({
    initial: { completedOn: doneBetween.to as string, text: '' },
    schema: SCHEMAS[action],
    keepFor: `${action} ${item._id}`,
    bodyOf: ({ completedOn, text }) => {
      if (action === 'waive') return { rev, reason: text };
      return { rev, note: text, ...(action === 'complete' ? { completedOn } : {}) };
    },
    send: async (_body, { completedOn, text }) => {
      try {
        if (action === 'complete')
          await call('occurrenceComplete', { params, body: { rev, completedOn, note: text } });
        else if (action === 'waive') await call('occurrenceWaive', { params, body: { rev, reason: text } });
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
      aria-label={t(`occurrence:${action}`)}
      onSubmit={(event) => void form.submit(event)}
    >
      <div className={styles.decision}>
        {action === 'complete' && (
          <DateField
            label={t('occurrence:doneOn')}
            minDate={doneBetween.from}
            maxDate={doneBetween.to}
            {...form.field('completedOn', { hint: t('occurrence:completeHint') })}
            value={form.values.completedOn}
          />
        )}
        <Textarea
          ref={text}
          label={t(action === 'waive' ? 'occurrence:reason' : 'occurrence:note')}
          maxLength={500}
          autosize
          minRows={2}
          {...form.field('text', {
            max: 500,
            ...(action === 'complete'
              ? { hint: t('occurrence:noteHint') }
              : { hint: t(`occurrence:${action}Hint`) }),
          })}
        />
      </div>
      <DialogFailure text={form.failure} />
      <div className="buttons">
        <WriteButton type="submit" variant="filled" loading={form.sending}>
          {t(`occurrence:${action}`)}
        </WriteButton>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { REMINDER_TEXT_MAX, REMINDER_TEXT_SHOWN } from '#shared/platform/limits.ts';
import { useCall } from '../../../api/client.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import { useUser } from '../../../api/session-store.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogFailure } from '../../../components/dialog-parts.tsx';
import { DateField } from '../../../components/inputs/date-field.tsx';
import { FieldFailure, FieldLabel, fieldProps } from '../../../components/inputs/field.tsx';
import { nothingFound } from '../../../components/inputs/nothing-found.ts';
import { MultiSelect } from '../../../components/inputs/select.tsx';
import { TimeField } from '../../../components/inputs/time-field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';
import { formatDateTime, formatIsoDate, fullName } from '../../../i18n/format.ts';
import { useMembers } from '../queries.ts';
import { LeadDays } from './lead-days.tsx';
import styles from './reminder-dialog.module.css';

const DAY_MS = 86_400_000;
const MORNING = '09:00';

/** The moment of a day and a time in the browser's time zone; undefined where one of them is missing. */
const momentOf = (day: string, time: string): Date | undefined =>
  day && time ? new Date(`${day}T${time.slice(0, 5)}:00`) : undefined;

/**
 * Sets a reminder for oneself, or for others if the person edits the document. Mounted again each time it is opened.
 */
export function ReminderDialog({
  record,
  opened,
  onClose,
}: {
  record: Record;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('records');
  return (
    <Modal opened={opened} onClose={onClose} title={t('reminder.title')}>
      <ReminderForm record={record} onClose={onClose} />
    </Modal>
  );
}

function ReminderForm({ record, onClose }: { record: Record; onClose: () => void }) {
  const { t } = useTranslation('records');
  const me = useUser();
  const forOthers = record.face === 'working';
  const members = useMembers(record.group._id, forOthers);
  const words = useUnsent(`reminder of ${record._id}`, '');
  const text = words.value;
  const [day, setDay] = useState(formatIsoDate(Date.now() + DAY_MS));
  const [time, setTime] = useState(MORNING);
  const [to, setTo] = useState<string[]>([me._id]);
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useCall('reminderCreate', {
    onSuccess: ({ notifyAt }) => {
      words.forget();
      toast.success(t('reminder.done', { when: formatDateTime(notifyAt) }));
      onClose();
    },
  });
  const fields = fieldErrors(error);
  const moment = momentOf(day, time);
  const past = moment !== undefined && moment.getTime() <= Date.now();
  const timeError = !time ? t('reminder.noTime') : past ? t('reminder.past') : fields.notifyAt;
  const people = [me, ...(members.data ?? []).map(({ user }) => user).filter(({ _id }) => _id !== me._id)];

  return (
    <form
      className={dialog.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!moment || past || to.length === 0 || text.length > REMINDER_TEXT_MAX) return;
        mutate({
          body: {
            record: record._id,
            notifyAt: moment.toISOString(),
            text,
            ...(forOthers ? { to } : {}),
          },
        });
      }}
    >
      <TextInput
        label={<FieldLabel aside={t('common:optional')}>{t('reminder.text')}</FieldLabel>}
        placeholder={record.title}
        data-autofocus
        value={text}
        onChange={(event) => words.set(event.currentTarget.value)}
        {...fieldProps({
          error: fields.text,
          hint:
            text.length > REMINDER_TEXT_SHOWN ? t('reminder.cut', { max: REMINDER_TEXT_SHOWN }) : undefined,
          used: text.length,
          max: REMINDER_TEXT_MAX,
        })}
      />
      <LeadDays record={record} onChoose={setDay} />
      <div className={styles.moment}>
        <DateField
          label={t('reminder.day')}
          minDate={formatIsoDate(Date.now())}
          value={day}
          onChange={setDay}
          {...fieldProps({ error: tried && !day ? t('reminder.noDay') : undefined })}
        />
        <TimeField
          label={t('reminder.time')}
          value={time}
          onChange={setTime}
          {...fieldProps({ error: tried || past ? timeError : fields.notifyAt })}
        />
      </div>
      {forOthers && (
        <MultiSelect
          label={t('reminder.to')}
          placeholder={members.isPending ? t('common:loading') : undefined}
          aria-busy={members.isPending}
          searchable
          data={people.map((user) => ({
            value: user._id,
            label: user._id === me._id ? t('reminder.me', { name: fullName(user) }) : fullName(user),
          }))}
          value={to}
          onChange={setTo}
          nothingFoundMessage={nothingFound(members, t('reminder.noMatch'))}
          {...fieldProps({
            error: members.isError ? (
              <FieldFailure text={t('reminder.failed')} onRetry={() => void members.refetch()} />
            ) : tried && to.length === 0 ? (
              t('reminder.nobody')
            ) : (
              fields.to
            ),
          })}
        />
      )}
      <DialogFailure text={error && Object.keys(fields).length === 0 && errorMessage(error)} />
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton type="submit" variant="filled" loading={isPending}>
          {t('reminder.confirm')}
        </WriteButton>
      </div>
    </form>
  );
}

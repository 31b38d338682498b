import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { COMMENT_MAX } from '#shared/platform/limits.ts';
import { useCall } from '../../../api/client.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import styles from '../../../components/dialog.module.css';
import { DateField } from '../../../components/inputs/date-field.tsx';
import { FieldFailure, FieldLabel, fieldProps } from '../../../components/inputs/field.tsx';
import { nothingFound } from '../../../components/inputs/nothing-found.ts';
import { MultiSelect } from '../../../components/inputs/select.tsx';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';
import { formatIsoDate, fullName } from '../../../i18n/format.ts';
import { useMembers } from '../queries.ts';

const KINDS = {
  review: { call: 'reviewRequest', texts: 'request', role: 'review' },
  publication: { call: 'publicationRequest', texts: 'publication', role: 'publish' },
} as const;

/** Requests a review or a publication, from named people or from everybody in the library with the role. */
export function RequestDialog({
  kind,
  record,
  version,
  opened,
  onClose,
}: {
  kind: keyof typeof KINDS;
  record: Record;
  version: string;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('records');
  const members = useMembers(record.group._id, opened);
  const [to, setTo] = useState<string[]>([]);
  const words = useUnsent(`${kind} ${record._id}`, '');
  const { value: message } = words;
  const [dueOn, setDueOn] = useState('');
  const { call, texts, role } = KINDS[kind];
  const { mutate, isPending, error } = useCall(call, {
    onSuccess: ({ notified }) => {
      toast.success(t(`${texts}.done`, { count: notified }));
      words.forget();
      onClose();
    },
  });
  const fields = fieldErrors(error);
  const reviewers = (members.data ?? []).filter((each) => each.roles.includes(role));

  return (
    <Modal opened={opened} onClose={onClose} title={t(`${texts}.title`)}>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({
            body: {
              record: record._id,
              version,
              message,
              ...(to.length > 0 ? { to } : {}),
              ...(dueOn ? { dueOn } : {}),
            },
          });
        }}
      >
        <MultiSelect
          label={<FieldLabel aside={t('common:optional')}>{t(`${texts}.to`)}</FieldLabel>}
          placeholder={
            members.isPending ? t('common:loading') : to.length === 0 ? t(`${texts}.everyone`) : ''
          }
          aria-busy={members.isPending}
          disabled={members.isSuccess && reviewers.length === 0}
          searchable
          // The list would cover the other fields, and most requests are to everybody.
          openOnFocus={false}
          clearable
          data={reviewers.map(({ user }) => ({ value: user._id, label: fullName(user) }))}
          value={to}
          onChange={setTo}
          nothingFoundMessage={nothingFound(members, t(`${texts}.noMatch`))}
          {...fieldProps({
            error: members.isError ? (
              <FieldFailure text={t(`${texts}.failed`)} onRetry={() => void members.refetch()} />
            ) : (
              fields.to
            ),
            hint: members.isSuccess && reviewers.length === 0 ? t(`${texts}.nobody`) : undefined,
          })}
        />
        <Textarea
          label={<FieldLabel aside={t('common:optional')}>{t(`${texts}.message`)}</FieldLabel>}
          autosize
          minRows={3}
          value={message}
          onChange={(event) => words.set(event.currentTarget.value)}
          {...fieldProps({ error: fields.message, used: message.length, max: COMMENT_MAX })}
        />
        <DateField
          label={<FieldLabel aside={t('common:optional')}>{t(`${texts}.dueOn`)}</FieldLabel>}
          minDate={formatIsoDate(Date.now())}
          clearable
          value={dueOn}
          onChange={setDueOn}
          {...fieldProps({ error: fields.dueOn })}
        />
        {error && Object.keys(fields).length === 0 && (
          <p className={styles.failure} role="alert">
            {errorMessage(error)}
          </p>
        )}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <WriteButton
            type="submit"
            variant="filled"
            loading={isPending}
            disabled={message.length > COMMENT_MAX}
          >
            {t(`${texts}.confirm`)}
          </WriteButton>
        </div>
      </form>
    </Modal>
  );
}

import { Button, Textarea } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { COMMENT_MAX, SHARE_MAX } from '#shared/platform/limits.ts';
import { useCall, useEndpoint } from '../../../api/client.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import { useUser } from '../../../api/session-store.ts';
import styles from '../../../components/dialog.module.css';
import { copyLink } from '../../../components/documents/copy-link.ts';
import { FieldFailure, FieldLabel, fieldProps } from '../../../components/inputs/field.tsx';
import { nothingFound } from '../../../components/inputs/nothing-found.ts';
import { MultiSelect } from '../../../components/inputs/select.tsx';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';
import { fullName } from '../../../i18n/format.ts';

const NOBODY: string[] = [];

/** Tells people who see the document of it. Mounted again each time it is opened. */
export function ShareDialog({
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
    <Modal opened={opened} onClose={onClose} title={t('share.title')}>
      <ShareForm record={record} onClose={onClose} />
    </Modal>
  );
}

function ShareForm({ record, onClose }: { record: Record; onClose: () => void }) {
  const { t } = useTranslation('records');
  const me = useUser();
  const people = useEndpoint('recordPeople', { params: { id: record._id } });
  const others = (people.data ?? []).filter(({ user }) => user._id !== me._id);
  const chosen = useUnsent(`share ${record._id} to`, NOBODY);
  const words = useUnsent(`share ${record._id}`, '');
  const { value: to } = chosen;
  const { value: message } = words;
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useCall('recordShare', {
    onSuccess: ({ notified }) => {
      toast.success(t('share.done', { count: notified }));
      chosen.forget();
      words.forget();
      onClose();
    },
  });
  const fields = fieldErrors(error);
  const nobody = people.isSuccess && others.length === 0;

  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (to.length === 0 || message.length > COMMENT_MAX) return;
        mutate({ params: { id: record._id }, body: { to, message } });
      }}
    >
      <MultiSelect
        label={t('share.to')}
        placeholder={people.isPending ? t('common:loading') : undefined}
        aria-busy={people.isPending}
        disabled={nobody}
        data-autofocus
        searchable
        clearable
        maxValues={SHARE_MAX}
        data={others.map(({ user }) => ({ value: user._id, label: fullName(user) }))}
        value={to}
        onChange={chosen.set}
        nothingFoundMessage={nothingFound(people, t('share.noMatch'))}
        {...fieldProps({
          error: people.isError ? (
            <FieldFailure text={t('share.failed')} onRetry={() => void people.refetch()} />
          ) : tried && to.length === 0 && !nobody ? (
            t('share.nobody')
          ) : (
            fields.to
          ),
          hint: nobody ? t('share.alone') : t('share.hint'),
        })}
      />
      <Textarea
        label={<FieldLabel aside={t('common:optional')}>{t('share.message')}</FieldLabel>}
        autosize
        minRows={3}
        value={message}
        onChange={(event) => words.set(event.currentTarget.value)}
        {...fieldProps({ error: fields.message, used: message.length, max: COMMENT_MAX })}
      />
      {error && Object.keys(fields).length === 0 && (
        <p className={styles.failure} role="alert">
          {errorMessage(error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          variant="subtle"
          mr="auto"
          leftSection={<IconLink size={16} aria-hidden="true" />}
          onClick={() => void copyLink(record._id)}
        >
          {t('common:copyLink')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton type="submit" variant="filled" loading={isPending} disabled={nobody}>
          {t('share.confirm')}
        </WriteButton>
      </div>
    </form>
  );
}

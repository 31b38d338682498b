import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SnapshotHead } from '#shared/report/report.schemas.ts';
import { snapshotCreate } from '#shared/report/report.schemas.ts';
import { call } from '../../../api/client.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogFailure } from '../../../components/dialog-parts.tsx';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';

const NAME_MAX = 80;
const NOTE_MAX = 500;

/** Freezes the report under a name, as it is now. */
export function FreezeDialog({
  suggested,
  about,
  body,
  statusIgnored,
  onClose,
  onFrozen,
}: {
  suggested: string;
  /** The day and the months, in words. */
  about: string;
  /** The report's query, as the server takes it. */
  body: Record<string, unknown>;
  /** The page is filtered by status; the frozen report is not. */
  statusIgnored: boolean;
  onClose: () => void;
  onFrozen: (made: SnapshotHead) => void;
}) {
  const { t } = useTranslation('report');
  const [name, setName] = useState(suggested);
  const words = useUnsent(`freeze ${about}`, '');
  const { value: note } = words;
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const fields = fieldErrors(failure);
  const named = name.trim().length >= 3;
  const send = async (): Promise<void> => {
    setRefused(true);
    if (!named) return;
    setSending(true);
    setFailure(undefined);
    try {
      const made = await call('snapshotCreate', {
        body: snapshotCreate.parse({ ...body, name: name.trim(), note: note.trim() }),
      });
      words.forget();
      onFrozen(made);
    } catch (error) {
      setFailure(error);
      setSending(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('freeze.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div className={dialog.fields}>
          <p>{t('freeze.intro', { about })}</p>
          {statusIgnored && <p className="secondary">{t('freeze.allStatuses')}</p>}
          <TextInput
            label={t('freeze.name')}
            value={name}
            maxLength={NAME_MAX}
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            {...fieldProps({
              error: fields.name ?? (refused && !named ? t('freeze.nameNeeded') : undefined),
              used: name.length,
              max: NAME_MAX,
            })}
          />
          <Textarea
            label={t('freeze.note')}
            value={note}
            maxLength={NOTE_MAX}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => words.set(currentTarget.value)}
            {...fieldProps({
              error: fields.note,
              hint: t('common:optional'),
              used: note.length,
              max: NOTE_MAX,
            })}
          />
        </div>
        <DialogFailure
          text={
            (failure !== undefined && !fields.name && !fields.note && Object.values(fields)[0]) ??
            errorMessage(failure)
          }
        />
        <div className={dialog.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <WriteButton type="submit" variant="filled" loading={sending}>
            {t('freeze.confirm')}
          </WriteButton>
        </div>
      </form>
    </Modal>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useEndpoint } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import dialog from '../dialog.module.css';
import { DialogFailure } from '../dialog-parts.tsx';
import { FieldFailure, fieldProps } from '../inputs/field.tsx';
import { Modal } from '../modal.tsx';
import { LoadingRows } from '../page/screen-states.tsx';
import { toast } from '../toast.tsx';
import { WriteButton } from '../write.tsx';
import { NewHoldForm } from './new-hold-form.tsx';
import './catalogue.ts';
import { Select } from '../inputs/select.tsx';

/** What to hold: documents, a folder with everything below it, or a library. */
export interface HoldSubject {
  readonly kind: 'records' | 'folders' | 'groups';
  readonly ids: readonly string[];
  readonly name: string;
}

const NEW = 'new';

/** Adds something to a running hold, or to a new one. For admins only. */
export function HoldDialog({ subject, onClose }: { subject: HoldSubject | undefined; onClose: () => void }) {
  const { t } = useTranslation('holds');
  return (
    <Modal opened={subject !== undefined} onClose={onClose} title={t('put')}>
      {subject && <Choice subject={subject} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ subject, onClose }: { subject: HoldSubject; onClose: () => void }) {
  const { t } = useTranslation('holds');
  const running = useEndpoint('holds', { query: { status: 'active', limit: '200' } }, { staleTime: 0 });
  const [chosen, setChosen] = useState<string>();
  const { mutate, isPending, error } = useCall('holdAdd');
  if (running.isPending) return <LoadingRows rows={4} />;
  const names = (running.data?.items ?? []).map((each) => ({ value: each._id, label: each.name }));
  const value = chosen ?? names[0]?.value ?? NEW;
  const { kind, ids, name } = subject;
  const targets = { records: [], folders: [], groups: [], [kind]: [...ids] };
  const done = (hold: { name: string }): void => {
    toast.success(t('done', { name, hold: hold.name }));
    onClose();
  };
  return (
    <div className={dialog.fields}>
      <p className="secondary">{t(`about.${kind}`, { name, count: ids.length })}</p>
      {names.length > 0 && (
        <Select
          label={t('which')}
          allowDeselect={false}
          searchable={names.length > 8}
          data={[...names, { value: NEW, label: t('new') }]}
          value={value}
          onChange={(next) => setChosen(next ?? NEW)}
        />
      )}
      <DialogFailure
        text={
          running.isError &&
          fieldProps({
            error: <FieldFailure text={t('listFailed')} onRetry={() => void running.refetch()} />,
          }).error
        }
      />
      {value === NEW ? (
        <NewHoldForm targets={targets} onDone={done} onCancel={onClose} />
      ) : (
        <>
          <DialogFailure text={error && errorMessage(error)} />
          <div className={dialog.buttons}>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <WriteButton
              variant="filled"
              loading={isPending}
              onClick={() => mutate({ params: { id: value }, body: targets }, { onSuccess: done })}
            >
              {t('put')}
            </WriteButton>
          </div>
        </>
      )}
    </div>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PARTY_KINDS, type PartyKind } from '#shared/contractors/party.ts';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { call, useEndpoint } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogEnd } from '../../../components/dialog-parts.tsx';
import { useEntityForm } from '../../../components/form-page/use-entity-form.ts';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { toast } from '../../../components/toast.tsx';
import { EMPTY, factsOf, factsSchema, PartyFields } from '../party-fields.tsx';
import styles from './add.module.css';

/** A folder that exists becomes the folder of a contractor, a worker or a site: what lies in it stays. */
export function AdoptDialog({
  folder: id,
  group,
  onClose,
}: {
  folder: string;
  /** The folder's library. */
  group: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('contractors');
  const [kind, setKind] = useState<PartyKind>('contractor');
  const folders = useEndpoint('foldersByGroup', { params: { group } });
  const folder = folders.data?.find(({ _id }) => _id === id);
  return (
    <Modal opened onClose={onClose} title={t('adopt.title')} size="lg">
      {folders.isPending && <LoadingRows rows={4} height={48} />}
      {folders.isError && (
        <ErrorState title={t('adopt.failed')} error={folders.error} onRetry={() => void folders.refetch()} />
      )}
      {folders.data && !folder && (
        <ErrorState title={t('adopt.failed')} error={new ApiError(404, 'not_found', t('adopt.missing'))} />
      )}
      {folder && (
        <>
          <div className={dialog.fields}>
            <p className="secondary">{t('adopt.intro', { folder: folder.name })}</p>
            <TypedSelect
              label={t('adopt.kind')}
              data={PARTY_KINDS.map((value) => ({ value, label: t(`one.${value}`) }))}
              value={kind}
              onChange={(value) => value && setKind(value as PartyKind)}
            />
          </div>
          {/* What was typed of one kind is there for the other. */}
          <AdoptForm key={kind} kind={kind} folder={folder} onClose={onClose} />
        </>
      )}
    </Modal>
  );
}

function AdoptForm({ kind, folder, onClose }: { kind: PartyKind; folder: Folder; onClose: () => void }) {
  const { t } = useTranslation('contractors');
  const navigate = useNavigate();
  const form = useEntityForm({
    initial: { ...EMPTY, name: folder.name },
    schema: factsSchema,
    bodyOf: (values) => ({
      ...factsOf(values),
      // What another kind has is not asked of this one.
      ...(kind === 'site' ? { rut: null } : {}),
      ...(kind === 'worker' ? {} : { contractor: null }),
    }),
    keepFor: `party-adopt ${folder._id}`,
    send: async ({ name, ...facts }) => {
      const party = await call('partyAdopt', { body: { kind, folder: folder._id, ...facts } });
      toast.success(t('adopt.done', { name }));
      void navigate(`/contractors/${party._id}`, { replace: true });
    },
  });
  return (
    <form ref={form.element} noValidate onSubmit={(event) => void form.submit(event)}>
      <div className={`${dialog.fields} ${styles.below}`}>
        <PartyFields kind={kind} form={form} named={false} />
      </div>
      <DialogEnd form={form} submit={t('adopt.submit')} onCancel={onClose} />
    </form>
  );
}

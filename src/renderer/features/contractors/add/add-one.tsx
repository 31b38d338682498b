import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PartyKind } from '#shared/contractors/party.ts';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogEnd } from '../../../components/dialog-parts.tsx';
import { useEntityForm } from '../../../components/form-page/use-entity-form.ts';
import { toast } from '../../../components/toast.tsx';
import type { Chosen } from '../contractor-select.tsx';
import { EMPTY, factsOf, factsSchema, PartyFields } from '../party-fields.tsx';
import styles from './add.module.css';
import type { usePlace } from './use-place.ts';

/** The form of one contractor, worker or site. Once made, it is opened: what it owes stands there. */
export function AddOne({
  kind,
  group,
  contractor,
  place,
  onClose,
}: {
  kind: PartyKind;
  group: string;
  contractor: Chosen | null;
  place: ReturnType<typeof usePlace>;
  onClose: () => void;
}) {
  const { t } = useTranslation('contractors');
  const navigate = useNavigate();
  const form = useEntityForm({
    initial: { ...EMPTY, contractor },
    schema: factsSchema,
    bodyOf: factsOf,
    keepFor: `party-add ${kind} ${contractor?._id ?? ''}`,
    send: async (body) => {
      const { items } = await call('partiesCreate', { body: { kind, group, ...place.body, items: [body] } });
      const [made] = items;
      if (!made) return;
      if (!made.ok) throw new ApiError(409, made.error.code, made.error.message, made.error.details);
      toast.success(t(`add.madeOne.${kind}`, { name: body.name }));
      onClose();
      void navigate(`/contractors/${made.party}`);
    },
    refusals: { name_taken: 'name', conflict: 'rut' },
  });
  return (
    <form ref={form.element} noValidate onSubmit={(event) => void form.submit(event)}>
      <div className={`${dialog.fields} ${styles.below}`}>
        <PartyFields kind={kind} form={form} />
      </div>
      <DialogEnd form={form} submit={t('add.submit')} onCancel={onClose} />
    </form>
  );
}

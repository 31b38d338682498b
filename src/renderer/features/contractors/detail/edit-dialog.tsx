import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Party, partyUpdate } from '#shared/contractors/contractors.schemas.ts';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogEnd } from '../../../components/dialog-parts.tsx';
import { useEntityForm } from '../../../components/form-page/use-entity-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { factsOf, PartyFields, valuesOf } from '../party-fields.tsx';
import { rebased } from './rebased.ts';

/** The party as somebody else saved it meanwhile, from the error of a refused save. */
const currentOf = (error: unknown): Party | undefined =>
  error instanceof ApiError && error.code === 'rev_changed'
    ? (error.details as { current?: Party } | undefined)?.current
    : undefined;

/** Changes the name and the facts of a party. Mounted for one opening. */
export function EditDialog({ party: shown, onClose }: { party: Party; onClose: () => void }) {
  const { t } = useTranslation('contractors');
  // What the form's changes are based on. Newer data are taken over only where a save was refused for them.
  const [party, setParty] = useState(shown);
  const base = valuesOf(party);
  const form = useEntityForm({
    initial: base,
    schema: partyUpdate,
    bodyOf: (values) => ({ ...factsOf(values), rev: party.rev }),
    keepFor: `party ${party._id}`,
    send: async (body, values) => {
      try {
        await call('partyUpdate', { params: { id: party._id }, body });
        toast.success(t('edit.saved'));
        onClose();
      } catch (error) {
        const current = currentOf(error);
        if (!current) throw error;
        const theirs = valuesOf(current);
        setParty(current);
        form.reset(theirs);
        form.set(rebased(values, base, theirs));
        throw new ApiError(409, 'rev_changed', t('edit.rebased'));
      }
    },
    refusals: { name_taken: 'name', conflict: 'rut' },
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={t('edit.title', { name: party.name })}>
      <form ref={form.element} noValidate onSubmit={(event) => void form.submit(event)}>
        <div className={dialog.fields}>
          <PartyFields kind={party.kind} form={form} />
        </div>
        <DialogEnd form={form} submit={t('common:save')} onCancel={onClose} />
      </form>
    </Modal>
  );
}

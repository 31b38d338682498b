import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '#shared/identity/auth.schemas.ts';
import { call } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { DialogForm, PasswordField } from './dialog-form.tsx';

function PasswordForm({ min, onClose, onDone }: { min: number; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const form = useEntityForm({
    initial: { current: '', password: '' },
    schema: changePassword,
    bodyOf: ({ current, password }) => ({ current, password }),
    refusals: { bad_credentials: 'current', password_policy: 'password' },
    send: async (body) => {
      await call('changePassword', { body });
      toast.success(t('password.done'));
      onDone();
    },
  });
  return (
    <DialogForm form={form} submit={t('password.button')} onCancel={onClose}>
      <p>{t('password.ends')}</p>
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        data-autofocus
        {...form.field('current')}
      />
      <PasswordField
        label={t('password.new')}
        autoComplete="new-password"
        {...form.field('password', { hint: t('password.hint', { min }) })}
      />
    </DialogForm>
  );
}

/** Changes the password, which ends the person's other sessions. @param onChanged called after they ended */
export function PasswordSection({ min, onChanged }: { min: number; onChanged: () => void }) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <FormSection title={t('password.title')} intro={t('password.intro')}>
      <div>
        <WriteButton onClick={() => setOpen(true)}>{t('password.button')}</WriteButton>
      </div>
      <Modal opened={open} onClose={close} title={t('password.button')}>
        <PasswordForm
          min={min}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      </Modal>
    </FormSection>
  );
}

import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { EmailField, FormField, NewPasswordField, rules, SmallForm, useSmallForm } from './form-parts.tsx';

/**
 * For an empty installation: creates the organization and its first admin, with the code printed on the server's
 * console.
 */
export function FirstRunForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm(
    { code: '', organization: '', firstname: '', lastname: '', email: '', password: '' },
    {
      code: rules.required,
      organization: rules.organization,
      firstname: rules.required,
      lastname: rules.required,
      email: rules.email,
      password: rules.newPassword,
    },
  );
  const send = async (values: typeof form.values): Promise<void> => {
    await call('firstRun', { body: { ...values, code: values.code.trim() } });
    onDone();
  };
  return (
    <Frame title={t('firstRun.title')} body={t('firstRun.body')}>
      <SmallForm
        form={form}
        send={send}
        at={{ bad_code: 'code', password_policy: 'password' }}
        submit={t('firstRun.submit')}
      >
        <FormField
          {...form.field('code')}
          name="code"
          label={t('firstRun.code')}
          autoComplete="off"
          autoFocus
        />
        <FormField {...form.field('organization')} name="organization" label={t('firstRun.organization')} />
        <FormField
          {...form.field('firstname')}
          name="firstname"
          label={t('firstRun.firstname')}
          autoComplete="given-name"
        />
        <FormField
          {...form.field('lastname')}
          name="lastname"
          label={t('firstRun.lastname')}
          autoComplete="family-name"
        />
        <EmailField {...form.field('email')} />
        <NewPasswordField {...form.field('password')} label={t('password')} />
      </SmallForm>
    </Frame>
  );
}

import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { passwordsUpdate } from '#shared/organization/settings.schemas.ts';
import { call } from '../../api/client.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';

/** The password policy, wherever a password is chosen. */
export function PasswordsSection(props: SectionProps) {
  const { t } = useTranslation('settings');
  const { form, note } = useSection({
    ...props,
    section: 'passwords',
    valuesOf: ({ passwords }) => ({ min: passwords.min as number | string }),
    schema: passwordsUpdate,
    bodyOf: ({ min }, rev) => ({ min: min === '' ? Number.NaN : Number(min), rev }),
    send: (body) => call('settingsPasswords', { body }),
  });
  return (
    <SectionForm section="passwords" form={form} note={note}>
      <NumberInput
        label={t('passwords.min')}
        decimalScale={0}
        maw={240}
        {...form.field('min', { hint: t('passwords.hint') })}
      />
    </SectionForm>
  );
}

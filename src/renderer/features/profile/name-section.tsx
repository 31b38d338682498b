import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Profile, profileUpdate } from '#shared/people/account.schemas.ts';
import { formatRut } from '#shared/people/rut.ts';
import { call } from '../../api/client.ts';
import { reloadUser } from '../../api/session.ts';
import { EntityFormView, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { toast } from '../../components/toast.tsx';
import styles from './profile.module.css';

/** The person's name, which they can change, and the data that only an admin changes. */
export function NameSection({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const form = useEntityForm({
    initial: { firstname: profile.firstname, lastname: profile.lastname },
    schema: profileUpdate,
    bodyOf: ({ firstname, lastname }) => ({ firstname, lastname }),
    send: async (body) => {
      const { firstname, lastname } = await call('profileUpdate', { body });
      form.reset({ firstname, lastname });
      toast.success(t('name.saved'));
      await reloadUser();
    },
  });
  const facts = [
    [t('name.email'), profile.email],
    [t('name.rut'), profile.rut && formatRut(profile.rut)],
    [t('name.department'), profile.department?.name],
    ...profile.roles.map((role) => [t('name.roles'), t(`name.role.${role}`)] as const),
  ] as const;
  return (
    <EntityFormView form={form} label={t('name.title')}>
      <FormSection title={t('name.title')} intro={t('name.intro')}>
        <TextInput
          label={t('name.firstname')}
          autoComplete="given-name"
          {...form.field('firstname', { max: 80 })}
        />
        <TextInput
          label={t('name.lastname')}
          autoComplete="family-name"
          {...form.field('lastname', { max: 80 })}
        />
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={`${term} ${value}`} style={{ display: 'contents' }}>
              <dt>{term}</dt>
              <dd>{value || '—'}</dd>
            </div>
          ))}
        </dl>
        <p className="meta">{t('name.others')}</p>
      </FormSection>
    </EntityFormView>
  );
}

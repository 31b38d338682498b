import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Profile, profileUpdate } from '#shared/organization/organization.schemas.ts';
import { formatRut, parseRut } from '#shared/people/rut.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { reloadUser } from '../../api/session.ts';
import { EntityFormView, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { StaleNote } from '../../components/page/stale-note.tsx';
import { toast } from '../../components/toast.tsx';
import { LogoSection } from './logo-section.tsx';

const valuesOf = (profile: Profile) => ({
  name: profile.name,
  taxId: profile.taxId ? formatRut(profile.taxId) : '',
  email: profile.email ?? '',
  phone: profile.phone ?? '',
  address: profile.address ?? '',
  timezone: profile.timezone,
});

/** Time zones: Chile's first, then all that the browser knows. */
function timeZones(): string[] {
  const chile = ['America/Santiago', 'America/Punta_Arenas', 'Pacific/Easter'];
  return [...chile, ...Intl.supportedValuesOf('timeZone').filter((zone) => !chile.includes(zone))];
}

export function ProfileForm({
  profile: given,
  load,
}: {
  profile: Profile;
  load: () => Promise<Profile | undefined>;
}) {
  const { t } = useTranslation('organization');
  const [profile, setProfile] = useState(given);
  const [stale, setStale] = useState<string>();
  const zones = useMemo(timeZones, []);
  const form = useEntityForm({
    initial: valuesOf(profile),
    schema: profileUpdate,
    bodyOf: ({ name, taxId, email, phone, address, timezone }) => ({
      name,
      taxId: taxId.trim() || null,
      email: email.trim() || null,
      phone: phone.trim() || null,
      address: address.trim() || null,
      timezone,
      rev: profile.rev,
    }),
    send: async (body) => {
      setStale(undefined);
      try {
        setProfile(await call('organizationUpdate', { body }));
        toast.success(t('saved'));
        void reloadUser();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rev_changed') setStale(error.message);
        throw error;
      }
    },
  });
  const refresh = async (): Promise<void> => {
    const fresh = await load();
    if (!fresh) return;
    setProfile(fresh);
    setStale(undefined);
    form.reset(valuesOf(fresh));
  };
  const optional = (label: string) => <FieldLabel aside={t('common:optional')}>{label}</FieldLabel>;
  const taxId = form.field('taxId', { hint: t('taxIdHint') });
  return (
    <>
      <EntityFormView form={form} label={t('form')}>
        <FormSection title={t('identity')} intro={t('identityIntro')}>
          <TextInput label={t('name')} {...form.field('name')} />
          <TextInput
            label={optional(t('taxId'))}
            maw={240}
            {...taxId}
            onBlur={() => {
              // Formats a valid RUT. An invalid one stays as it was typed.
              const parsed = parseRut(form.values.taxId);
              if (parsed) form.set({ taxId: formatRut(parsed) });
            }}
          />
        </FormSection>
        <FormSection title={t('contact')} intro={t('contactIntro')}>
          <TextInput type="email" label={optional(t('email'))} {...form.field('email')} />
          <TextInput type="tel" label={optional(t('phone'))} maw={300} {...form.field('phone')} />
          <TextInput label={optional(t('address'))} {...form.field('address')} />
        </FormSection>
        <FormSection title={t('place')} intro={t('placeIntro')}>
          <TypedSelect label={t('timezone')} maw={360} data={zones} {...form.field('timezone')} />
        </FormSection>
        {stale && <StaleNote text={stale} onLoad={() => void refresh()} />}
      </EntityFormView>
      <LogoSection profile={profile} onChange={setProfile} />
    </>
  );
}

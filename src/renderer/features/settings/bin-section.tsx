import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { binUpdate } from '#shared/organization/settings.schemas.ts';
import { call } from '../../api/client.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';

/** How many days a document stays in the bin before it is purged automatically. */
export function BinSection(props: SectionProps) {
  const { t } = useTranslation('settings');
  const { form, note, settings } = useSection({
    ...props,
    section: 'bin',
    valuesOf: ({ bin }) => ({ days: bin.days as number | string }),
    schema: binUpdate,
    bodyOf: ({ days }, rev) => ({ days: days === '' ? Number.NaN : Number(days), rev }),
    send: (body) => call('settingsBin', { body }),
  });
  const days = Number(form.values.days);
  const shorter = form.values.days !== '' && days < settings.bin.days;
  return (
    <SectionForm section="bin" form={form} note={note}>
      <NumberInput
        label={t('bin.days')}
        decimalScale={0}
        maw={240}
        {...form.field('days', { hint: shorter ? t('bin.shorter') : t('bin.hint') })}
      />
      <Link to="/bin" className="link">
        {t('bin.open')}
      </Link>
    </SectionForm>
  );
}

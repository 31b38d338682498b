import { TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { remindersUpdate } from '#shared/organization/settings.schemas.ts';
import { call } from '../../api/client.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';

/** The numbers of days before a date for which reminders are offered. */
export function RemindersSection(props: SectionProps) {
  const { t } = useTranslation('settings');
  const { form, note } = useSection({
    ...props,
    section: 'reminders',
    valuesOf: ({ reminders }) => ({ leadDays: reminders.leadDays.map(String) }),
    schema: remindersUpdate,
    bodyOf: ({ leadDays }, rev) => ({ leadDays: leadDays.map(Number), rev }),
    send: (body) => call('settingsReminders', { body }),
  });
  return (
    <SectionForm section="reminders" form={form} note={note}>
      <TagsInput
        label={t('reminders.leadDays')}
        inputMode="numeric"
        splitChars={[',', ' ', ';']}
        {...form.field('leadDays', { hint: t('reminders.hint') })}
      />
    </SectionForm>
  );
}

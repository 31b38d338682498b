import { TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { remindersUpdate } from '#shared/organization/settings.schemas.ts';
import { call } from '../../api/client.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';

/** How many days before a date one is offered to be reminded of it. */
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

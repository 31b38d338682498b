import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { READS_BEYOND, type ReadsBeyond } from '#shared/access/visibility.ts';
import { managersUpdate } from '#shared/organization/settings.schemas.ts';
import { call } from '../../api/client.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';

/** What managers read of libraries that they are no member of. */
export function ManagersSection(props: SectionProps) {
  const { t } = useTranslation('settings');
  const { form, note } = useSection({
    ...props,
    section: 'managers',
    valuesOf: ({ managers }) => ({ read: managers.read as string }),
    schema: managersUpdate,
    bodyOf: ({ read }, rev) => ({ read: read as ReadsBeyond, rev }),
    send: (body) => call('settingsManagers', { body }),
  });
  return (
    <SectionForm section="managers" form={form} note={note}>
      <Radio.Group label={t('managers.label')} {...form.field('read', { hint: t('managers.hint') })}>
        <Stack gap="xs" mt="xs">
          {READS_BEYOND.map((each) => (
            <Radio key={each} value={each} label={t(`managers.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </SectionForm>
  );
}

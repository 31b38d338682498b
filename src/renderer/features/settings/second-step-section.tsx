import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SECOND_STEP_FOR } from '#shared/identity/second-step.ts';
import { secondStepUpdate } from '#shared/organization/settings.schemas.ts';
import { call } from '../../api/client.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';

/** Who needs a second step to sign in. */
export function SecondStepSection(props: SectionProps) {
  const { t } = useTranslation('settings');
  const { form, note } = useSection({
    ...props,
    section: 'secondStep',
    valuesOf: ({ secondStep }) => ({ required: secondStep.required as string }),
    schema: secondStepUpdate,
    bodyOf: ({ required }, rev) => ({ required: required as (typeof SECOND_STEP_FOR)[number], rev }),
    send: (body) => call('settingsSecondStep', { body }),
  });
  return (
    <SectionForm section="secondStep" form={form} note={note}>
      <Radio.Group label={t('secondStep.label')} {...form.field('required', { hint: t('secondStep.hint') })}>
        <Stack gap="xs" mt="xs">
          {SECOND_STEP_FOR.map((each) => (
            <Radio key={each} value={each} label={t(`secondStep.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </SectionForm>
  );
}

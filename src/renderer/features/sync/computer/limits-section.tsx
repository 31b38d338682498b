import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DesktopPreferences, desktopPreferences } from '#shared/ipc/desktop.ts';
import { EntityFormView, FormSection } from '../../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../../components/form-page/use-entity-form.ts';
import { toast } from '../../../components/toast.tsx';
import { savePreferences } from '../use-settings.ts';

const schema = desktopPreferences.pick({ limitUp: true, limitDown: true });
const FIELDS = ['limitDown', 'limitUp'] as const;

/** The bandwidth limits of sync. */
export function LimitsSection({ preferences }: { preferences: DesktopPreferences }) {
  const { t } = useTranslation('sync');
  const form = useEntityForm({
    initial: {
      limitDown: preferences.limitDown as number | string,
      limitUp: preferences.limitUp as number | string,
    },
    schema,
    // An empty field means no limit.
    bodyOf: ({ limitUp, limitDown }) => ({ limitUp: Number(limitUp), limitDown: Number(limitDown) }),
    send: async (body) => {
      if (!(await savePreferences(body))) return;
      form.reset(body);
      toast.success(t('computer.kept'));
    },
  });
  return (
    <EntityFormView local form={form} label={t('computer.limits.title')}>
      <FormSection title={t('computer.limits.title')} intro={t('computer.limits.intro')}>
        {FIELDS.map((name) => (
          <NumberInput
            key={name}
            label={t(`computer.limits.${name}`)}
            suffix=" kB/s"
            decimalScale={0}
            allowNegative={false}
            hideControls
            maw={240}
            {...form.field(name, { hint: t('computer.limits.none') })}
          />
        ))}
      </FormSection>
    </EntityFormView>
  );
}

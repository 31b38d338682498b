import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Settings } from '#shared/organization/settings.schemas.ts';
import type { SettingsSection } from '#shared/organization/settings.ts';
import { ApiError } from '../../api/errors.ts';
import { EntityFormParts, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { StaleNote } from '../../components/page/stale-note.tsx';
import { toast } from '../../components/toast.tsx';

export type Section = SettingsSection;

/** Props that the page gives to each section. */
export interface SectionProps {
  settings: Settings;
  /** Loads all sections as they are now. */
  load: () => Promise<Settings | undefined>;
  /** Whether it has unsaved changes. */
  onDirty: (section: string, dirty: boolean) => void;
}

/**
 * A section of the settings with a form of its own. If somebody else saves meanwhile, a note says so, and their values
 * are loaded only when the person asks for it, because they replace what was typed.
 */
export function useSection<Values extends Record<string, unknown>, Schema extends z.ZodType>({
  section,
  settings: given,
  load,
  onDirty,
  valuesOf,
  schema,
  bodyOf,
  send,
}: SectionProps & {
  section: Section;
  valuesOf: (settings: Settings) => Values;
  schema: Schema;
  bodyOf: (values: Values, rev: number) => z.input<Schema>;
  send: (body: z.input<Schema>) => Promise<Settings>;
}) {
  const { t } = useTranslation('settings');
  const [settings, setSettings] = useState(given);
  const [stale, setStale] = useState<string>();
  const form = useEntityForm<Values, Schema>({
    initial: valuesOf(settings),
    schema,
    bodyOf: (values) => bodyOf(values, settings[section].rev),
    // An error of one entry of a list is shown below the list.
    fieldOf: (name) => name.split('.')[0] ?? name,
    send: async (body) => {
      setStale(undefined);
      try {
        const saved = await send(body);
        setSettings(saved);
        toast.success(t('saved'));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rev_changed') setStale(error.message);
        throw error;
      }
    },
  });
  const { dirty } = form;
  useEffect(() => {
    onDirty(section, dirty);
    return () => onDirty(section, false);
  }, [section, dirty, onDirty]);
  const refresh = async (): Promise<void> => {
    const fresh = await load();
    if (!fresh) return;
    setSettings(fresh);
    setStale(undefined);
    form.reset(valuesOf(fresh));
  };
  return { form, settings, note: stale && <StaleNote text={stale} onLoad={() => void refresh()} /> };
}

/** The layout of a section's form. */
export function SectionForm({
  section,
  form,
  note,
  children,
}: {
  section: Section;
  form: Parameters<typeof EntityFormParts>[0]['form'];
  note: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('settings');
  return (
    <div data-tour={`settings-${section}`}>
      <EntityFormParts form={form} label={t(`${section}.title`)}>
        <FormSection title={t(`${section}.title`)} intro={t(`${section}.intro`)}>
          {children}
          {note}
        </FormSection>
      </EntityFormParts>
    </div>
  );
}

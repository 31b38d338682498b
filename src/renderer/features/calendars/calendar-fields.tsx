import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  CALENDAR_COLORS,
  type Calendar,
  type CalendarColor,
  type calendarUpdate,
  type HolidayPreset,
} from '#shared/calendars/calendars.schemas.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { useEndpoint } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import type { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { MultiSelect, Select } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { fullName } from '../../i18n/format.ts';
import styles from './calendars.module.css';

export interface CalendarValues extends Record<string, unknown> {
  name: string;
  description: string;
  color: CalendarColor;
  groups: string[];
  timezone: string;
  holidays: HolidayPreset;
  editors: string[];
  active: boolean;
}

/** The values of a new calendar, in the organization's time zone. */
export const emptyValues = (timezone = TIME_ZONE): CalendarValues => ({
  ...{ name: '', description: '', color: 'petrol', groups: [], timezone, holidays: 'chile' },
  ...{ editors: [], active: true },
});

export const valuesOf = (calendar: Calendar): CalendarValues => ({
  name: calendar.name,
  description: calendar.description,
  color: calendar.color,
  groups: calendar.groups.map(({ _id }) => _id),
  timezone: calendar.timezone,
  holidays: calendar.holidays,
  editors: calendar.editors.map(({ _id }) => _id),
  active: calendar.active,
});

export const fieldOf = (name: string): string => name.split('.')[0] ?? name;

export type CalendarForm = Pick<
  ReturnType<typeof useEntityForm<CalendarValues, typeof calendarUpdate>>,
  'values' | 'errorOf' | 'set' | 'field' | 'check'
>;

const ZONES = Intl.supportedValuesOf('timeZone');

/** A calendar's name, how its days are counted, and its editors. */
export function CalendarFields({ form, isNew = false }: { form: CalendarForm; isNew?: boolean }) {
  const { t } = useTranslation('calendars');
  const people = useEndpoint('usersByOrganization', {});
  const libraries = useEndpoint('groupsByOrganization', {});
  return (
    <>
      <FormSection title={t('sections.calendar')} intro={t('sections.calendarIntro')}>
        <TextInput
          label={t('fields.name')}
          required
          withAsterisk={false}
          maxLength={60}
          {...form.field('name', { max: 60 })}
        />
        <Textarea
          label={t('fields.description')}
          maxLength={500}
          autosize
          minRows={2}
          {...form.field('description', { max: 500 })}
        />
        <div className={styles.pair}>
          <Select
            label={t('fields.color')}
            allowDeselect={false}
            data={CALENDAR_COLORS.map((value) => ({ value, label: t(`colors.${value}`) }))}
            {...form.field('color')}
          />
          <MultiSelect
            label={t('fields.groups')}
            searchable
            clearable
            data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            {...form.field('groups')}
          />
        </div>
      </FormSection>
      <FormSection title={t('sections.days')} intro={t('sections.daysIntro')}>
        <div className={styles.pair}>
          <TypedSelect label={t('fields.timezone')} data={ZONES} {...form.field('timezone')} />
          <Select
            label={t('fields.holidays')}
            allowDeselect={false}
            data={(['chile', 'none'] as const).map((value) => ({ value, label: t(`holidays.${value}`) }))}
            {...form.field('holidays')}
          />
        </div>
      </FormSection>
      <FormSection title={t('sections.editors')} intro={t('sections.editorsIntro')}>
        <MultiSelect
          label={t('fields.editors')}
          searchable
          clearable
          data={(people.data ?? []).map((person) => ({ value: person._id, label: fullName(person) }))}
          {...form.field('editors')}
        />
        {!isNew && <Switch label={t('fields.active')} {...form.check('active')} />}
      </FormSection>
    </>
  );
}

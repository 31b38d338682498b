import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { holidaysOf } from '#shared/calendars/calendars.schemas.ts';
import { firstDueOf, startOfTemplate } from '#shared/calendars/template-start.ts';
import { OBLIGATION_TEMPLATES } from '#shared/calendars/templates.ts';
import type { Day } from '#shared/platform/days.ts';
import { useEndpoint } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import type { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { fieldProps } from '../../components/inputs/field.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { PersonSelect } from '../../components/people/person-select.tsx';
import { formatDate } from '../../i18n/format.ts';
import styles from './calendars.module.css';
import type { NewCalendarValues, newCalendar } from './new-calendar.ts';
import { describeSchedule } from './recurrence.ts';

type Form = Pick<
  ReturnType<typeof useEntityForm<NewCalendarValues, ReturnType<typeof newCalendar>>>,
  'values' | 'errorOf' | 'set'
>;

/**
 * Obligations that others have too. Who answers for them and where their documents lie is asked before any is made, and the
 * first day of each is said.
 */
export function TemplateFields({ form, today }: { form: Form; today: Day }) {
  const { t } = useTranslation('calendars');
  const libraries = useEndpoint('groupsByOrganization', {});
  const { templates, responsible, library, dueToday, holidays } = form.values;
  const free = holidaysOf(holidays);
  return (
    <FormSection title={t('sections.templates')} intro={t('sections.templatesIntro')}>
      <Checkbox.Group
        label={t('fields.templates')}
        value={templates}
        onChange={(chosen) => form.set({ templates: chosen })}
      >
        <div className={styles.templates} data-tour="calendar-templates">
          {OBLIGATION_TEMPLATES.map((template) => {
            const start = startOfTemplate(template, today, free, dueToday);
            const first = firstDueOf(template, start, free);
            return (
              <Checkbox
                key={template.key}
                value={template.key}
                label={template.title}
                description={[
                  describeSchedule({ ...template, dayKind: 'corridos', startsOn: start }, t),
                  first && t('templates.first', { date: formatDate(first) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            );
          })}
        </div>
      </Checkbox.Group>
      {templates.length > 0 && (
        <>
          <div className={styles.pair}>
            <PersonSelect
              label={t('fields.responsible')}
              placeholder={t('templates.person')}
              value={responsible}
              onChange={(person) => form.set({ responsible: person })}
              error={form.errorOf('responsible')}
              hint={t('templates.personHint')}
            />
            <TypedSelect
              label={t('fields.group')}
              placeholder={t('templates.library')}
              clearable
              data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
              value={library}
              onChange={(chosen) => form.set({ library: chosen })}
              {...fieldProps({ error: form.errorOf('library'), hint: t('templates.libraryHint') })}
            />
          </div>
          <Checkbox
            label={t('templates.dueToday')}
            description={t('templates.dueTodayHint')}
            checked={dueToday}
            onChange={({ currentTarget }) => form.set({ dueToday: currentTarget.checked })}
          />
        </>
      )}
    </FormSection>
  );
}

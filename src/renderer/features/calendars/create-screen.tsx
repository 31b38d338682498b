import './catalogue.ts';
import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { calendarCreate } from '#shared/calendars/calendars.schemas.ts';
import { OBLIGATION_TEMPLATES } from '#shared/calendars/templates.ts';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { EntityFormView, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Page } from '../../components/page/page.tsx';
import { toast } from '../../components/toast.tsx';
import { formatIsoDate } from '../../i18n/format.ts';
import { CalendarFields, emptyValues, fieldOf } from './calendar-fields.tsx';
import styles from './calendars.module.css';
import { fromTemplate } from './obligation-values.ts';
import { describeSchedule } from './recurrence.ts';

/** Creates a calendar, with obligations from templates if wanted. */
export function Screen() {
  const { t } = useTranslation('calendars');
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string[]>([]);
  const today = formatIsoDate(new Date());
  const zone = useUser().organization.timezone;
  const initial = useMemo(() => emptyValues(zone), [zone]);
  const form = useEntityForm({
    initial,
    schema: calendarCreate,
    bodyOf: (values) => ({
      ...values,
      obligations: OBLIGATION_TEMPLATES.filter(({ key }) => chosen.includes(key)).map((each) =>
        fromTemplate(each, today),
      ),
    }),
    send: async (body) => {
      const made = await call('calendarCreate', { body });
      toast.success(t('created'));
      // Navigates after the form counts as saved; otherwise it would ask whether to discard the changes.
      setTimeout(() => void navigate(`/calendars/edit/${made._id}`));
    },
    fieldOf,
    refusals: { calendar_taken: 'name' },
  });
  const back = { to: '/calendars', label: t('title') };
  return (
    <Page title={t('createTitle')} back={back}>
      <EntityFormView
        form={form}
        label={t('createTitle')}
        save={t('create')}
        always
        onCancel={() => void navigate('/calendars')}
      >
        <CalendarFields form={form} isNew />
        <FormSection title={t('sections.templates')} intro={t('sections.templatesIntro')}>
          <Checkbox.Group label={t('fields.templates')} value={chosen} onChange={setChosen}>
            <div className={styles.templates} data-tour="calendar-templates">
              {OBLIGATION_TEMPLATES.map((template) => (
                <Checkbox
                  key={template.key}
                  value={template.key}
                  label={template.title}
                  description={describeSchedule({ ...template, dayKind: 'corridos', startsOn: today }, t)}
                />
              ))}
            </div>
          </Checkbox.Group>
        </FormSection>
      </EntityFormView>
    </Page>
  );
}

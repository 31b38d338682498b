import './catalogue.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { dayIn } from '#shared/platform/days.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Page } from '../../components/page/page.tsx';
import { toast } from '../../components/toast.tsx';
import { CalendarFields, emptyValues } from './calendar-fields.tsx';
import { bodyOfCalendar, fieldOfCalendar, type NewCalendarValues, newCalendar } from './new-calendar.ts';
import { TemplateFields } from './template-fields.tsx';

/** Creates a calendar, with obligations from templates if wanted. */
export function Screen() {
  const { t } = useTranslation('calendars');
  const navigate = useNavigate();
  const zone = useUser().organization.timezone;
  const libraries = useEndpoint('groupsByOrganization', {});
  const initial = useMemo(
    (): NewCalendarValues => ({
      ...emptyValues(zone),
      ...{ templates: [], responsible: null, library: null, dueToday: false },
    }),
    [zone],
  );
  const hasLibraries = (libraries.data ?? []).length > 0;
  const form = useEntityForm({
    initial,
    schema: useMemo(() => newCalendar(hasLibraries), [hasLibraries]),
    bodyOf: (values) => bodyOfCalendar(values, dayIn(values.timezone, new Date())),
    send: async (body) => {
      const made = await call('calendarCreate', { body });
      toast.success(t('created'));
      // Navigates after the form counts as saved; otherwise it would ask whether to discard the changes.
      setTimeout(() => void navigate(`/calendars/edit/${made._id}`));
    },
    fieldOf: fieldOfCalendar,
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
        <TemplateFields form={form} today={dayIn(form.values.timezone, new Date())} />
      </EntityFormView>
    </Page>
  );
}

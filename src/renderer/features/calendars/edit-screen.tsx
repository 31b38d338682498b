import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { type Calendar, calendarUpdate, type Obligation } from '#shared/calendars/calendars.schemas.ts';
import { dayIn } from '#shared/platform/days.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { RowCheck } from '../../components/lists/row-check.tsx';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { withParam } from '../../hooks/search-params.ts';
import { ObligationBar } from './bulk/obligation-bar.tsx';
import { CalendarEnd } from './calendar-end.tsx';
import { CalendarFields, fieldOf, valuesOf } from './calendar-fields.tsx';
import styles from './calendars.module.css';
import { ObligationDrawer } from './obligation-drawer.tsx';
import { ObligationRow } from './obligation-row.tsx';
import { inSeries } from './series/in-series.ts';
import { SeriesGroup } from './series/series-group.tsx';

/** One calendar and its obligations. Everybody may read it; its editors may change it. */
export function Screen() {
  const { t } = useTranslation('calendars');
  const { _id = '' } = useParams();
  const query = useEndpoint('calendarGet', { params: { id: _id } });
  const back = { to: '/calendars', label: t('title') };
  if (query.data) return <Loaded key={_id} calendar={query.data} />;
  const missing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  return (
    <Page title={t('editTitle')} back={back}>
      {query.isPending && <LoadingRows rows={6} height={56} />}
      {missing && <p className="secondary">{t('missing')}</p>}
      {query.isError && !missing && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}

function Loaded({ calendar }: { calendar: Calendar }) {
  const { t } = useTranslation('calendars');
  const [params, setParams] = useSearchParams();
  const asked = params.get('obligation');
  const [open, setOpen] = useState<Obligation | null | undefined>(() =>
    calendar.may ? calendar.obligations.find(({ _id }) => _id === asked) : undefined,
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = calendar.obligations.filter(({ _id }) => chosen.has(_id));
  const toggle = (id: string): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const toggleAll = (group: readonly Obligation[], on: boolean): void =>
    setChosen((before) => {
      const next = new Set(before);
      for (const { _id } of group) on ? next.add(_id) : next.delete(_id);
      return next;
    });
  const row = (each: Obligation) => (
    <ObligationRow
      key={each._id}
      obligation={each}
      today={dayIn(calendar.timezone, new Date())}
      {...(calendar.may
        ? {
            onOpen: () => setOpen(each),
            selected: chosen.has(each._id),
            onSelect: () => toggle(each._id),
          }
        : {})}
    />
  );
  const close = (): void => {
    setOpen(undefined);
    if (asked) setParams((before) => withParam(before, 'obligation', null), { replace: true });
  };
  const back = { to: '/calendars', label: t('title') };
  return (
    <Page
      title={calendar.name}
      intro={calendar.may ? undefined : t('readOnly')}
      back={back}
      actions={
        <>
          <Button component={Link} to={`/calendars?calendar=${calendar._id}`}>
            {t('seeDueDays')}
          </Button>
          {calendar.may && (
            <WriteButton
              variant="filled"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setOpen(null)}
              data-tour="calendar-obligation"
            >
              {t('obligation.new')}
            </WriteButton>
          )}
        </>
      }
    >
      <section
        className={styles.obligations}
        aria-label={t('obligation.list')}
        data-tour="calendar-obligations"
      >
        <div className={styles.listHead}>
          {calendar.may && calendar.obligations.length > 1 && (
            <RowCheck
              label={t('bulk.selectAll')}
              checked={selected.length === calendar.obligations.length}
              some={selected.length > 0 && selected.length < calendar.obligations.length}
              onToggle={() =>
                setChosen(
                  new Set(
                    selected.length === calendar.obligations.length
                      ? []
                      : calendar.obligations.map(({ _id }) => _id),
                  ),
                )
              }
            />
          )}
          <h2>{t('obligation.list')}</h2>
        </div>
        {calendar.obligations.length === 0 && <p className="secondary">{t('obligation.none')}</p>}
        {inSeries(calendar.obligations).map((group) => {
          const [first] = group;
          const count = group.filter(({ _id }) => chosen.has(_id)).length;
          return first?.series ? (
            <SeriesGroup
              key={first.series._id}
              obligations={group}
              today={dayIn(calendar.timezone, new Date())}
              selected={count}
              {...(calendar.may ? { onSelect: () => toggleAll(group, count < group.length) } : {})}
            >
              {group.map(row)}
            </SeriesGroup>
          ) : (
            group.map(row)
          );
        })}
        {calendar.may && (
          <ObligationBar calendar={calendar._id} obligations={selected} onChange={setChosen} />
        )}
      </section>
      {calendar.may && <Editor calendar={calendar} />}
      <ObligationDrawer calendar={calendar} obligation={open} onClose={close} />
    </Page>
  );
}

function Editor({ calendar }: { calendar: Calendar }) {
  const { t } = useTranslation('calendars');
  const [version, setVersion] = useState(calendar.version);
  const form = useEntityForm({
    initial: valuesOf(calendar),
    schema: calendarUpdate,
    bodyOf: (values) => ({ ...values, version }),
    send: async (body) => {
      const kept = await call('calendarUpdate', { params: { id: calendar._id }, body });
      setVersion(kept.version);
      toast.success(t('saved'));
    },
    fieldOf,
    refusals: { calendar_taken: 'name' },
  });
  const switchOff = async (): Promise<void> => {
    const values = { ...valuesOf(calendar), active: false };
    const kept = await call('calendarUpdate', { params: { id: calendar._id }, body: { ...values, version } });
    setVersion(kept.version);
    form.reset(valuesOf(kept));
  };
  return (
    <>
      <EntityFormView form={form} label={t('editTitle')}>
        <CalendarFields form={form} />
      </EntityFormView>
      <CalendarEnd calendar={calendar} dirty={form.dirty} onSwitchOff={switchOff} />
    </>
  );
}

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Calendar, type Obligation, obligationInput } from '#shared/calendars/calendars.schemas.ts';
import { call } from '../../api/client.ts';
import { EntityFormView } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { Drawer } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { useGuardedClose } from '../../hooks/use-unsaved.ts';
import { formatIsoDate } from '../../i18n/format.ts';
import styles from './calendars.module.css';
import { EvidenceGroup, WhatGroup, WhenGroup, WhoGroup } from './obligation-groups.tsx';
import { bodyOf, newObligation, valuesOf } from './obligation-values.ts';
import { OverGroup } from './series/over-group.tsx';

/** Creates or edits one obligation of a calendar. */
export function ObligationDrawer({
  calendar,
  obligation,
  onClose,
}: {
  calendar: Calendar;
  /** `null` for a new obligation; `undefined` where the drawer is closed. */
  obligation: Obligation | null | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('calendars');
  const { close, setUnsaved, closeOnEscape } = useGuardedClose(onClose);
  return (
    <Drawer
      opened={obligation !== undefined}
      onClose={close}
      closeOnEscape={closeOnEscape}
      position="right"
      size={640}
      classNames={{ content: styles.drawer ?? '', body: styles.body ?? '' }}
      title={t(obligation ? 'obligation.edit' : 'obligation.new')}
    >
      {obligation !== undefined && (
        <Fields
          key={obligation?._id ?? 'new'}
          calendar={calendar}
          obligation={obligation}
          onSaved={onClose}
          onCancel={close}
          onUnsaved={setUnsaved}
        />
      )}
    </Drawer>
  );
}

function Fields({
  calendar,
  obligation,
  onSaved,
  onCancel,
  onUnsaved,
}: {
  calendar: Calendar;
  obligation: Obligation | null;
  onSaved: () => void;
  onCancel: () => void;
  onUnsaved: (unsaved: boolean) => void;
}) {
  const { t } = useTranslation('calendars');
  const form = useEntityForm({
    initial: obligation ? valuesOf(obligation) : newObligation(formatIsoDate(new Date())),
    schema: obligationInput,
    bodyOf,
    send: async (body, { over, overGroup }) => {
      if (over !== '') {
        const made = await call('obligationSeriesCreate', {
          body: { ...body, calendar: calendar._id, over: { kind: over, group: overGroup ?? '' } },
        });
        toast.success(t('series.made', { count: made.obligations }));
        onSaved();
        return;
      }
      if (obligation) {
        const { _id: id, version } = obligation;
        await call('obligationUpdate', { params: { id }, body: { ...body, version } });
      } else {
        await call('obligationCreate', { body: { ...body, calendar: calendar._id } });
      }
      toast.success(t('obligation.saved'));
      onSaved();
    },
    fieldOf: (name) => name.split('.')[0] ?? name,
  });
  const { dirty } = form;
  useEffect(() => {
    onUnsaved(dirty);
    return () => onUnsaved(false);
  }, [dirty, onUnsaved]);
  return (
    <EntityFormView
      form={form}
      label={t(obligation ? 'obligation.edit' : 'obligation.new')}
      always
      onCancel={onCancel}
    >
      <div className={styles.panel}>
        <WhatGroup form={form} />
        {!obligation && <OverGroup form={form} />}
        <WhenGroup form={form} holidays={calendar.holidays} />
        <WhoGroup form={form} obligation={obligation} />
        <EvidenceGroup form={form} obligation={obligation} />
      </div>
    </EntityFormView>
  );
}

import './catalogue.ts';
import { Checkbox, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_MAIL } from '#shared/platform/limits.ts';
import type { ReportMail, ReportMailFormat } from '#shared/report/report-mails.schemas.ts';
import { call, useEndpoint } from '../../../api/client.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import { useUser } from '../../../api/session-store.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogEnd } from '../../../components/dialog-parts.tsx';
import { FieldFailure, fieldProps } from '../../../components/inputs/field.tsx';
import { nothingFound } from '../../../components/inputs/nothing-found.ts';
import { MultiSelect, Select } from '../../../components/inputs/select.tsx';
import { toast } from '../../../components/toast.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';
import { formatDate, fullName } from '../../../i18n/format.ts';
import type { Filters } from '../filters/filters.ts';
import { filterCounts, filterNames, mailFilters, narrowsMail } from './mail-words.ts';
import styles from './mails.module.css';

/** These are what the server takes; its schemas would bring zod along. */
const FORMATS = ['pdf', 'xlsx'] as const satisfies readonly ReportMailFormat[];
const DAYS = Array.from({ length: REPORT_MAIL.lastDay }, (_, at) => String(at + 1));

interface Entered {
  readonly people: readonly string[];
  readonly day: string;
  readonly formats: readonly ReportMailFormat[];
  readonly about: 'whole' | 'screen' | 'kept';
}

/** Plans a monthly mail, or changes one. */
export function MailForm({
  mail,
  filters,
  onDone,
}: {
  mail: ReportMail | null;
  /** Those of the screen. */
  filters: Filters;
  onDone: () => void;
}) {
  const { t } = useTranslation('report-mails');
  const me = useUser();
  const ofScreen = mailFilters(filters);
  const isNarrowed = narrowsMail(ofScreen);
  const [initial] = useState<Entered>(() =>
    mail
      ? {
          people: mail.people.map(({ person }) => person._id),
          day: String(mail.day),
          formats: mail.formats,
          about: mail.filters ? 'kept' : 'whole',
        }
      : { people: [me._id], day: '1', formats: ['pdf'], about: isNarrowed ? 'screen' : 'whole' },
  );
  const unsent = useUnsent(`report mail ${mail?._id ?? 'new'}`, initial);
  const { people, day, formats } = unsent.value;
  // Filters that were taken off the screen since are none to choose.
  const about = unsent.value.about === 'screen' && !isNarrowed ? initial.about : unsent.value.about;
  const set = (part: Partial<Entered>): void => unsent.set({ ...unsent.value, ...part });
  const readers = useEndpoint('reportMailPeople', {});
  const offered = new Map(
    [...(mail?.people.map(({ person }) => person) ?? []), ...(readers.data?.items ?? [])].map((each) => [
      each._id,
      each,
    ]),
  );
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const fields = fieldErrors(failure);
  const kept = mail && filterNames(t, mail);

  const save = async (): Promise<void> => {
    setTried(true);
    if (people.length === 0 || formats.length === 0) return;
    setSending(true);
    setFailure(undefined);
    const body = {
      ...{ day: Number(day), formats: [...formats], people: [...people] },
      ...(about === 'kept' ? {} : { filters: about === 'screen' ? ofScreen : null }),
    };
    try {
      const saved = mail
        ? await call('reportMailUpdate', {
            params: { id: mail._id },
            body: { ...body, version: mail.version },
          })
        : await call('reportMailCreate', { body: { filters: null, ...body } });
      unsent.forget();
      toast.success(t('saved', { day: formatDate(saved.nextOn) }));
      onDone();
    } catch (error) {
      setFailure(error);
      setSending(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={dialog.fields}>
        <p className="secondary">{t('intro')}</p>
        <MultiSelect
          label={t('form.to')}
          data-autofocus
          searchable
          onKeyDown={(event) => {
            // A name that nobody has is no reason to plan the mail with who is chosen so far.
            if (event.key === 'Enter' && event.currentTarget.value) event.preventDefault();
          }}
          maxValues={REPORT_MAIL.people}
          placeholder={readers.isPending ? t('common:loading') : undefined}
          data={[...offered.values()].map((each) => ({ value: each._id, label: fullName(each) }))}
          value={[...people]}
          onChange={(chosen) => set({ people: chosen })}
          nothingFoundMessage={nothingFound(readers, t('form.toNone'))}
          {...fieldProps({
            error: readers.isError ? (
              <FieldFailure text={t('form.toFailed')} onRetry={() => void readers.refetch()} />
            ) : (
              (fields.people ?? (tried && people.length === 0 ? t('form.toNeeded') : undefined))
            ),
            hint: t('form.toHint'),
          })}
        />
        <Select
          label={t('form.day')}
          data={DAYS}
          value={day}
          allowDeselect={false}
          onChange={(chosen) => chosen && set({ day: chosen })}
          {...fieldProps({ error: fields.day, hint: t('form.dayHint') })}
        />
        <Checkbox.Group
          label={t('form.formats')}
          value={[...formats]}
          onChange={(chosen) => set({ formats: FORMATS.filter((format) => chosen.includes(format)) })}
          {...fieldProps({
            error: fields.formats ?? (tried && formats.length === 0 ? t('form.formatNeeded') : undefined),
          })}
        >
          <div className={styles.choices}>
            {FORMATS.map((format) => (
              <Checkbox key={format} value={format} label={t(`formats.${format}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group
          label={t('form.about')}
          value={about}
          onChange={(chosen) => set({ about: chosen as Entered['about'] })}
          {...fieldProps({ hint: !isNarrowed && !kept ? t('form.toNarrow') : undefined })}
        >
          <div className={styles.choices}>
            {kept && <Radio value="kept" label={t('form.keptOf', { filters: kept })} />}
            <Radio value="whole" label={t('form.whole')} />
            {isNarrowed && (
              <Radio value="screen" label={t('form.screen')} description={filterCounts(t, ofScreen)} />
            )}
          </div>
        </Radio.Group>
        {about === 'screen' && (filters.period === 'last' || filters.period === 'custom') && (
          <p className="secondary">{t('form.fixed')}</p>
        )}
      </div>
      <DialogEnd
        form={{
          failure: failure !== undefined && Object.keys(fields).length === 0 && errorMessage(failure),
          sending,
        }}
        submit={t(mail ? 'form.change' : 'form.save')}
        onCancel={onDone}
      />
    </form>
  );
}

import { Alert } from '@mantine/core';
import { IconCheck, IconFileOff, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { errorMessage, fieldErrors } from '../../api/errors.ts';
import { withParam } from '../../hooks/search-params.ts';
import { formatDate, formatLongDate, fullName } from '../../i18n/format.ts';
import { StatePill } from '../documents/state-pill.tsx';
import { Drawer } from '../modal.tsx';
import { ErrorState, LoadingRows } from '../page/screen-states.tsx';
import { WriteButton } from '../write.tsx';
import { DecisionForm, type OccurrenceAction } from './decision-form.tsx';
import { EvidencePicker } from './evidence-picker.tsx';
import styles from './occurrence.module.css';
import { OccurrenceMark } from './occurrence-mark.tsx';
import './catalogue.ts';

/** One due day beside the view. Its id is in the URL. */
export function OccurrencePanel({
  beside,
}: {
  /** Related due days that a screen knows, below the sheet. */
  beside?: (id: string) => ReactNode;
}) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const id = params.get('occurrence');
  const close = (): void => setParams((before) => withParam(before, 'occurrence', null), { replace: true });
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size={520}
      classNames={{ content: styles.drawer ?? '', body: styles.body ?? '' }}
      title={t('occurrence:title')}
    >
      {id && <Loaded key={id} id={id} />}
      {id && beside?.(id)}
    </Drawer>
  );
}

function Loaded({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useEndpoint('occurrenceGet', { params: { id } });
  if (query.isPending) return <LoadingRows rows={6} />;
  if (query.isError) {
    return (
      <ErrorState title={t('occurrence:failed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <Sheet item={query.data} onChanged={() => void query.refetch()} />;
}

function Sheet({ item, onChanged }: { item: OccurrenceSheet; onChanged: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<OccurrenceAction | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  // The focus returns here after a decision or a cancellation, so that the keyboard user can go on.
  useEffect(() => {
    if (wasAsked.current && !asked) panel.current?.focus();
    wasAsked.current = asked !== null;
  }, [asked]);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const params = { id: item._id };
  const { rev } = item;

  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setSending(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
      onChanged();
    }
  };
  const fields = fieldErrors(failure);
  const open = item.decision === 'open' || item.decision === 'submitted';
  const byHand = item.evidence.minCount === 0;
  const aside = item.decision === 'waived' || item.decision === 'cancelled';
  const people = [
    ['responsible', item.responsible],
    ['backup', item.backup],
    ['completedBy', item.completedBy],
  ] as const;
  return (
    <div className={styles.panel} ref={panel} tabIndex={-1}>
      <div>
        <h3>{item.obligation.title}</h3>
        <p className="secondary">
          {[item.obligation.authority, item.calendar.name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <OccurrenceMark status={item.status} label />
      <dl className={styles.facts}>
        <dt>{t('occurrence:due')}</dt>
        <dd>{formatLongDate(item.dueOn)}</dd>
        <dt>{t('occurrence:period')}</dt>
        <dd>{item.period}</dd>
        {item.completedOn && (
          <>
            <dt>{t('occurrence:completedOn')}</dt>
            <dd>{formatDate(item.completedOn)}</dd>
          </>
        )}
        {people.map(
          ([key, person]) =>
            person && (
              <div key={key} style={{ display: 'contents' }}>
                <dt>{t(`occurrence:${key}`)}</dt>
                <dd>{fullName(person)}</dd>
              </div>
            ),
        )}
        {item.legalBasis && (
          <>
            <dt>{t('occurrence:legalBasis')}</dt>
            <dd>{item.legalBasis}</dd>
          </>
        )}
        {item.folder && (
          <>
            <dt>{t('occurrence:folder')}</dt>
            <dd>
              <Link to={placeHref(item.folder.group._id, item.folder._id)}>
                {item.folder.group.name} / {item.folder.name}
              </Link>
            </dd>
          </>
        )}
        {item.note && (
          <>
            <dt>{t(aside ? 'occurrence:reason' : 'occurrence:note')}</dt>
            <dd>{item.note}</dd>
          </>
        )}
      </dl>
      {(!byHand || item.shown.length + item.evidence.hidden > 0) && (
        <section aria-label={t('occurrence:evidence.title')}>
          <h4>{t('occurrence:evidence.title')}</h4>
          <p className="meta">
            {/* Which of the hidden ones count is not known here. */}
            {t(`occurrence:evidence.${item.evidence.hidden > 0 ? 'wanted' : 'count'}`, {
              accepted: item.evidence.accepted,
              count: item.evidence.minCount,
            })}
          </p>
          {item.shown.map((each) => (
            <div key={each.version} className={styles.evidence}>
              <Link className="grow" to={`/records/view/${each.record._id}`}>
                {each.record.title}
              </Link>
              <span className="meta">{t('occurrence:evidence.version', { number: each.number })}</span>
              <StatePill state={each.state} />
              {item.may.fulfil && !aside && (
                <WriteButton
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('occurrence:evidence.removeOne', { title: each.record.title })}
                  disabled={sending}
                  onClick={() =>
                    void act(() => call('evidenceDelete', { params: { ...params, version: each.version } }))
                  }
                >
                  <IconX size={15} aria-hidden="true" />
                </WriteButton>
              )}
            </div>
          ))}
          {item.evidence.hidden > 0 && (
            <div className={styles.evidence}>
              <IconFileOff size={16} aria-hidden="true" />
              <span className="grow secondary">
                {t('occurrence:evidence.hidden', { count: item.evidence.hidden })}
              </span>
            </div>
          )}
        </section>
      )}
      {item.may.fulfil && !aside && !byHand && (
        <EvidencePicker
          busy={sending}
          onPick={(record) => void act(() => call('evidenceCreate', { params, body: { rev, record } }))}
        />
      )}
      {failure !== undefined && (
        <Alert color="red" variant="light" role="alert">
          {Object.values(fields)[0] ?? errorMessage(failure)}
        </Alert>
      )}
      {asked && (asked === 'complete' ? item.decision === 'open' : open) && (
        <DecisionForm
          key={asked}
          item={item}
          action={asked}
          onClose={() => setAsked(null)}
          onSettled={onChanged}
        />
      )}
      {!asked && (
        <div className="buttons">
          {item.may.fulfil && byHand && item.decision === 'open' && (
            <WriteButton
              variant="filled"
              leftSection={<IconCheck size={16} aria-hidden="true" />}
              onClick={() => setAsked('complete')}
            >
              {t('occurrence:complete')}
            </WriteButton>
          )}
          {item.may.decide && open && (
            <>
              <WriteButton onClick={() => setAsked('waive')}>{t('occurrence:waive')}</WriteButton>
              <WriteButton variant="subtle" onClick={() => setAsked('cancel')}>
                {t('occurrence:cancel')}
              </WriteButton>
            </>
          )}
          {item.may.decide && (aside || (byHand && item.decision === 'done')) && (
            <WriteButton
              loading={sending}
              onClick={() => void act(() => call('occurrenceReopen', { params, body: { rev } }))}
            >
              {t('occurrence:reopen')}
            </WriteButton>
          )}
        </div>
      )}
    </div>
  );
}

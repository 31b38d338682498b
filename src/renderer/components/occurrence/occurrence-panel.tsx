import { Alert } from '@mantine/core';
import { IconCalendarOff, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { ApiError, errorMessage, fieldErrors, isMangledAddress } from '../../api/errors.ts';
import { withParam } from '../../hooks/search-params.ts';
import { Drawer } from '../modal.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../page/screen-states.tsx';
import { WriteButton } from '../write.tsx';
import { DecisionForm, type OccurrenceAction } from './decision-form.tsx';
import { EvidenceSection } from './evidence-section.tsx';
import styles from './occurrence.module.css';
import { OccurrenceComments } from './occurrence-comments.tsx';
import { OccurrenceFacts } from './occurrence-facts.tsx';
import { OccurrenceHistory } from './occurrence-history.tsx';
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
    const gone = query.error instanceof ApiError && query.error.status === 404;
    if (gone || isMangledAddress(query.error)) {
      return (
        <EmptyState icon={IconCalendarOff} title={t('occurrence:missing')}>
          {t('occurrence:missingBody')}
        </EmptyState>
      );
    }
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
  const [asking, setAsking] = useState(false);
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
  return (
    <div className={styles.panel} ref={panel} tabIndex={-1}>
      <div>
        <h3>{item.obligation.title}</h3>
        <p className="secondary">
          {[item.obligation.authority, item.calendar.name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <OccurrenceMark status={item.status} label />
      <OccurrenceFacts item={item} onChanged={onChanged} />
      <EvidenceSection
        item={item}
        busy={sending}
        act={act}
        onChanged={onChanged}
        onAsk={item.may.fulfil && open ? () => setAsking(true) : undefined}
      />
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
      <OccurrenceComments {...{ item, asking, act, onChanged }} onAsking={setAsking} busy={sending} />
      <OccurrenceHistory items={item.history} note={item.note} />
    </div>
  );
}

import './catalogue.ts';
import { Alert } from '@mantine/core';
import { IconFileUnknown, IconInfoCircle } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { STATE } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { ApiError } from '../../api/errors.ts';
import { useUser } from '../../api/session-store.ts';
import { IndexTabs } from '../../components/page/index-tabs.tsx';
import { EmptyState, ErrorState } from '../../components/page/screen-states.tsx';
import { useTitle } from '../../hooks/use-title.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { useVisit } from '../../hooks/visited.ts';
import { formatDate } from '../../i18n/format.ts';
import { NewVersionInput } from './actions/new-version-input.tsx';
import { isReviewable } from './actions/next-step.ts';
import { useNewVersion } from './actions/use-new-version.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { CommentList } from './comments/comment-list.tsx';
import { CommentsProvider } from './comments/comments-context.tsx';
import { History } from './comments/history.tsx';
import { OpenCount } from './comments/open-count.tsx';
import { parseComparison } from './compare/comparison-link.ts';
import { HeldNote } from './information/held-note.tsx';
import { InformationPanel } from './information/information-panel.tsx';
import { RetentionNote } from './information/retention-note.tsx';
import { TextNote } from './information/text-note.tsx';
import { useKeptSheet } from './information/use-sheet.ts';
import { PreviewStartProvider, startIn } from './preview/preview-start.ts';
import { useShownVersion } from './preview/use-shown-version.ts';
import { useRecord, useReviews, useVersions } from './queries.ts';
import { type Compared, RecordCanvas } from './record-canvas.tsx';
import { RecordHeader } from './record-header.tsx';
import styles from './record-screen.module.css';
import { RecordSkeleton } from './record-skeleton.tsx';
import { NextDecision, type Queue, queueOf } from './review/next-decision.tsx';
import { ReviewForm } from './review/review-form.tsx';
import { useFocusAfterReview } from './review/use-focus-after-review.ts';
import { useOtherWatchers } from './use-other-watchers.ts';
import { VersionsPanel } from './versions-panel.tsx';

const PANELS = ['info', 'versions', 'reviews', 'activity'] as const;
type Panel = (typeof PANELS)[number];

/** A document: its preview, information, versions and reviews. `?panel=review` opens the review. `&comment=` names one to show. */
export function Screen() {
  const { t } = useTranslation('records');
  const { _id: id = '' } = useParams();
  const record = useRecord(id);
  useTitle(record.data?.title);

  if (record.isPending) return <RecordSkeleton />;
  if (record.isError && !record.data) {
    const missing = record.error instanceof ApiError && [400, 404].includes(record.error.status);
    if (!missing)
      return (
        <ErrorState page title={t('failed')} error={record.error} onRetry={() => void record.refetch()} />
      );
    return (
      <EmptyState
        page
        icon={IconFileUnknown}
        title={t('missing.title')}
        action={
          <Link to="/records/search" className="link">
            {t('missing.action')}
          </Link>
        }
      >
        {t('missing.body')}
      </EmptyState>
    );
  }
  return (
    <RecordView
      key={record.data._id}
      record={record.data}
      gone={record.error instanceof ApiError && record.error.status === 404}
    />
  );
}

/** @param gone whether it was deleted or is no longer visible; what was loaded stays, so that nothing typed is lost */
function RecordView({ record, gone }: { record: Record; gone: boolean }) {
  const { t } = useTranslation('records');
  useVisit(record._id);
  const [params, setParams] = useSearchParams();
  const wanted = params.get('panel');
  const reviewing = wanted === 'review' && isReviewable(record);
  // Shows the result of a request that somebody else has answered meanwhile.
  const panel = wanted === 'review' ? 'reviews' : (PANELS.find((each) => each === wanted) ?? 'info');
  /** The sheet has unsaved changes, which stay while the review is open. */
  const [editing, setEditing] = useState(false);
  // Here, because nothing of a panel runs while another one is shown.
  useUnsaved(editing, useKeptSheet(record._id).forget);
  /** The queue from which the person has just decided about this document. */
  const [decided, setDecided] = useState<Queue>();
  const others = useOtherWatchers(record._id, editing);
  const versions = useVersions(record._id);
  const reviews = useReviews(record._id);
  const me = useUser();
  const side = useRef<HTMLElement>(null);
  useFocusAfterReview(reviewing, side);
  const open = (next: Panel | 'review'): void => {
    const kept = new URLSearchParams(params);
    kept.delete('comment');
    if (next === 'info') kept.delete('panel');
    else kept.set('panel', next);
    setParams(kept, { replace: true });
  };
  const [page, find] = [params.get('page'), params.get('find')];
  const start = useMemo(() => startIn(page, find), [page, find]);
  const compared = parseComparison(params.get('compare'));
  const compare = (chosen?: Compared): void => {
    const kept = new URLSearchParams(params);
    kept.delete('comment');
    if (chosen) kept.set('compare', `${chosen.before}..${chosen.after}`);
    else kept.delete('compare');
    setParams(kept, { replace: true });
  };
  const sender = versions.data?.find(({ _id }) => _id === record.currentVersion?._id)?.createdBy._id;
  const own = sender === undefined ? undefined : sender === me._id;
  const shown = useShownVersion(record, own);
  const newVersion = useNewVersion(record, versions.data, shown.shown);

  return (
    <div className={styles.screen}>
      <RecordHeader
        record={record}
        reviewing={reviewing}
        newVersion={newVersion}
        onReview={() => open('review')}
        onView={() => open('info')}
        others={others}
        gone={gone}
      />
      {/* The review takes a file of its own, which goes with its decision. */}
      {newVersion.takes && !gone && (
        <NewVersionInput record={record} newVersion={newVersion} drops={!reviewing} />
      )}
      {gone && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          className={styles.gone}
          icon={<IconFileUnknown size={18} aria-hidden="true" />}
          title={t('gone.title')}
        >
          {t('gone.body')}{' '}
          <Link to="/records/search" className="link">
            {t('missing.action')}
          </Link>
        </Alert>
      )}
      <CommentsProvider
        record={record}
        versions={versions.data}
        gone={gone}
        reviewing={reviewing}
        linked={params.get('comment')}
        onList={() => !reviewing && open('reviews')}
      >
        <div className={styles.body}>
          <section className={styles.preview} aria-label={t('preview.label')} data-tour="preview">
            <PreviewStartProvider value={start}>
              <RecordCanvas
                key={`${start.page} ${start.find}`}
                record={record}
                versions={versions.data}
                shown={shown}
                own={own}
                reviewing={reviewing}
                newVersion={newVersion}
                chosen={compared}
                onChoose={compare}
              />
            </PreviewStartProvider>
          </section>
          <section
            ref={side}
            className={styles.side}
            aria-label={reviewing ? t('review.label') : t('info.label')}
            data-tour="info"
          >
            {reviewing && (
              <ReviewForm
                record={record}
                onDone={(saved) => {
                  if (saved) setDecided(queueOf(record));
                  open('reviews');
                }}
              />
            )}
            {!reviewing && decided && <NextDecision record={record} queue={decided} />}
            {(!reviewing || editing) && (
              <div className={styles.kept} hidden={reviewing}>
                <IndexTabs<Panel>
                  label={t('info.label')}
                  value={panel}
                  onChange={open}
                  className={styles.tabs}
                  tabs={[
                    {
                      id: 'info',
                      label: t('tabs.info'),
                      // The sheet stays mounted, so that what was typed is there when the person comes back.
                      keep: true,
                      panel: (
                        <>
                          <HeldNote record={record} />
                          <ReadersNote record={record} />
                          <CommentsNote />
                          <InformationPanel record={record} onEditing={setEditing} />
                          <RetentionNote record={record} />
                          <TextNote record={record} />
                        </>
                      ),
                    },
                    {
                      id: 'versions',
                      label: t('tabs.versions'),
                      // One that is still being uploaded, or failed, is none yet.
                      count: versions.data?.filter(({ status }) => status === 'ready').length,
                      panel: (
                        <VersionsPanel
                          record={record}
                          versions={versions}
                          newVersion={newVersion}
                          onCompare={(before, after) => compare({ before, after })}
                        />
                      ),
                    },
                    {
                      id: 'reviews',
                      label: t('tabs.reviews'),
                      count: reviews.data?.length,
                      panel: (
                        <div className={styles.reviews}>
                          {record.face === 'working' && <CommentList />}
                          {record.face !== 'working' && params.has('comment') && (
                            <p role="status">{t('comments.unseen')}</p>
                          )}
                          <section>
                            <h2>{t('review.history')}</h2>
                            <History reviews={reviews} />
                          </section>
                        </div>
                      ),
                    },
                    {
                      id: 'activity',
                      label: t('tabs.activity'),
                      panel: <ActivityPanel record={record._id} />,
                    },
                  ]}
                />
              </div>
            )}
          </section>
        </div>
      </CommentsProvider>
    </div>
  );
}

/** Leads from the sheet to the comments that are open. */
function CommentsNote() {
  return (
    <div className={styles.noteOf}>
      <OpenCount />
    </div>
  );
}

/** Says that readers see another version than the working copy. */
function ReadersNote({ record }: { record: Record }) {
  const { t } = useTranslation('records');
  const { currentVersion: current, publishedVersion: published } = record;
  if (record.face !== 'working' || !current || !published || current._id === published._id) return null;
  return (
    <Alert variant="light" icon={<IconInfoCircle size={18} aria-hidden="true" />} className={styles.note}>
      {t('readersSee', { number: published.number, date: formatDate(published.createdAt) })}{' '}
      {t(current.state === STATE.pendingReview ? 'workingWaits' : 'workingIs', { number: current.number })}
    </Alert>
  );
}

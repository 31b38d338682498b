import { IconChevronRight, IconMessage, IconMessagePlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { call } from '../../../api/client.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { CommentCard, type Whereabouts } from './comment-card.tsx';
import styles from './comments.module.css';
import { type Comments, useComments } from './comments-context.tsx';
import { Composer } from './composer.tsx';
import { aboutDraft, useLeftDraft } from './left-draft.ts';
import { openComments } from './open-comments.ts';

function whereaboutsOf({ _id, anchor }: Comment, places: Comments['places']): Whereabouts {
  if (!anchor?.quote || !places) return 'unknown';
  const place = places.get(_id);
  if (!place) return 'lost';
  return place.exact ? 'here' : 'changed';
}

/** All comments of a document: open ones in the order of their passages, those whose passage is gone, resolved ones. */
export function CommentList({ heading: Heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const { t } = useTranslation('records');
  const { record, list, all, repliesTo, query, may, places, draft, begin, current, card } = useComments();
  const title = useRef<HTMLHeadingElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const left = useLeftDraft(record);
  /** Comments that are being replied to. They stay where they are until that is done, also resolved. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(() => new Set());
  const markBusy = (id: string, is: boolean): void =>
    setBusy((before) => new Set(is ? [...before, id] : [...before].filter((each) => each !== id)));
  const writing = draft !== undefined || busy.size > 0;
  const wrote = useRef(writing);
  useEffect(() => {
    // What had the focus before the words were written may not be there any more.
    if (wrote.current && !writing && document.activeElement === document.body)
      (add.current ?? title.current)?.focus();
    wrote.current = writing;
  }, [writing]);
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const withPlace = list.map((comment) => ({ comment, where: whereaboutsOf(comment, places) }));
  const isOpen = ({ comment }: (typeof withPlace)[number]): boolean =>
    !comment.resolved || busy.has(comment._id);
  const open = withPlace.filter((each) => isOpen(each) && each.where !== 'lost');
  const lost = withPlace.filter((each) => isOpen(each) && each.where === 'lost');
  const resolved = withPlace.filter((each) => !isOpen(each));
  const asked = resolved.some(({ comment: { _id } }) =>
    [_id, ...repliesTo(_id).map((reply) => reply._id)].some((each) => each === card?.id),
  );
  const isGone = card?.linked && query.data && !query.isFetching && !all.some(({ _id }) => _id === card.id);
  useEffect(() => {
    if (asked) setUnfolded(true);
  }, [asked]);
  const cards = (some: typeof withPlace, label: string) => (
    <ul className={styles.cards} aria-label={label}>
      {some.map(({ comment, where }) => (
        <CommentCard
          key={comment._id}
          comment={comment}
          where={where}
          onSettled={() => title.current?.focus()}
          onWriting={(is) => markBusy(comment._id, is)}
        />
      ))}
    </ul>
  );

  return (
    <section className={styles.comments} aria-labelledby={id} data-comments>
      <div className={styles.bar}>
        <Heading id={id} ref={title} tabIndex={-1}>
          {t('comments.title')}
        </Heading>
        {may && current !== undefined && !draft && (
          <WriteButton
            ref={add}
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMessagePlus size={16} aria-hidden="true" />}
            onClick={() => begin(left ?? { version: current, anchor: null })}
          >
            {left ? t('comments.goOn') : t('comments.add')}
          </WriteButton>
        )}
      </div>
      {draft && <NewComment />}
      {isGone && <p role="status">{t('comments.gone')}</p>}
      <Loaded>
        {list.length === 0 && !draft && (
          <EmptyState icon={IconMessage} title={t('comments.empty')}>
            {may && t('comments.emptyBody')}
          </EmptyState>
        )}
        {open.length > 0 && cards(open, t('comments.open', { count: openComments(list).length }))}
        {lost.length > 0 && (
          <>
            <p className={styles.group}>{t('comments.lost')}</p>
            {cards(lost, t('comments.lost'))}
          </>
        )}
        {resolved.length > 0 && (
          <>
            <button
              type="button"
              className={styles.fold}
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              <IconChevronRight size={16} aria-hidden="true" />
              {t('comments.resolved', { count: resolved.length })}
            </button>
            {unfolded && cards(resolved, t('comments.resolved', { count: resolved.length }))}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** What was loaded, or that it is loading or failed. */
function Loaded({ children }: { children: ReactNode }) {
  const { t } = useTranslation('records');
  const { query } = useComments();
  if (query.isError && !query.data)
    return (
      <ErrorState title={t('comments.notLoaded')} error={query.error} onRetry={() => void query.refetch()} />
    );
  return query.data ? children : <LoadingRows rows={2} height={72} />;
}

/** The comment that is being written, with what it is about. */
function NewComment() {
  const { t } = useTranslation('records');
  const { record, draft, discard, versions, goBack } = useComments();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!draft) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [draft]);
  if (!draft) return null;
  const { anchor, version } = draft;
  const about = aboutDraft(record, draft);
  const number = versions.get(version)?.number ?? 0;
  return (
    <div ref={box} className={styles.draft}>
      {anchor?.quote ? (
        <blockquote className={styles.quote}>{anchor.quote}</blockquote>
      ) : (
        <p className="meta">
          {anchor?.page
            ? t('comments.aboutPage', { page: anchor.page, number })
            : t('comments.aboutVersion', { number })}
        </p>
      )}
      <Composer
        key={about}
        about={about}
        label={t('comments.new')}
        save={t('comments.save')}
        onCancel={() => {
          discard();
          document.querySelector<HTMLElement>('[data-version], [data-after]')?.focus();
        }}
        onSave={async (text, mentions) => {
          const made = await call('commentCreate', { body: { record, version, text, anchor, mentions } });
          discard();
          goBack(made._id);
        }}
      />
    </div>
  );
}

import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordState, STATE, stateRow } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { isAllowedName } from '#shared/platform/files/refused-kinds.ts';
import { COMMENT_MAX } from '#shared/platform/limits.ts';
import { invalidateAll } from '../../../api/cache.ts';
import { call } from '../../../api/client.ts';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { toast } from '../../../components/toast.tsx';
import { useWritePause } from '../../../components/write.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { usePhone } from '../../../hooks/use-narrow.ts';
import { useUnsaved } from '../../../hooks/use-unsaved.ts';
import { useTellVersion } from '../actions/use-tell-version.ts';
import { CommentList } from '../comments/comment-list.tsx';
import { History } from '../comments/history.tsx';
import { OpenCount } from '../comments/open-count.tsx';
import { useReviews } from '../queries.ts';
import { DecisionSheet } from './decision-sheet.tsx';
import { LeaveAsComment } from './leave-as-comment.tsx';
import { queueOf, WaitingAfter } from './next-decision.tsx';
import { OpenRequests } from './open-requests.tsx';
import styles from './review.module.css';
import { Failure, News, unlessUnanswered, wasRaced } from './review-notices.tsx';
import { StateChoice } from './state-choice.tsx';
import { useCancel } from './use-cancel.ts';
import { useDecisionDraft } from './use-decision-draft.ts';
import { usePauseAfter } from './use-pause-after.ts';
import { VersionFile } from './version-file.tsx';

/** The review: state, new version, comment, history. Only allowed choices are offered. */
export function ReviewForm({
  record,
  onDone,
}: {
  record: Record;
  /** @param decided whether something was saved */
  onDone: (decided: boolean) => void;
}) {
  const { t } = useTranslation('records');
  const { uploadVersion, isFileOf } = useShell();
  const tell = useTellVersion();
  const phone = usePhone();
  const reviews = useReviews(record._id);
  const version = record.currentVersion;
  const draft = useDecisionDraft(record);
  const { state, setState, comment, setComment, file, base, setFile, forget } = draft;
  const cancel = useCancel(draft, () => onDone(false));
  const commentField = useRef<HTMLTextAreaElement>(null);
  /** The file that was found to have the current version's bytes. */
  const [same, setSame] = useState<File>();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const pause = useWritePause();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (!pause.disabled) setFailure(unlessUnanswered);
  }, [pause.disabled]);
  const [saving, setSaving] = useState(false);
  const [tried, setTried] = useState(false);

  // A decision is about the bytes that were looked at, so a new version needs a new decision.
  const [looked, setLooked] = useState(version);
  const [arrived, setArrived] = useState(false);
  // And so is one about its state: somebody else may decide first.
  const [settled, setSettled] = useState<RecordState>();
  const [changes, setChanges] = useState(0);
  // The change that a race was lost to is told by its failure; what comes after it is news.
  const [told, setTold] = useState(0);
  if (looked?._id !== version?._id || looked?.state !== version?.state) {
    setLooked(version);
    setChanges(changes + 1);
    if (!saving) setState(undefined);
    if (looked?._id !== version?._id) setArrived(true);
    else if (!saving) setSettled(version?.state);
  }
  // Whoever works through a queue goes on with it, whatever becomes of this document meanwhile.
  const [queue] = useState(() => queueOf(record));

  const needsComment = state === STATE.rejected && comment.trim() === '';
  const wrongKind = file !== null && !isAllowedName(file.name);
  const fileError = wrongKind
    ? t('review.fileKind')
    : file?.size === 0
      ? t('review.fileEmpty')
      : file !== null && file === same
        ? t('review.fileSame', { number: base?.number })
        : undefined;
  const nothing = state === undefined && file === null;

  // Nobody decides about a version in the moment in which it takes the place of another one.
  const justChanged = usePauseAfter(changes);
  const isReady =
    !justChanged && !pause.disabled && !nothing && comment.length <= COMMENT_MAX && fileError === undefined;

  // An explicit "Cancelar" stays on the page; going elsewhere may be a slip of the thumb.
  useUnsaved(!saving && (!nothing || comment.trim() !== ''), forget);

  async function save(): Promise<void> {
    setTried(true);
    if (needsComment) commentField.current?.focus();
    if (!version || !isReady || needsComment || saving) return;
    setSaving(true);
    setFailure(undefined);
    const upload = file && base && { record: record._id, base: base._id, title: record.title, file, comment };
    try {
      // Before the decision is sent: a file that is none of its own is for its person to look at again.
      if (upload && (await isFileOf(upload))) return setSame(upload.file);
      if (state !== undefined) {
        const deprecates = state === STATE.obsolete && record.publishedVersion;
        const target = deprecates ? record.publishedVersion : version;
        await call('reviewCreate', {
          body: { record: record._id, version: target?._id ?? version._id, state, comment, rev: record.rev },
        });
        // Whatever becomes of the file, the decision is made, and not made again with the next try.
        toast.success(t('review.saved'));
        setState(undefined);
      }
      if (upload) await tell(await uploadVersion(upload));
      forget();
      onDone(true);
    } catch (error) {
      if (wasRaced(error)) {
        // What was chosen was about what is no longer so; the document as it is now is on its way.
        setState(undefined);
        setTold(changes + 1);
        void invalidateAll();
      }
      if (shown.current) setFailure(error);
      // Its person went on meanwhile.
      else toast.error(t('review.notSaved'), error);
    } finally {
      setSaving(false);
    }
  }

  const title = t(`review.title.${queueOf(record)}`, { number: version?.number ?? 0 });
  const formWith = (onCancel: () => void) => (
    <form
      className={styles.form}
      data-review
      onChange={() => setFailure(unlessUnanswered)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <div>
        <h2>{title}</h2>
        <WaitingAfter record={record._id} queue={queue} />
      </div>
      {changes > told && (arrived || settled !== undefined) && (
        // A new one for each change, so that each is said, and takes the focus where the change removed its element.
        <News key={changes} comment={comment}>
          {arrived && t('review.newArrived', { number: version?.number ?? 0 })}{' '}
          {settled !== undefined && t('review.settled', { state: stateRow(settled).label })}
        </News>
      )}
      <OpenRequests record={record._id} />
      <StateChoice states={record.may.states} value={state} held={justChanged} onChange={setState} />
      <Textarea
        ref={commentField}
        label={t('review.comment')}
        autosize
        minRows={3}
        maxRows={12}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        {...fieldProps({
          error: tried && needsComment ? t('review.commentNeeded') : undefined,
          used: comment.length,
          max: COMMENT_MAX,
        })}
      />
      {version && nothing && record.may.comment && comment.trim() !== '' && (
        <LeaveAsComment
          version={version._id}
          text={comment}
          disabled={comment.length > COMMENT_MAX}
          onLeft={() => {
            setComment('');
            setFailure(undefined);
          }}
          onFailed={setFailure}
        />
      )}
      {record.may.addVersion && <VersionFile file={file} error={fileError} onChange={setFile} />}
      <OpenCount />
      {failure !== undefined && <Failure error={failure} />}
      <div className={styles.buttons}>
        <Button variant="subtle" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={saving} title={pause.title} disabled={!isReady}>
          {t('review.save')}
        </Button>
      </div>
    </form>
  );
  return (
    <div className={styles.panel} data-sheet={phone || undefined}>
      {phone ? (
        <DecisionSheet title={title} chosen={state}>
          {formWith}
        </DecisionSheet>
      ) : (
        formWith(cancel)
      )}
      <div className={styles.beside}>
        <CommentList />
      </div>
      <section className={styles.history}>
        <h2>{t('review.history')}</h2>
        <History reviews={reviews} />
      </section>
    </div>
  );
}

import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { useCall } from '../../../api/client.ts';
import { toast } from '../../../components/toast.tsx';
import { When } from '../../../components/when.tsx';
import { WriteIcon } from '../../../components/write.tsx';
import { fullName } from '../../../i18n/format.ts';
import { CommentHead } from './comment-head.tsx';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';
import { EditedComment } from './edited-comment.tsx';
import { Replies } from './replies.tsx';
import { useShown } from './use-shown.ts';

/** Where the passage of a comment is, as its list knows it. */
export type Whereabouts = 'here' | 'changed' | 'lost' | 'unknown';

/** A comment: its passage, which leads to where it stands; its words; and who resolved it. */
export function CommentCard({
  comment,
  where,
  onSettled,
  onWriting,
}: {
  comment: Comment;
  where: Whereabouts;
  /** After it was resolved or opened again, and so is in another list. */
  onSettled: () => void;
  /** Whether a reply is being written. */
  onWriting: (writing: boolean) => void;
}) {
  const { t } = useTranslation('records');
  const { current, may } = useComments();
  const { item, isShown } = useShown(comment._id);
  const [editing, setEditing] = useState(false);
  const { by, resolved, number } = comment;
  const name = fullName(by);
  const settle = useCall('commentResolve', {
    onSuccess: onSettled,
    onError: (error) => toast.error(t('comments.failed'), error),
  });
  const resolve = (): void =>
    settle.mutate({
      params: { id: comment._id },
      body: { resolved: resolved === null, rev: comment.rev },
    });

  return (
    <li
      ref={item}
      className={styles.card}
      tabIndex={-1}
      aria-current={isShown || undefined}
      data-resolved={resolved !== null || undefined}
      aria-label={t('comments.of', { name })}
    >
      <CommentHead comment={comment} editing={editing} onEdit={() => setEditing(true)}>
        {comment.may.resolve && may && (
          <WriteIcon
            variant="subtle"
            size="sm"
            loading={settle.isPending}
            aria-label={resolved ? t('comments.reopenOf', { name }) : t('comments.resolveOf', { name })}
            title={resolved ? t('comments.reopen') : t('comments.resolve')}
            onClick={resolve}
          >
            {resolved ? (
              <IconArrowBackUp size={16} aria-hidden="true" />
            ) : (
              <IconCheck size={16} aria-hidden="true" />
            )}
          </WriteIcon>
        )}
      </CommentHead>
      <Passage comment={comment} where={where} />
      <EditedComment
        comment={comment}
        editing={editing}
        onEdit={() => setEditing(true)}
        onDone={() => setEditing(false)}
      />
      {comment.version !== current && where !== 'lost' && (
        <p className="meta">
          {t(where === 'changed' ? 'comments.fromChanged' : 'comments.from', { number })}
        </p>
      )}
      {resolved && (
        <p className={styles.resolved}>
          <IconCheck size={14} aria-hidden="true" />
          <span>
            {t('comments.resolvedBy', { name: fullName(resolved.by) })} <When value={resolved.at} />
          </span>
        </p>
      )}
      <Replies thread={comment} onWriting={onWriting} />
    </li>
  );
}

/** The quote: a button where there is something that it leads to. */
function Passage({ comment, where }: { comment: Comment; where: Whereabouts }) {
  const { t } = useTranslation('records');
  const { goTo, current } = useComments();
  const { anchor } = comment;
  if (!anchor) return null;
  const quote = anchor.quote || t('comments.wholePage', { page: anchor.page ?? 0 });
  if (where === 'lost')
    return (
      <>
        <blockquote className={styles.quote}>{quote}</blockquote>
        {comment.version !== current && (
          <button type="button" className={`link ${styles.seeThere}`} onClick={() => goTo(comment._id, true)}>
            {t('comments.seeIn', { number: comment.number })}
          </button>
        )}
      </>
    );
  if (where === 'unknown' && !anchor.page) return <blockquote className={styles.quote}>{quote}</blockquote>;
  return (
    <button
      type="button"
      className={styles.quote}
      title={t('comments.goTo')}
      onClick={() => goTo(comment._id)}
    >
      {quote}
    </button>
  );
}

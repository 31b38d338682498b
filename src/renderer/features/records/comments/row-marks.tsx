import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';

/**
 * Beside a passage: how many open comments are about it, and a way to the first of them.
 * @param page whether it stands at a page, and not at a passage
 */
export function RowMarks({ comments, page = false }: { comments: readonly Comment[]; page?: boolean }) {
  const [first] = comments;
  return first ? <Mark first={first} comments={comments} page={page} /> : null;
}

interface MarkProps {
  first: Comment;
  comments: readonly Comment[];
  page: boolean;
}

function Mark({ first, comments, page }: MarkProps) {
  const { t } = useTranslation('records');
  const { goBack } = useComments();
  const label = t(page ? 'comments.onPage' : 'comments.marks', { count: comments.length });
  return (
    <button
      type="button"
      className={styles.mark}
      data-comment-mark
      aria-label={label}
      title={comments.map(({ text }) => text).join('\n\n')}
      onClick={() => goBack(first._id)}
    >
      <IconMessage size={15} aria-hidden="true" />
      {comments.length > 1 && <span aria-hidden="true">{comments.length}</span>}
    </button>
  );
}

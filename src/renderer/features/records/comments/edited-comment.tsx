import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { call } from '../../../api/client.ts';
import { WriteButton } from '../../../components/write.tsx';
import { useIsUnsent } from '../../../hooks/unsent.ts';
import { CommentWords } from './comment-words.tsx';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';
import { Composer } from './composer.tsx';

const aboutEdit = ({ _id }: Comment): string => `comment ${_id}`;

/** The words of a comment or reply, or the field in which its writer corrects them. A correction that was left can go on. */
export function EditedComment({
  comment,
  editing,
  onEdit,
  onDone,
}: {
  comment: Comment;
  editing: boolean;
  onEdit: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('records');
  const { may } = useComments();
  const begun = useIsUnsent(aboutEdit(comment)) && comment.may.edit && may;
  const box = useRef<HTMLDivElement>(null);
  const was = useRef(editing);
  useEffect(() => {
    // The field had the focus, and is gone.
    if (was.current && !editing && document.activeElement === document.body) {
      const menu = box.current?.closest('li')?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
      (box.current?.querySelector('button') ?? menu)?.focus();
    }
    was.current = editing;
  }, [editing]);
  return (
    <div ref={box} className={styles.edited}>
      {editing ? (
        <EditComposer comment={comment} onDone={onDone} />
      ) : (
        <>
          <CommentWords comment={comment} />
          {begun && (
            <WriteButton
              size="compact-sm"
              variant="subtle"
              className={styles.reply ?? ''}
              leftSection={<IconPencil size={15} aria-hidden="true" />}
              onClick={onEdit}
            >
              {t('comments.goOnEditing')}
            </WriteButton>
          )}
        </>
      )}
    </div>
  );
}

function EditComposer({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const { t } = useTranslation('records');
  return (
    <Composer
      about={aboutEdit(comment)}
      label={t('comments.edit')}
      initial={comment.text}
      named={comment.mentions}
      save={t('comments.saveEdit')}
      onCancel={onDone}
      onSave={async (text, mentions) => {
        await call('commentUpdate', {
          params: { id: comment._id },
          body: { text, mentions, rev: comment.rev },
        });
      }}
      onSaved={onDone}
    />
  );
}

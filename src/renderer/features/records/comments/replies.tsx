import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { call } from '../../../api/client.ts';
import { WriteButton } from '../../../components/write.tsx';
import { useIsUnsent } from '../../../hooks/unsent.ts';
import { fullName } from '../../../i18n/format.ts';
import { CommentHead } from './comment-head.tsx';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';
import { Composer } from './composer.tsx';
import { EditedComment } from './edited-comment.tsx';
import { useShown } from './use-shown.ts';

/**
 * The replies to a comment, and a way to write one while it is open. Whoever is writing when a colleague resolves it goes
 * on: the server says what became of it, and their words stay.
 */
export function Replies({
  thread,
  onWriting,
}: {
  thread: Comment;
  /** Whether somebody is writing here. */
  onWriting: (writing: boolean) => void;
}) {
  const { t } = useTranslation('records');
  const { repliesTo, may } = useComments();
  const [writing, setWriting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const about = `reply ${thread._id}`;
  const begun = useIsUnsent(about);
  const replies = repliesTo(thread._id);
  const left = useRef(false);
  const open = (): void => {
    setWriting(true);
    onWriting(true);
  };
  const close = (): void => {
    onWriting(false);
    left.current = true;
    setWriting(false);
  };
  // The button that was left for the field has the focus again.
  useEffect(() => {
    if (!writing && left.current) button.current?.focus();
    left.current = false;
  }, [writing]);
  return (
    <>
      {replies.length > 0 && (
        <ul className={styles.replies} aria-label={t('comments.replies', { count: replies.length })}>
          {replies.map((reply) => (
            <Reply key={reply._id} reply={reply} />
          ))}
        </ul>
      )}
      {may && !thread.resolved && !writing && (
        <WriteButton
          ref={button}
          size="compact-sm"
          variant="subtle"
          className={styles.reply ?? ''}
          aria-label={t('comments.replyTo', { name: fullName(thread.by) })}
          leftSection={<IconArrowBackUp size={15} aria-hidden="true" />}
          onClick={open}
        >
          {begun ? t('comments.goOn') : t('comments.reply')}
        </WriteButton>
      )}
      {writing && (
        <Composer
          about={about}
          label={t('comments.replyTo', { name: fullName(thread.by) })}
          save={t('comments.reply')}
          onCancel={close}
          onSave={async (text, mentions) => {
            const { record, version, _id: parent } = thread;
            await call('commentCreate', { body: { record, version, parent, text, mentions } });
            close();
          }}
        />
      )}
    </>
  );
}

function Reply({ reply }: { reply: Comment }) {
  const { t } = useTranslation('records');
  const { item, isShown } = useShown(reply._id);
  const [editing, setEditing] = useState(false);
  return (
    <li
      ref={item}
      tabIndex={-1}
      aria-current={isShown || undefined}
      aria-label={t('comments.replyOf', { name: fullName(reply.by) })}
    >
      <CommentHead comment={reply} editing={editing} onEdit={() => setEditing(true)} />
      <EditedComment
        comment={reply}
        editing={editing}
        onEdit={() => setEditing(true)}
        onDone={() => setEditing(false)}
      />
    </li>
  );
}

import { useMemo } from 'react';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import styles from './comments.module.css';
import { splitMentions } from './mentions.ts';

/** A comment's words, where those who are named stand out. */
export function CommentWords({ comment: { text, mentions } }: { comment: Comment }) {
  const parts = useMemo(() => splitMentions(text, mentions), [text, mentions]);
  return (
    <p className={styles.words}>
      {parts.map(({ text: words, person }, at) =>
        person ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which changes as a whole
          <b key={at} className={styles.mention}>
            {words}
          </b>
        ) : (
          words
        ),
      )}
    </p>
  );
}

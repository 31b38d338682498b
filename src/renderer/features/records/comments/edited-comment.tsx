import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { call } from '../../../api/client.ts';
import { Composer } from './composer.tsx';

/** The words of a comment while its writer corrects them. */
export function EditedComment({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const { t } = useTranslation('records');
  return (
    <Composer
      about={`comment ${comment._id}`}
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
        onDone();
      }}
    />
  );
}

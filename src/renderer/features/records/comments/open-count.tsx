import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';
import { openComments } from './open-comments.ts';

/** How many comments are open, and a way to them. Nothing where there are none. */
export function OpenCount({ onOpen }: { onOpen?: () => void }) {
  const { t } = useTranslation('records');
  const { list, goBack } = useComments();
  const open = openComments(list);
  const [first] = open;
  if (!first) return null;
  return (
    <button
      type="button"
      className={styles.count}
      onClick={() => {
        onOpen?.();
        goBack(first._id);
      }}
    >
      <IconMessage size={16} aria-hidden="true" />
      {t('comments.open', { count: open.length })}
    </button>
  );
}

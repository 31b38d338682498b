import { IconDots, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import { Menu } from '../../../components/menu.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { When } from '../../../components/when.tsx';
import { WriteIcon, WriteItem } from '../../../components/write.tsx';
import { fullName } from '../../../i18n/format.ts';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';

/** Who wrote a comment or reply and when, and what its writer may do with it. */
export function CommentHead({
  comment,
  editing,
  onEdit,
  children,
}: {
  comment: Comment;
  editing: boolean;
  onEdit: () => void;
  /** Further actions. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('records');
  const { may } = useComments();
  const { by, anchor } = comment;
  const name = fullName(by);
  return (
    <div className={styles.head}>
      <PersonAvatar person={by} />
      <p className="grow">
        <b>{name}</b>
        <span className="meta">
          <When value={comment.at} />
          {comment.editedAt && ` · ${t('comments.edited')}`}
          {anchor?.page && anchor.quote ? ` · ${t('preview.pageText', { page: anchor.page })}` : ''}
        </span>
      </p>
      {children}
      {comment.may.edit && may && !editing && (
        <Menu position="bottom-end">
          <Menu.Target>
            <WriteIcon variant="subtle" size="sm" aria-label={t('comments.more', { name })}>
              <IconDots size={16} aria-hidden="true" />
            </WriteIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <WriteItem leftSection={<IconPencil size={16} />} onClick={onEdit}>
              {t('comments.edit')}
            </WriteItem>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

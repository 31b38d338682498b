import { Button } from '@mantine/core';
import { IconBell, IconBooks, IconFileText, IconFolder, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Follow, Followable } from '#shared/notifications/follows.schemas.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import { useEndpoint } from '../../api/client.ts';
import { useFollow } from '../../components/follows/use-follow.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { WriteButton } from '../../components/write.tsx';
import styles from './own-list.module.css';

const ICONS: Readonly<Record<Followable, TablerIcon>> = {
  record: IconFileText,
  folder: IconFolder,
  group: IconBooks,
};

const hrefOf = ({ what, _id, group }: Follow): string =>
  what === 'record' ? `/records/view/${_id}` : placeHref(group._id, what === 'folder' ? _id : null);

/** The documents, folders and libraries that the person follows, the latest first. */
export function FollowsPanel() {
  const { t } = useTranslation('notifications');
  const follows = useEndpoint('follows', {});
  if (follows.isPending) return <LoadingRows rows={4} height={60} />;
  if (follows.isError) {
    return (
      <ErrorState title={t('follows.failed')} error={follows.error} onRetry={() => void follows.refetch()} />
    );
  }
  if (follows.data.length === 0) {
    return (
      <EmptyState
        icon={IconBell}
        title={t('follows.empty')}
        action={
          <Button component={Link} to="/records/search">
            {t('follows.action')}
          </Button>
        }
      >
        {t('follows.emptyBody')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list} aria-label={t('follows.list')}>
      {follows.data.map((each) => (
        <FollowRow key={each._id} follow={each} />
      ))}
    </ul>
  );
}

function FollowRow({ follow }: { follow: Follow }) {
  const { t } = useTranslation('notifications');
  const { what, _id, name, group } = follow;
  const { isPending, end } = useFollow({ what, id: _id, name });
  const Icon = ICONS[what];
  return (
    <li className={styles.row}>
      <Link to={hrefOf(follow)} className={styles.link}>
        <Icon size={20} className={styles.kind} aria-hidden="true" />
        <span className="grow">
          <span className={styles.text}>{name}</span>
          <span className={styles.meta}>
            {t(`follows.kinds.${what}`)}
            {what !== 'group' && ` · ${group.name}`}
          </span>
        </span>
      </Link>
      <WriteButton
        variant="subtle"
        loading={isPending}
        aria-label={t('follows.endOne', { name })}
        onClick={end}
      >
        {t('follows.end')}
      </WriteButton>
    </li>
  );
}

import { Button } from '@mantine/core';
import { IconBuildingWarehouse, IconFile, IconFolder, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Hold, HoldItem } from '#shared/retention/holds.schemas.ts';
import { call } from '../../../api/client.ts';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { toast } from '../../../components/toast.tsx';
import styles from '../bin.module.css';
import { useHoldItems } from '../queries.ts';
import { ReasonForm } from './reason-form.tsx';

const ICONS = { record: IconFile, folder: IconFolder, group: IconBuildingWarehouse };

/**
 * The items of a hold, including those added when they were moved out of a held folder. Each is removed with a reason.
 */
export function HoldItems({ hold }: { hold: Hold }) {
  const { t } = useTranslation('bin');
  const { query, items } = useHoldItems(hold._id);
  const [leaving, setLeaving] = useState<HoldItem>();
  if (query.isPending) return <LoadingRows rows={3} />;
  if (query.isError && items.length === 0)
    return (
      <ErrorState title={t('holds.itemsFailed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  if (items.length === 0) return <p className="secondary">{t('holds.nothing')}</p>;
  return (
    <>
      <ul className={styles.list} aria-label={t('holds.items')}>
        {items.map((item) => (
          <li key={item._id} className={styles.item}>
            <ItemText item={item} />
            {hold.status === 'active' && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={t('holds.takeOutLabel', { name: item.name ?? t('closed') })}
                onClick={() => setLeaving(item)}
              >
                {t('holds.takeOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {leaving && (
        <ReasonForm
          intro={t('holds.takeOutIntro', { name: leaving.name ?? t('closed') })}
          confirm={t('holds.takeOut')}
          onCancel={() => setLeaving(undefined)}
          send={async (reason) => {
            const body = { items: [leaving._id], reason };
            await call('holdRemove', { params: { id: hold._id }, body });
            toast.success(t('holds.takenOut', { name: leaving.name ?? t('closed') }));
            setLeaving(undefined);
          }}
        />
      )}
    </>
  );
}

function ItemText({ item }: { item: HoldItem }) {
  const { t } = useTranslation('bin');
  const Icon = item.kind === 'record' && item.name === null ? IconLock : ICONS[item.kind];
  const search = `/records/search?group=${item.group._id}`;
  const to = {
    record: item.name === null || item.binned ? null : `/records/view/${item.target}`,
    folder: `${search}&folder=${item.target}`,
    group: search,
  }[item.kind];
  const name = item.name ?? t('closed');
  const where = item.kind === 'group' ? [t('holds.whole')] : [item.group.name, item.path ?? t('root')];
  const marks = [item.binned && t('holds.binned'), item.followed && t('holds.followed')].filter(Boolean);
  return (
    <>
      <Icon size={18} aria-hidden="true" />
      <div className={styles.text}>
        {to ? (
          <Link to={to} className="link">
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        <p className="meta">{[...where, ...marks].join(' · ')}</p>
      </div>
    </>
  );
}

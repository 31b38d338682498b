import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Party } from '#shared/contractors/contractors.schemas.ts';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useWritePause } from '../../../components/write.tsx';
import { focusAfter } from '../../../hooks/focus-after.ts';
import { type PartiesAsked, useParties } from '../queries.ts';
import { EndedTag, Standing } from '../standing.tsx';
import styles from './detail.module.css';

/** What has the focus once a row is gone: the next row's link, else the one before. */
function neighbour(button: HTMLElement): () => HTMLElement | null | undefined {
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return () => next?.querySelector('a') ?? document.getElementById('main');
}

/** Those who belong to a party, with how they stand. */
export function PartyRows({
  asked,
  label,
  none,
  onRemove,
  canRemove = () => false,
}: {
  asked: PartiesAsked;
  /** Accessible name of the list. */
  label: string;
  /** Shown where there is nobody. */
  none: ReactNode;
  /** Takes one off. */
  onRemove?: (party: Party) => void;
  /** Whether somebody may be taken off; nobody may without this. */
  canRemove?: (party: Party) => boolean;
}) {
  const { t } = useTranslation('contractors');
  const { query, items } = useParties(asked);
  const pause = useWritePause();
  if (query.isPending) return <LoadingRows rows={3} height={48} />;
  if (query.isError && items.length === 0) {
    return <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (items.length === 0) return <p className={styles.nobody}>{none}</p>;
  return (
    <>
      <ul className={`framed ${styles.rows}`} aria-label={label}>
        {items.map((party) => (
          <li key={party._id}>
            <span className={styles.who}>
              <Link to={`/contractors/${party._id}`}>{party.name}</Link>
              {party.ended && <EndedTag />}
              {party.contractor && asked.contractor === undefined && (
                <span className="meta">{party.contractor.name}</span>
              )}
            </span>
            <Standing standing={party.standing} />
            {onRemove && canRemove(party) && (
              <ActionIcon
                variant="subtle"
                aria-label={t('sites.remove', { name: party.name })}
                title={t('sites.remove', { name: party.name })}
                onClick={({ currentTarget }) => {
                  focusAfter(currentTarget, neighbour(currentTarget));
                  onRemove(party);
                }}
                {...pause}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          mt={8}
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      {query.isFetchNextPageError && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.fetchNextPage()} />
      )}
    </>
  );
}

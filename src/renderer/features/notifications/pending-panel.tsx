import { Button } from '@mantine/core';
import { IconChecks, IconCircleArrowUp, IconCircleCheck, IconCircleX, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { nextStates, type RecordState, STATE } from '#shared/access/states.ts';
import { COUNT_EXACT_MAX } from '#shared/platform/limits.ts';
import type { PENDING_SECTIONS, PendingItem } from '#shared/reviews/reviews.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { BatchStateDialog } from '../../components/documents/batch-state-dialog.tsx';
import { type SelectionAction, SelectionBar } from '../../components/lists/selection-bar.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { useTasks } from '../../components/tasks/queries.ts';
import { formatCount, formatNumber } from '../../i18n/format.ts';
import styles from './notifications-screen.module.css';
import { PendingObligations } from './pending-obligations.tsx';
import { PendingRow } from './pending-row.tsx';

type Section = (typeof PENDING_SECTIONS)[number];
/** What is due stands before what one only began. */
const PARTS = ['review', 'publish', 'obligation', 'mine'] as const satisfies readonly (
  | Section
  | 'obligation'
)[];
type Part = (typeof PARTS)[number];

/** The state to which all selected documents of a list can be moved at once. */
const DECISIONS: Readonly<Record<Section, readonly { state: RecordState; icon: SelectionAction['icon'] }[]>> =
  {
    review: [
      { state: STATE.approved, icon: IconCircleCheck },
      { state: STATE.rejected, icon: IconCircleX },
    ],
    publish: [
      { state: STATE.published, icon: IconCircleArrowUp },
      { state: STATE.rejected, icon: IconCircleX },
    ],
    mine: [{ state: STATE.pendingReview, icon: IconSend }],
  };

/** A list of pending decisions, page by page. Its key contains the endpoint, so that any decision refetches it. */
function usePendingDecisions(section: Section, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: ['pendingDecisions', { query: { section } }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'pendingDecisions',
        { query: { section, limit: '50', ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled,
  });
  return {
    query,
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    total: query.data?.pages[0]?.total,
  };
}

/**
 * Documents that wait for the person's review or publication, due days that are theirs to meet, and their own documents that
 * were rejected or never submitted.
 */
export function PendingPanel() {
  const { t } = useTranslation('notifications');
  const [params, setParams] = useSearchParams();
  const libraries = useEndpoint('groupsByMember', {});
  const lists = {
    review: usePendingDecisions('review'),
    publish: usePendingDecisions('publish'),
    mine: usePendingDecisions('mine'),
  };
  const duties = useTasks('obligation');
  const dutiesCount = duties.data?.pages[0]?.counts?.obligation ?? 0;
  const { isAdmin, isManager } = useUser();
  const holds = (role: 'review' | 'publish'): boolean =>
    libraries.data?.some((each) => each.roles?.includes(role)) ?? false;
  // A person without the role has no button here; a request that names them is still listed.
  const asked = params.get('section');
  const holdsSome = (part: Part): boolean =>
    part === 'obligation' ? dutiesCount > 0 : lists[part].items.length > 0;
  const isOffered = (part: Part): boolean => {
    if (part === 'mine' || holdsSome(part)) return true;
    // Anybody may become responsible, which no role tells.
    return part === 'obligation' ? isAdmin || isManager || duties.isError || asked === part : holds(part);
  };
  const offered = PARTS.filter(isOffered);
  // The first one with something in it. One that is still asked for, or failed, is not passed over: it may be that one.
  const mayHold = (each: Part): boolean =>
    holdsSome(each) || !(each === 'obligation' ? duties : lists[each].query).isSuccess;
  const candidates = PARTS.filter((each) => isOffered(each) || (each === 'obligation' && duties.isPending));
  const part = offered.find((each) => each === asked) ?? candidates.find(mayHold) ?? offered[0] ?? 'mine';
  const rolesOf = (group: string) => libraries.data?.find((each) => each._id === group)?.roles ?? [];
  const total = (each: Part): string => {
    if (each === 'obligation') return duties.data ? formatCount(dutiesCount, COUNT_EXACT_MAX) : '';
    const found = lists[each].total;
    return found ? `${formatNumber(found.count)}${found.more ? '+' : ''}` : '';
  };

  return (
    <>
      <div className={styles.tools}>
        <fieldset className={styles.filter} aria-label={t('pending.label')}>
          {offered.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === part}
              onClick={() => setParams({ tab: 'pending', section: each }, { replace: true })}
            >
              {t(`pending.sections.${each}`)} <span>{total(each)}</span>
            </button>
          ))}
        </fieldset>
      </div>
      {part === 'obligation' ? (
        <PendingObligations query={duties} />
      ) : (
        <PendingList
          key={part}
          section={part}
          list={lists[part]}
          mayLead={(item, state) => nextStates(item.state, rolesOf(item.group._id)).includes(state)}
        />
      )}
    </>
  );
}

function PendingList({
  section,
  list: { query, items },
  mayLead,
}: {
  section: Section;
  list: ReturnType<typeof usePendingDecisions>;
  mayLead: (item: PendingItem, state: RecordState) => boolean;
}) {
  const { t } = useTranslation('notifications');
  const [selected, setSelected] = useState<ReadonlyMap<string, PendingItem>>(new Map());
  const [leading, setLeading] = useState<RecordState>();
  const chosen = items.filter(({ _id }) => selected.has(_id));
  const toggle = (item: PendingItem): void =>
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(item._id)) next.set(item._id, item);
      return next;
    });

  if (query.isPending) return <LoadingRows rows={5} height={64} />;
  if (query.isError && items.length === 0) {
    return (
      <ErrorState title={t('pending.failed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState icon={IconChecks} title={t(`pending.empty.${section}`)}>
        {t('pending.emptyBody')}
      </EmptyState>
    );
  }
  const actions = DECISIONS[section]
    .filter(({ state }) => chosen.some((item) => mayLead(item, state)))
    .map(({ state, icon }) => ({
      id: String(state),
      label: t(`pending.decide.${state}`),
      icon,
      onClick: () => setLeading(state),
    }));
  return (
    <>
      <ul className={styles.days} aria-label={t(`pending.sections.${section}`)}>
        {items.map((item) => (
          <PendingRow
            key={item._id}
            item={item}
            panel={section === 'mine' ? undefined : 'review'}
            selected={selected.has(item._id)}
            onSelect={() => toggle(item)}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('pending.more')}
        </Button>
      )}
      <SelectionBar count={chosen.length} onClear={() => setSelected(new Map())} actions={actions} />
      <BatchStateDialog
        items={chosen}
        seen={(id) => selected.get(id)}
        preset={leading}
        opened={leading !== undefined}
        onClose={() => setLeading(undefined)}
        onDone={() => setSelected(new Map())}
      />
    </>
  );
}

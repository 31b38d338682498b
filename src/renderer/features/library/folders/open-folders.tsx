import '../../../components/compliance/catalogue.ts';
import { Button } from '@mantine/core';
import { IconFolderCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { OpenFolder } from '#shared/compliance/compliance.schemas.ts';
import { folderReasonsHref } from '#shared/platform/hrefs.ts';
import { call } from '../../../api/client.ts';
import { ComplianceBadge, DueSoon } from '../../../components/compliance/compliance-badge.tsx';
import { DueDay } from '../../../components/compliance/due-day.tsx';
import { ruleWeight, useRuleText } from '../../../components/compliance/rule-words.ts';
import { Select } from '../../../components/inputs/select.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useTitle } from '../../../hooks/use-title.ts';
import styles from '../library.module.css';
import { useLibraries } from '../queries.ts';
import open from './open-folders.module.css';

/** Maximum number of rules shown for one folder; the folder's link leads to the others. */
const SHOWN = 3;
const ALL = 'all';

function useOpenFolders(group: string | undefined) {
  const only = group ? { group } : {};
  return useInfiniteQuery({
    queryKey: ['complianceOpen', { query: only }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'complianceOpen',
        { query: { ...only, limit: '50', ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Folders in which something is missing or soon will be, in one library or in all, longest overdue first. */
export function OpenFolders({ group }: { group: string | undefined }) {
  const { t } = useTranslation('library');
  const libraries = useLibraries();
  const [, setParams] = useSearchParams();
  const found = useOpenFolders(group);
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  useTitle(t('open.title'));
  return (
    <div className={styles.page}>
      <nav className={styles.crumb} aria-label={t('manager.breadcrumb')}>
        <Link to="/records/search">{t('index.libraries')}</Link>
      </nav>
      <header className={styles.folderHead}>
        <h1 tabIndex={-1}>{t('open.title')}</h1>
        <span className="grow" />
        <Select
          className={open.library ?? ''}
          aria-label={t('open.library')}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('open.all') },
            ...(libraries.data ?? []).map((each) => ({ value: each._id, label: each.name })),
          ]}
          value={group ?? ALL}
          onChange={(value) =>
            setParams(
              { view: 'open', ...(value && value !== ALL ? { group: value } : {}) },
              { replace: true },
            )
          }
        />
      </header>
      {found.isPending && <LoadingRows rows={6} height={72} />}
      {found.isError && (
        <ErrorState title={t('open.failed')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isSuccess && items.length === 0 && (
        <EmptyState icon={IconFolderCheck} title={t(group ? 'open.noneHere' : 'open.none')}>
          {t('open.noneBody')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul className={open.list} aria-label={t('open.title')}>
          {items.map((each) => (
            <OpenRow key={each.folder._id} item={each} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button
          className={open.more ?? ''}
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('open.more')}
        </Button>
      )}
    </div>
  );
}

function OpenRow({ item }: { item: OpenFolder }) {
  const { t } = useTranslation('library');
  const ruleText = useRuleText();
  const { folder, path, group, blocking, warnings, dueOn, results } = item;
  // Blocking rules first.
  const sorted = [...results].sort((a, b) => ruleWeight(a) - ruleWeight(b));
  const rest = sorted.length - SHOWN;
  return (
    <li className={open.row}>
      <div className="grow">
        <p className={open.name}>
          <Link to={folderReasonsHref(group._id, folder._id)}>{path}</Link>
          {folder._id !== group._id && <span className="meta">{group.name}</span>}
        </p>
        <ul className={open.reasons}>
          {sorted.slice(0, SHOWN).map((result) => (
            <li key={result.rule._id}>
              <b>{result.rule.name}</b> {ruleText(result)}
              {result.status === 'fails' && result.rule.severity === 'warning' && (
                <span className="meta"> · {t('compliance:warning')}</span>
              )}
            </li>
          ))}
          {rest > 0 && <li className="meta">{t('open.rest', { count: rest })}</li>}
        </ul>
      </div>
      <div className={open.state}>
        <ComplianceBadge value={blocking > 0 ? 'fail' : 'ok'} />
        {blocking === 0 && warnings === 0 && <DueSoon />}
        {dueOn && <DueDay day={dueOn} />}
      </div>
    </li>
  );
}

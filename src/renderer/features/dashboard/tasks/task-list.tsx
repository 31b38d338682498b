import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { LibraryRole } from '#shared/access/roles.ts';
import { TASK_KINDS, type TaskKind } from '#shared/overview/task-kinds.ts';
import { useUser } from '../../../api/session-store.ts';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useTasks } from '../../../components/tasks/queries.ts';
import { TaskRows } from '../../../components/tasks/task-rows.tsx';
import { withParam } from '../../../hooks/search-params.ts';
import { useLibraries } from '../queries.ts';
import { NothingToDo } from './nothing-to-do.tsx';
import { TaskFilter } from './task-filter.tsx';
import styles from './tasks.module.css';

/** The kinds of tasks that somebody with these roles may get. */
function kindsOf(roles: ReadonlySet<LibraryRole>, manages: boolean): Set<TaskKind> {
  return new Set<TaskKind>([
    ...(roles.has('review') ? (['review'] as const) : []),
    ...(roles.has('publish') ? (['publish', 'folder'] as const) : []),
    ...(roles.has('upload') ? (['correct', 'expire'] as const) : []),
    ...(manages ? (['obligation'] as const) : []),
  ]);
}

/** What the person has to do now: one list over everything, most urgent first. The filter is in the URL. */
export function TaskList() {
  const { t } = useTranslation('dashboard');
  const [params, setParams] = useSearchParams();
  const kind = TASK_KINDS.find((each) => each === params.get('kind'));
  const all = useTasks(undefined);
  const chosen = useTasks(kind);
  const libraries = useLibraries();
  const { isAdmin, isManager } = useUser();
  const roles = new Set(libraries.data?.flatMap((library) => library.roles ?? []));
  const counts = all.data?.pages[0]?.counts;
  const items = chosen.data?.pages.flatMap((page) => page.items) ?? [];
  // Its empty list is explained beside: they belong to no library.
  const outside = libraries.data?.length === 0;

  if (outside && counts?.all === 0) return null;
  return (
    <section className={styles.tasks}>
      <h2>{t('tasks')}</h2>
      {counts && (
        <TaskFilter
          counts={counts}
          offered={kindsOf(roles, isAdmin || isManager)}
          kind={kind}
          onChange={(next) => setParams(withParam(params, 'kind', next ?? null), { replace: true })}
        />
      )}
      {chosen.isPending && <LoadingRows rows={6} height={56} />}
      {chosen.isError && items.length === 0 && (
        <ErrorState title={t('tasksFailed')} error={chosen.error} onRetry={() => void chosen.refetch()} />
      )}
      {chosen.isSuccess && items.length === 0 && !libraries.isPending && (
        <NothingToDo kind={kind} roles={roles} />
      )}
      {items.length > 0 && <TaskRows tasks={items} label={t('tasks')} />}
      {chosen.hasNextPage && (
        <Button loading={chosen.isFetchingNextPage} onClick={() => void chosen.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

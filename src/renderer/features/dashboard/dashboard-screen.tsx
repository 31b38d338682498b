import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { STATE } from '#shared/access/states.ts';
import { useUser } from '../../api/session-store.ts';
import { NoLibrary } from '../../components/no-library/later.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { useTasks } from '../../components/tasks/queries.ts';
import { useShell } from '../../hooks/shell-actions.ts';
import { untilLoaded } from '../../hooks/until-loaded.ts';
import { useNow } from '../../hooks/use-now.ts';
import { formatLongDate, formatNumber } from '../../i18n/format.ts';
import { Cards } from './cards.tsx';
import styles from './dashboard-screen.module.css';
import { firstNameOf, greetingKey, listOf, useFigures } from './queries.ts';
import { Block, ShortList } from './record-lists.tsx';
import { TaskList } from './tasks/task-list.tsx';

// Its data comes later than the tasks', so its code may.
const Aside = lazy(async () => ({ default: (await untilLoaded(() => import('./aside/aside.tsx'))).Aside }));
const FirstSteps = lazy(async () => ({
  default: (await untilLoaded(() => import('./first-steps/first-steps.tsx'))).FirstSteps,
}));

function Greeting({ waiting }: { waiting: number | undefined }) {
  const { t, i18n } = useTranslation('dashboard');
  const user = useUser();
  const now = useNow();
  const date = formatLongDate(now);
  const word = `numbers.${waiting}`;
  const number =
    waiting !== undefined && i18n.exists(word, { ns: 'dashboard' }) ? t(word) : formatNumber(waiting ?? 0);
  return (
    <header className={styles.greeting}>
      <h1>{t(greetingKey(new Date(now).getHours()), { name: firstNameOf(user) })}</h1>
      <p>{waiting ? t('waiting', { count: waiting, date, number }) : t('today', { date })}</p>
    </header>
  );
}

/** What the person has to do, then what happened. Every figure comes from the server and links to what it counts. */
export function Screen() {
  const { t } = useTranslation('dashboard');
  const user = useUser();
  const figures = useFigures();
  const { openUpload, uploadBlocked } = useShell();
  const data = figures.data;
  const tasks = useTasks(undefined);
  const [first] = tasks.data?.pages ?? [];
  const counts = first?.counts;

  return (
    <div className={styles.page}>
      <Greeting waiting={counts?.all} />
      {user.isAdmin && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <Cards figures={data} canUpload={openUpload !== undefined || uploadBlocked !== undefined} />
      <div className={styles.columns}>
        <div data-tour="waiting">
          <TaskList />
          {/* What stands below the tasks waits for them: otherwise they would push it down. */}
          {figures.isPending && !tasks.isPending && <LoadingRows rows={4} height={36} />}
          {figures.isError && (
            <ErrorState title={t('failed')} error={figures.error} onRetry={() => void figures.refetch()} />
          )}
          {data?.libraries === 0 && <NoLibrary />}
          {data && data.libraries > 0 && !tasks.isPending && (
            <div className={styles.pair}>
              {data.drafts.count > 0 && (
                <Block
                  title={t('drafts')}
                  count={data.drafts.count}
                  to={listOf({ state: String(STATE.draft), author: user._id })}
                >
                  <ShortList items={data.drafts.items} label={t('drafts')} />
                </Block>
              )}
              <Block title={t('recent')} to={listOf({ sort: '-updatedAt' })}>
                {data.recent.length > 0 ? (
                  <ShortList items={data.recent} label={t('recent')} />
                ) : (
                  <EmptyState
                    icon={IconFiles}
                    title={t('noRecent.title')}
                    action={openUpload && <Button onClick={() => openUpload()}>{t('cards.upload')}</Button>}
                  >
                    {t('noRecent.body')}
                  </EmptyState>
                )}
              </Block>
            </div>
          )}
        </div>
        <div className={styles.aside} data-loading={tasks.isPending || figures.isPending}>
          <Suspense>
            <Aside figures={data} tasks={first} />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

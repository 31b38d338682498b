import { Button, Select } from '@mantine/core';
import {
  IconDeviceLaptop,
  IconFolderOpen,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncMode } from '#shared/ipc/sync-state.ts';
import { EmptyState } from '../../components/screen-states.tsx';
import { When } from '../../components/when.tsx';
import { ask } from './commands.ts';
import { HoldList } from './hold-list.tsx';
import { useSync } from './store.ts';
import styles from './sync.module.css';

/** The sync panel: what needs a decision comes first, then how the libraries stand, then what happened. */
export function Screen() {
  const { t } = useTranslation('sync');
  const state = useSync();
  if (state.status === 'off') {
    return (
      <EmptyState page icon={IconDeviceLaptop} title={t('off.title')}>
        {t('off.body')}
      </EmptyState>
    );
  }
  const paused = state.status === 'paused';
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className="grow">
          <h1 tabIndex={-1}>{t(`status.${state.status}`, state)}</h1>
          {state.root && <p className="meta">{state.root}</p>}
        </div>
        <Button
          leftSection={<IconFolderOpen size={16} aria-hidden="true" />}
          onClick={() => ask((sync) => sync.showRoot())}
        >
          {t('showRoot')}
        </Button>
        <Button
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={() => ask((sync) => sync.rescan())}
        >
          {t('rescan')}
        </Button>
        <Button
          leftSection={
            paused ? (
              <IconPlayerPlay size={16} aria-hidden="true" />
            ) : (
              <IconPlayerPause size={16} aria-hidden="true" />
            )
          }
          onClick={() => ask((sync) => (paused ? sync.resume() : sync.pause()))}
        >
          {t(paused ? 'resume' : 'pause')}
        </Button>
      </header>
      {state.problem && (
        <p className={styles.alert} role="alert">
          {state.problem.message ?? t('problem')}
        </p>
      )}
      <Question />
      <HoldList holds={state.holds} />
      <section aria-label={t('libraries')}>
        <h2>{t('libraries')}</h2>
        <ul className={styles.list}>
          {state.libraries.map((library) => (
            <li key={library._id}>
              <span className="grow">
                <b>{library.name}</b>
                <span className="meta">
                  {t('files', { count: library.files })}
                  {!library.writable && ` · ${t('readOnly')}`}
                </span>
              </span>
              <Select
                className={styles.mode}
                aria-label={t('modeOf', { name: library.name })}
                allowDeselect={false}
                data={(['always', 'online-only'] as const).map((mode) => ({
                  value: mode,
                  label: t(`modes.${mode}`),
                }))}
                value={library.mode}
                onChange={(mode) =>
                  mode && ask((sync) => sync.setMode({ library: library._id, mode: mode as SyncMode }))
                }
              />
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('activity')}>
        <h2>{t('activity')}</h2>
        {state.activity.length === 0 && <p className="meta">{t('nothing')}</p>}
        <ul className={styles.list}>
          {state.activity.map((each) => (
            <li key={each._id}>
              <span className="grow">
                {each.recordId ? (
                  <Link to={`/records/view/${each.recordId}`} className={styles.path}>
                    {each.path}
                  </Link>
                ) : (
                  <span className={styles.path}>{each.path}</span>
                )}
                <span className="meta">{t(`kinds.${each.kind}`)}</span>
              </span>
              <span className="meta">
                <When value={each.at} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** What stops the engine until it is answered; nothing is sent meanwhile. */
function Question() {
  const { t } = useTranslation('sync');
  const { question } = useSync();
  if (!question) return null;
  return (
    <section className={styles.question} role="alert">
      <h2>{t(`questions.${question.kind}.title`, { count: question.files ?? 0 })}</h2>
      <p>{t(`questions.${question.kind}.body`)}</p>
      <div className={styles.buttons}>
        {question.answers.map((answer) => (
          <Button key={answer} onClick={() => ask((sync) => sync.answer({ question: question._id, answer }))}>
            {t(`answers.${answer}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/errors.ts';
import { ErrorState, LoadingRows, LoadingScreen } from '../components/page/screen-states.tsx';
import { useRouteTitle } from '../hooks/use-title.ts';
import { hasTexts } from '../i18n/i18n.ts';
import { useDrawn } from './drawn.ts';
import styles from './lazy-screen.module.css';
import { loadWithTimeout } from './load-with-timeout.ts';
import type { ScreenRow } from './screens.ts';

type State = { Screen: ComponentType } | { failed: true } | 'loading';

const loaded = new Map<ScreenRow, ComponentType>();
let resolve = (): void => {};
/** Resolves when the first screen's code is there. (`Promise.withResolvers` is newer than the oldest desktop's engine.) */
export const whenScreenLoaded = new Promise<void>((resolvePromise) => {
  resolve = resolvePromise;
});

/** Loads a screen's chunk once. */
async function load(row: ScreenRow): Promise<ComponentType> {
  const { Screen } = await loadWithTimeout(row.load);
  loaded.set(row, Screen);
  resolve();
  return Screen;
}

/** Loads a screen when it is first opened. Shows placeholder bars meanwhile, and an error with "Reintentar". */
export function LazyScreen({ row }: { row: ScreenRow }) {
  const { t } = useTranslation('app');
  // The title is one of the screen's own texts, which come with it.
  const title = hasTexts(row.title) ? t(row.title) : undefined;
  useRouteTitle(title);
  const known = loaded.get(row);
  const [state, setState] = useState<State>(known ? { Screen: known } : 'loading');
  const [tries, setTries] = useState(0);
  useDrawn(state !== 'loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` requests another attempt
  useEffect(() => {
    let alive = true;
    load(row).then(
      (Screen) => alive && setState({ Screen }),
      () => alive && setState({ failed: true }),
    );
    return () => {
      alive = false;
    };
  }, [row, tries]);

  const retry = useCallback(() => {
    setState('loading');
    // A browser may cache a failed module: from the second attempt on the page is reloaded.
    if (tries > 0) window.location.reload();
    else setTries(tries + 1);
  }, [tries]);

  if (state === 'loading') {
    return (
      <LoadingScreen title={title ?? t('common:loading')}>
        <div className={styles.loading}>
          <LoadingRows rows={8} height={48} />
        </div>
      </LoadingScreen>
    );
  }
  if ('failed' in state) {
    const error = new ApiError(0, 'chunk', t('chunk.body'));
    return <ErrorState page title={t('chunk.title')} error={error} onRetry={retry} />;
  }
  return <state.Screen />;
}

import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { ApiError } from '../api/errors.ts';
import { resume } from '../api/session.ts';
import { useSession, useUser } from '../api/session-store.ts';
import { ErrorState } from '../components/page/screen-states.tsx';
import { NotFoundPage } from './error-pages.tsx';
import { LazyScreen } from './lazy-screen.tsx';
import { type ScreenRow, secondStepScreen } from './screens.ts';

interface Origin {
  pathname: string;
  search: string;
  hash: string;
}

/** Where somebody was going when the guard stopped them; only ever a path of this app. */
function destination(state: unknown): string {
  const from = (state as { from?: Origin } | null)?.from;
  return from?.pathname.startsWith('/') ? `${from.pathname}${from.search}${from.hash}` : '/dashboard';
}

/**
 * The session is stored, but nobody answered: nothing can be said about it, so nothing is taken away
 * (docs/protocols/rest.md, specification §8).
 */
function Unreachable() {
  const { t } = useTranslation('app');
  const [asking, setAsking] = useState(false);
  const retry = (): void => {
    setAsking(true);
    void resume().finally(() => setAsking(false));
  };
  return (
    <main aria-busy={asking}>
      <ErrorState
        page
        title={t('unreachable.title')}
        error={new ApiError(0, 'offline', t('unreachable.body'))}
        onRetry={retry}
      />
    </main>
  );
}

/**
 * Sends the unsigned to sign-in, and remembers where they were going. Whoever lacks a second step that their
 * organization asks for sets it up in the place of the screen.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const status = useSession((state) => state.status);
  const settingUp = useSession((state) => state.settingUp);
  const opened = useRef(false);
  const location = useLocation();
  if (status === 'unknown') return null;
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'signed-out') return <Navigate to="/" replace state={{ from: location }} />;
  opened.current ||= !settingUp;
  return (
    <>
      {/* What was being written when an organization began to ask is there again afterwards. */}
      {opened.current && <div style={{ display: settingUp ? 'none' : 'contents' }}>{children}</div>}
      {settingUp && <LazyScreen row={secondStepScreen} />}
    </>
  );
}

/** Sign-in is no place for the signed-in: they go on to where they were going. `/password` is: to change it. */
export function OpenPages() {
  const status = useSession((state) => state.status);
  const location = useLocation();
  if (status === 'unknown') return null;
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'signed-in' && location.pathname === '/') {
    return <Navigate to={destination(location.state)} replace />;
  }
  return <Outlet />;
}

/** A screen that is not for this person looks like one that does not exist. */
export function RequireRole({ row, children }: { row: ScreenRow; children: ReactNode }) {
  const user = useUser();
  return (row.allows?.(user) ?? true) ? children : <NotFoundPage />;
}

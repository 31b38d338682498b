import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../api/errors.ts';
import { resume } from '../api/session.ts';
import { useSession, useUser } from '../api/session-store.ts';
import { ErrorState } from '../components/page/screen-states.tsx';
import { useDrawn } from './drawn.ts';
import { NotFoundPage } from './error-pages.tsx';
import { LazyScreen } from './lazy-screen.tsx';
import { type ScreenRow, secondStepScreen } from './screens.ts';

interface Origin {
  pathname: string;
  search: string;
  hash: string;
}

/** Stands for this app's own address, of which only the path is asked. */
const HERE = 'https://legajo.invalid';

/** The page to open after sign-in. Only paths of this app are accepted. */
function destination(state: unknown): string {
  const from = (state as { from?: Origin } | null)?.from;
  return from?.pathname.startsWith('/') ? `${from.pathname}${from.search}${from.hash}` : '/dashboard';
}

const DASHBOARD: Origin = { pathname: '/dashboard', search: '', hash: '' };

/** A page of this app by its address, as `?next=` has it; the dashboard where it is another one's, or none. */
function placeAt(next: string | null): Origin {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return DASHBOARD;
  const url = new URL(next, HERE);
  // A path that begins with two slashes would be read as another host.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return DASHBOARD;
  return { pathname: url.pathname, search: url.search, hash: url.hash };
}

/**
 * Leads from the page that was rendered to another one, unless a link from outside has led elsewhere meanwhile: the
 * router's address changes at once, what is rendered some time later.
 */
function Redirect({ to, from }: { to: string; from?: Origin }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const now = window.location;
    if (now.pathname !== pathname || now.search !== search) return;
    void navigate(to, { replace: true, ...(from && { state: { from } }) });
  });
  return null;
}

/** How often a server that does not answer is asked again, in milliseconds. */
const ASK_AGAIN_MS = 10_000;

/**
 * The session is stored, but the server does not answer: nothing is known about it, so the person stays signed in
 * (docs/protocols/rest.md, specification §8).
 */
function Unreachable() {
  const { t } = useTranslation('app');
  const [asking, setAsking] = useState(false);
  useDrawn();
  const retry = (): void => {
    setAsking(true);
    void resume().finally(() => setAsking(false));
  };
  useEffect(() => {
    const again = setInterval(() => void resume(), ASK_AGAIN_MS);
    const atOnce = (): void => void resume();
    addEventListener('online', atOnce);
    return () => {
      clearInterval(again);
      removeEventListener('online', atOnce);
    };
  }, []);
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
 * Redirects people who are not signed in to sign-in, and remembers the page they wanted. People who lack a required
 * second step set it up first.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const status = useSession((state) => state.status);
  const settingUp = useSession((state) => state.settingUp);
  const opened = useRef(false);
  const location = useLocation();
  if (status === 'unknown') return null;
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'signed-out') return <Redirect to="/" from={location} />;
  opened.current ||= !settingUp;
  return (
    <>
      {/* The screen stays mounted, so that what was typed before the second step was required is still there. */}
      {opened.current && <div style={{ display: settingUp ? 'none' : 'contents' }}>{children}</div>}
      {settingUp && <LazyScreen row={secondStepScreen} />}
    </>
  );
}

/**
 * Signed-in people are redirected from sign-in to the page they wanted. `/password` stays open, to change the password.
 */
export function OpenPages() {
  const status = useSession((state) => state.status);
  const location = useLocation();
  if (status === 'unknown') return null;
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'signed-in' && location.pathname === '/') {
    return <Redirect to={destination(location.state)} />;
  }
  return <Outlet />;
}

/**
 * `/sign-in` is no screen, but what people type and other programs link to: leads to sign-in, or past it, and to
 * `?next=` or the dashboard after it.
 */
export function SignInAddress() {
  const status = useSession((state) => state.status);
  const [params] = useSearchParams();
  const next = placeAt(params.get('next'));
  if (status === 'signed-in') return <Redirect to={destination({ from: next })} />;
  return <Redirect to="/" from={next} />;
}

/** A screen that this person may not see looks like one that does not exist. */
export function RequireRole({ row, children }: { row: ScreenRow; children: ReactNode }) {
  const user = useUser();
  return (row.allows?.(user) ?? true) ? children : <NotFoundPage />;
}

import type { Session } from '#shared/identity/auth.schemas.ts';
import { ApiError, isOutage } from './errors.ts';
import { request } from './http.ts';
import { queryClient } from './query-client.ts';
import { type Challenge, type ChallengeAnswer, keeper } from './session-keeper.ts';
import { useSession } from './session-store.ts';

/** A token is renewed this long before it expires, so that it does not expire during a call. */
const RENEW_AHEAD_MS = 60_000;

let renewal: Promise<string | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Grows when a session ends: an answer to a call from before is ignored. */
let ended = 0;

/** Forgets the person on this screen. `signOut` ends what the platform stores. */
export function forget(): void {
  ended += 1;
  renewal = undefined;
  clearTimeout(timer);
  keeper.forget();
  useSession.setState({
    status: 'signed-out',
    idToken: undefined,
    expiresAt: 0,
    user: undefined,
    ended: true,
    settingUp: false,
  });
  queryClient.clear();
}

async function fetchToken(fresh: boolean): Promise<string | undefined> {
  const asked = ended;
  try {
    const { idToken, expiresAt } = await keeper.token(fresh);
    if (asked !== ended) {
      // The answer came after somebody had signed out.
      if (useSession.getState().status === 'signed-out') keeper.forget();
      return undefined;
    }
    useSession.setState({ idToken, expiresAt });
    clearTimeout(timer);
    const life = expiresAt - Date.now();
    timer = setTimeout(
      () => void renew().catch(() => undefined),
      Math.max(life - RENEW_AHEAD_MS, life / 2, 1000),
    );
    return idToken;
  } catch (error) {
    if (!(error instanceof ApiError) || isOutage(error) || error.status === 429) throw error;
    if (asked === ended) forget();
    return undefined;
  }
}

/**
 * A new identity token, or undefined where the server refuses the session (the person is then signed out).
 * Calls that need one at the same moment share the renewal.
 * @throws ApiError on an outage: that says nothing about the session (docs/protocols/rest.md)
 */
export function renew(fresh = true): Promise<string | undefined> {
  if (renewal) return renewal;
  const mine = fetchToken(fresh).finally(() => {
    if (renewal === mine) renewal = undefined;
  });
  renewal = mine;
  return mine;
}

/** The token for a retry after this one was refused: a newer one that came meanwhile, or a renewed one. */
export async function tokenAfter(refused: string): Promise<string | undefined> {
  const { idToken } = useSession.getState();
  return idToken && idToken !== refused ? idToken : renew();
}

/**
 * The identity token to send now, renewed first where it is about to expire. Uploads and the realtime socket use it
 * too.
 */
export async function currentToken(): Promise<string | undefined> {
  const { idToken, expiresAt } = useSession.getState();
  if (!idToken) return undefined;
  return expiresAt - Date.now() > RENEW_AHEAD_MS / 4 ? idToken : renew();
}

/** Fetches the person (GET session is never cached) and opens the guarded screens. */
async function loadUser(): Promise<void> {
  const asked = ended;
  const idToken = await currentToken();
  if (!idToken) return;
  const fetchWith = (token: string) =>
    request<Session>('/session', { method: 'GET', headers: { authorization: `Bearer ${token}` } });
  const answer = await fetchWith(idToken).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error;
    // The token may have expired by the server's clock only.
    const renewed = await tokenAfter(idToken);
    if (!renewed) throw error;
    return fetchWith(renewed);
  });
  if (asked !== ended) return;
  useSession.setState(({ settingUp }) => ({
    status: 'signed-in',
    user: answer.data,
    settingUp: settingUp || answer.data.lacksSecondStep === true,
  }));
}

/**
 * Fetches the person again, since something about them changed. Where the server refuses, they are signed out;
 * without an answer, nothing is known to have changed (docs/protocols/rest.md).
 */
export async function reloadUser(): Promise<void> {
  try {
    await loadUser();
  } catch (error) {
    if (error instanceof ApiError && !isOutage(error)) forget();
  }
}

let asking = false;

/** The organization now requires a second step: the guard asks for it once the session says so. */
export function askSecondStep(): void {
  if (asking || useSession.getState().user?.lacksSecondStep) return;
  asking = true;
  void reloadUser().finally(() => {
    asking = false;
  });
}

/** Opens the session that the platform stores, with its stored token or a renewed one. */
async function open(fresh: boolean): Promise<void> {
  if (await renew(fresh)) await loadUser();
}

/** Signs in. Where a challenge comes back, call `answerChallenge` next. */
export async function signIn(email: string, password: string): Promise<Challenge | undefined> {
  const challenge = await keeper.signIn(email, password);
  if (!challenge) await open(false);
  return challenge;
}

/** Answers a challenge. Where another one comes back, answer that next. */
export async function answerChallenge(answer: ChallengeAnswer): Promise<Challenge | undefined> {
  const next = await keeper.answer(answer);
  if (!next) await open(false);
  return next;
}

/** On start, and on "Reintentar": continues the stored session, if there is one and the server accepts it. */
export async function resume(): Promise<void> {
  if (!(await keeper.stored())) {
    useSession.setState({ status: 'signed-out' });
    return;
  }
  try {
    await open(false);
  } catch (error) {
    if (isOutage(error)) useSession.setState({ status: 'unreachable' });
    else forget();
  }
}

/** Ends the session here and on the server. Without an answer it ends here all the same. */
export async function signOut(): Promise<void> {
  await keeper.end().catch(() => undefined);
  forget();
  useSession.setState({ ended: false });
}

/** Follows the end of the session elsewhere: in another tab, or in the tray menu. */
export const watchSession = (): (() => void) =>
  keeper.onEnded(() => {
    if (useSession.getState().status === 'signed-in') forget();
  });

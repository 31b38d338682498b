import type { Tokens } from '#shared/schemas/auth.ts';
import type { Session } from '#shared/schemas/people.ts';
import { ApiError, isOutage } from './errors.ts';
import { request } from './http.ts';
import { queryClient } from './query-client.ts';
import { keeper } from './session-keeper.ts';
import { useSession } from './session-store.ts';

/** A token is renewed this long before its end, so that no call starts with one that dies under way. */
const RENEW_AHEAD_MS = 60_000;

let renewal: Promise<string | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function hold(tokens: Tokens): string {
  const life = tokens.expiresIn * 1000;
  useSession.setState({ idToken: tokens.idToken, expiresAt: Date.now() + life });
  clearTimeout(timer);
  timer = setTimeout(() => void renew().catch(() => undefined), Math.max(life - RENEW_AHEAD_MS, life / 2));
  return tokens.idToken;
}

/** Forgets the person on this screen; what the platform keeps is ended by `signOut`. */
export function forget(): void {
  clearTimeout(timer);
  keeper.forget();
  useSession.setState({ status: 'signed-out', idToken: undefined, expiresAt: 0, user: undefined });
  queryClient.clear();
}

/**
 * A new identity token, or undefined where the server refuses the session (the person is then signed out).
 * @throws ApiError on an outage: that says nothing about the session (spec §8)
 */
export function renew(): Promise<string | undefined> {
  renewal ??= (async () => {
    try {
      return hold(await keeper.renew());
    } catch (error) {
      if (!(error instanceof ApiError) || isOutage(error)) throw error;
      forget();
      return undefined;
    } finally {
      renewal = undefined;
    }
  })();
  return renewal;
}

/** The identity token to send now, renewed first where it is about to end. */
export async function currentToken(): Promise<string | undefined> {
  const { idToken, expiresAt } = useSession.getState();
  if (idToken && expiresAt - Date.now() > RENEW_AHEAD_MS / 4) return idToken;
  return idToken ? renew() : undefined;
}

/** Fetches the person (GET session is never cached) and opens the guarded screens. */
export async function loadUser(): Promise<void> {
  const idToken = await currentToken();
  const answer = await request<Session>('/session', {
    method: 'GET',
    headers: { authorization: `Bearer ${idToken ?? ''}` },
  });
  useSession.setState({ status: 'signed-in', user: answer.data });
}

/** Takes the tokens of a sign-in. */
export async function begin(tokens: Tokens): Promise<void> {
  await keeper.keep(tokens);
  hold(tokens);
  await loadUser();
}

/** On start: goes on with the stored session, if there is one and the server still takes it. */
export async function resume(): Promise<void> {
  if (!(await keeper.stored())) {
    useSession.setState({ status: 'signed-out' });
    return;
  }
  try {
    if (await renew()) await loadUser();
  } catch (error) {
    if (isOutage(error)) useSession.setState({ status: 'unreachable' });
    else forget();
  }
}

/** Ends the session here and at the server. Without an answer it ends here all the same. */
export async function signOut(): Promise<void> {
  await keeper.end().catch(() => undefined);
  forget();
}

import type { z } from 'zod';
import type {
  challengeAnswer,
  challengeIssued,
  SignInResult,
  Tokens,
} from '#shared/identity/auth.schemas.ts';
import type { IdentityToken } from '#shared/ipc/desktop.ts';
import type { DesktopApi } from '#shared/ipc/desktop-api.ts';
import { CERTIFICATE_TROUBLES } from '#shared/platform/certificate-trouble.ts';
import { browserName } from '../platform/browser-name.ts';
import { DesktopError, desktop, unwrap } from '../platform/platform.ts';
import { ApiError } from './errors.ts';
import { request } from './http.ts';

export type Challenge = z.infer<typeof challengeIssued>;
export type ChallengeAnswer = z.infer<typeof challengeAnswer>;

/** Stores and uses the refresh token, differently on each platform. The rest of the client never sees one. */
export interface SessionKeeper {
  /** Whether a session may be stored on this computer. */
  stored(): Promise<boolean>;
  /** Signs in. Returns a challenge where the password is a first one, or a code is asked for. */
  signIn(email: string, password: string): Promise<Challenge | undefined>;
  /** Answers a challenge. Returns another one where more is asked for. */
  answer(answer: ChallengeAnswer): Promise<Challenge | undefined>;
  /** An identity token; `fresh` where the last one was refused. Throws ApiError: 401 where the session has ended. */
  token(fresh: boolean): Promise<IdentityToken>;
  /** Ends the stored session, on the server too. */
  end(): Promise<void>;
  /** Forgets the session on this computer only. */
  forget(): void;
  /** Calls back when the session ends elsewhere: in another tab, or in the main process. */
  onEnded(listener: () => void): () => void;
}

/** Says only that somebody signed in here. The refresh token itself is in a cookie that no script can read. */
const FLAG = 'legajo.signed-in';
/**
 * Whether somebody seems to be signed in, before anybody was asked. On the desktop, where the main process knows, yes is
 * likely.
 */
export const mayBeSignedIn = (): boolean => desktop !== undefined || localStorage.getItem(FLAG) !== null;

/** A lock for refreshing: the tabs of a browser share one refresh family, so one tab at a time may refresh. */
const LOCK = 'legajo.refresh';

const exclusively = async <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? await navigator.locks.request(LOCK, work) : work();

const post = async <T>(path: string, data: object): Promise<T> =>
  (await request<T>(path, { method: 'POST', data })).data;

function browserKeeper(): SessionKeeper {
  /** The token of the last sign-in or renewal, until it is read. */
  let held: IdentityToken | undefined;

  const hold = (tokens: Tokens): IdentityToken => {
    localStorage.setItem(FLAG, '1');
    held = { idToken: tokens.idToken, expiresAt: Date.now() + tokens.expiresIn * 1000 };
    return held;
  };

  const entered = (result: SignInResult): Challenge | undefined => {
    if ('challenge' in result) return result;
    hold(result);
    return undefined;
  };

  return {
    stored: async () => localStorage.getItem(FLAG) !== null,
    signIn: async (email, password) => {
      const device = browserName(navigator.userAgent);
      return entered(
        await post<SignInResult>('/auth/sign-in', {
          email,
          password,
          client: 'web',
          ...(device ? { device } : {}),
        }),
      );
    },
    answer: async (answer) => entered(await post<SignInResult>('/auth/challenge', answer)),
    token: async (fresh) => {
      if (!fresh && held) return held;
      return exclusively(async () => hold(await post<Tokens>('/auth/refresh', {})));
    },
    end: async () => {
      await post('/auth/sign-out', {});
    },
    forget: () => {
      held = undefined;
      localStorage.removeItem(FLAG);
    },
    onEnded: (listener) => {
      const onStorage = (event: StorageEvent): void => {
        if (event.key === FLAG && event.newValue === null) listener();
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

const OVER = new Set(['unauthenticated', 'bad_credentials', 'bad_code', 'disabled', 'demo_local']);
const OUTAGE = new Set<string>([
  'offline',
  'server_unreachable',
  'unavailable',
  'internal',
  ...CERTIFICATE_TROUBLES,
]);

/** An error of the main process as the API error that it stands for. */
function asApiError(error: unknown): unknown {
  if (!(error instanceof DesktopError)) return error;
  const status = OVER.has(error.code) ? 401 : OUTAGE.has(error.code) ? 0 : 400;
  return new ApiError(status, error.code, error.message);
}

async function over<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asApiError(error);
  }
}

/** On the desktop the main process stores the refresh token and alone uses it. */
function desktopKeeper(api: DesktopApi): SessionKeeper {
  return {
    stored: async () => (await over(unwrap(api.session.state()))).signedIn,
    signIn: async (email, password) => {
      const result = await over(unwrap(api.session.signIn({ email, password })));
      return 'challenge' in result ? result : undefined;
    },
    answer: async (answer) => {
      const result = await over(unwrap(api.session.answerChallenge(answer)));
      return 'challenge' in result ? result : undefined;
    },
    token: (fresh) => over(unwrap(api.session.token({ fresh }))),
    end: async () => {
      await over(unwrap(api.session.signOut()));
    },
    forget: () => undefined,
    onEnded: (listener) => api.session.onChanged((state) => !state.signedIn && listener()),
  };
}

export const keeper: SessionKeeper = desktop ? desktopKeeper(desktop) : browserKeeper();

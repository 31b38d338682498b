import type { z } from 'zod';
import {
  type challengeAnswer,
  type challengeIssued,
  deviceKey,
  type SignInResult,
  type Tokens,
} from '#shared/identity/auth.schemas.ts';
import type { IdentityToken, SessionState } from '#shared/ipc/desktop.ts';
import { DesktopError } from '../errors.ts';
import type { Fetch } from '../settings/server-address.ts';
import { callAuth } from './auth-client.ts';
import type { Credentials } from './credentials.ts';

/** A token with less life left than this is renewed before it is handed out. */
const MARGIN_MS = 60_000;
/** A page that asks for a fresh token again and again gets the one that was just made. */
const FRESH_MS = 2_000;

/** Codes by which the server says that this session is over; anything else leaves it as it is. */
const ENDED = new Set(['unauthenticated', 'disabled', 'bad_credentials', 'demo_local']);

type Entered = SessionState | z.infer<typeof challengeIssued>;

export interface SessionDeps {
  readonly fetch: Fetch;
  readonly credentials: Credentials;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that only ever grow: somebody may set the date. They may stand still while the computer sleeps. */
  readonly elapsed: () => number;
  /** How this computer is called in the list of one's sessions. */
  readonly device: string;
  readonly onChange: (state: SessionState) => void;
  /** A new identity token, or null when the session has ended. */
  readonly onIdentity: (identity: IdentityToken | null) => void;
}

/**
 * The session at one server. This process alone holds the refresh token and renews with it: two refreshers would
 * look like a stolen token to the server.
 */
export function createSession(deps: SessionDeps) {
  let server: string | null = null;
  let signedIn = false;
  let identity: (IdentityToken & { readonly madeAt: number; readonly endsAt: number }) | null = null;
  let renewing: Promise<IdentityToken> | null = null;
  /** Grows whenever another session begins or this one ends: an answer to an older one is dropped. */
  let generation = 0;

  const state = (): SessionState => ({ signedIn, kept: deps.credentials.kept() });

  async function accept(at: string, tokens: Tokens): Promise<IdentityToken> {
    const madeAt = deps.elapsed();
    const lifeMs = tokens.expiresIn * 1000;
    if (tokens.refreshToken) await deps.credentials.save(at, tokens.refreshToken);
    if (tokens.deviceKey) await deps.credentials.save(deviceAt(at), tokens.deviceKey);
    identity = {
      idToken: tokens.idToken,
      expiresAt: deps.now() + lifeMs,
      madeAt,
      endsAt: madeAt + lifeMs,
    };
    const was = signedIn;
    signedIn = true;
    if (!was) deps.onChange(state());
    deps.onIdentity(publicPart(identity));
    return publicPart(identity);
  }

  /** What a try to sign in has come to: a session, or what is still asked for. */
  async function entered(at: string, answer: SignInResult): Promise<Entered> {
    if ('challenge' in answer) return answer;
    generation += 1;
    await accept(at, answer);
    return state();
  }

  async function end(): Promise<void> {
    generation += 1;
    const was = signedIn;
    signedIn = false;
    identity = null;
    renewing = null;
    if (server) await deps.credentials.remove(server);
    if (was) {
      deps.onIdentity(null);
      deps.onChange(state());
    }
  }

  async function renew(at: string): Promise<IdentityToken> {
    const mine = generation;
    const refreshToken = await deps.credentials.load(at);
    if (!refreshToken) {
      await end();
      throw new DesktopError('unauthenticated');
    }
    try {
      const tokens = await callAuth(deps.fetch, at, 'refresh', { refreshToken });
      if (mine !== generation) {
        // Another server was chosen meanwhile: the token that was just rotated is still this one's.
        if (server !== at && tokens.refreshToken) await deps.credentials.save(at, tokens.refreshToken);
        throw new DesktopError('unauthenticated');
      }
      return await accept(at, tokens);
    } catch (error) {
      if (mine === generation && error instanceof DesktopError && ENDED.has(error.code)) await end();
      throw error;
    }
  }

  /** By what the server knows this computer again; it stays when its person signs out. */
  async function keyOf(at: string): Promise<{ deviceKey?: string }> {
    const kept = deviceKey.safeParse(await deps.credentials.load(deviceAt(at))).data;
    return kept ? { deviceKey: kept } : {};
  }

  /** By both clocks: the date may have been set back, and the other one stands still while the computer sleeps. */
  const isAlive = ({ expiresAt, endsAt }: { expiresAt: number; endsAt: number }): boolean =>
    Math.min(expiresAt - deps.now(), endsAt - deps.elapsed()) > MARGIN_MS;

  const here = (): string => {
    if (!server) throw new DesktopError('no_server');
    return server;
  };

  return {
    state,

    /** Goes to another server (or none), with the session that is kept for it. */
    async switchTo(origin: string | null): Promise<void> {
      generation += 1;
      server = origin;
      identity = null;
      renewing = null;
      const was = signedIn;
      signedIn = origin !== null && (await deps.credentials.load(origin)) !== null;
      if (was) deps.onIdentity(null);
      deps.onChange(state());
    },

    async signIn(input: { email: string; password: string }): Promise<Entered> {
      const at = here();
      const given = { ...input, ...(await keyOf(at)), client: 'desktop', device: deps.device } as const;
      return entered(at, await callAuth(deps.fetch, at, 'signIn', given));
    },

    /** What is asked for next comes back, where one answer was not all: a first own password after a code. */
    async answerChallenge(input: z.infer<typeof challengeAnswer>): Promise<Entered> {
      const at = here();
      const given = { ...input, ...(await keyOf(at)) };
      return entered(at, await callAuth(deps.fetch, at, 'answerChallenge', given));
    },

    /** Ends the session here in any case, and at the server where it can be reached. */
    async signOut(): Promise<SessionState> {
      const at = here();
      const refreshToken = await deps.credentials.load(at);
      await end();
      if (refreshToken) await callAuth(deps.fetch, at, 'signOut', { refreshToken }).catch(() => undefined);
      return state();
    },

    /** An identity token with some life left. Concurrent callers share one renewal. */
    async token({ fresh }: { fresh: boolean }): Promise<IdentityToken> {
      const at = here();
      if (!signedIn) throw new DesktopError('unauthenticated');
      if (identity && isAlive(identity) && !(fresh && deps.elapsed() - identity.madeAt > FRESH_MS))
        return publicPart(identity);
      if (!renewing) {
        const mine = renew(at).finally(() => {
          if (renewing === mine) renewing = null;
        });
        renewing = mine;
      }
      return renewing;
    },
  };
}
export type Session = ReturnType<typeof createSession>;

/** Where the key of this computer lies among the secrets, beside the refresh token of the same server. */
const deviceAt = (server: string): string => `${server} device`;

const publicPart = ({ idToken, expiresAt }: IdentityToken): IdentityToken => ({ idToken, expiresAt });

import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { DirectoryGroup } from '#shared/access/roles.ts';
import { CLOCK_SKEW_SECONDS } from '../../../platform/clock-skew.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Keys } from './keys.ts';

/** What an identity token says, once its signature and its expiry were checked. */
export interface Claims {
  readonly user: string;
  /** The refresh family that it was issued to. */
  readonly session: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface TokenVerifier {
  /** @throws unauthenticated */
  verify(token: string): Promise<Claims>;
}

/** The person whom an identity token is about. */
export interface Subject {
  readonly id: string;
  readonly organization: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly groups: readonly DirectoryGroup[];
}

/** What somebody who signs in has yet to answer. A challenge's state lies in its token alone. */
export interface ChallengeState {
  readonly user: string;
  readonly challenge: 'NEW_PASSWORD_REQUIRED' | 'TOTP';
  readonly client: string;
  readonly device: string | null;
  /** Ends the challenge once the password has changed, so that an answer counts once. */
  readonly stamp: number;
  /** Whether the second-step code was given already. */
  readonly verified?: boolean;
}

export interface Tokens extends TokenVerifier {
  /** An identity token for a session that was begun at `authTime`. */
  issue(subject: Subject, session: string, authTime: Date): Promise<string>;
  issueChallenge(state: ChallengeState): Promise<string>;
  /** @throws bad_code where it is not ours, or has expired */
  verifyChallenge(token: string): Promise<ChallengeState>;
}

export interface TokenOptions {
  readonly issuer: string;
  /** Seconds until an identity token expires. */
  readonly idTokenSeconds: number;
  readonly now: () => Date;
}

const AUDIENCE = 'legajo';
/** An audience of its own, so that a challenge is never taken for an identity token, nor the reverse. */
const CHALLENGE_AUDIENCE = 'legajo:challenge';
const CHALLENGE_SECONDS = 600;
/** How far the clocks of two servers may differ. */
const TOLERANCE_SECONDS = 5;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

const VERIFIED = 1000;

const claimsOf = (payload: JWTPayload): Claims => ({
  user: payload.sub ?? '',
  session: typeof payload.sid === 'string' ? payload.sid : null,
  raw: payload,
});

/** ES256 tokens with the claims of a user pool (names as Amazon Cognito has them, where it has them). */
export function createTokens(keys: Keys, options: TokenOptions): Tokens {
  const sign = (claims: JWTPayload, audience: string, life: number): Promise<string> => {
    const issuedAt = seconds(options.now());
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ: 'JWT' })
      .setIssuer(options.issuer)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + life)
      .setJti(randomUUID())
      .sign(keys.signing.key);
  };

  const open = async (token: string, audience: string): Promise<JWTPayload | null> => {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keys.verifying.get(kid ?? '');
          if (!key) throw new Error('unknown key');
          return key;
        },
        {
          algorithms: ['ES256'],
          issuer: options.issuer,
          audience,
          currentDate: options.now(),
          clockTolerance: TOLERANCE_SECONDS,
          requiredClaims: ['sub', 'exp', 'iat'],
        },
      );
      // A token from the future was made while the server's clock was wrong: it would be valid until then.
      if ((payload.iat ?? 0) > seconds(options.now()) + CLOCK_SKEW_SECONDS) return null;
      return payload;
    } catch {
      return null;
    }
  };

  /**
   * Tokens whose signature was checked. Each call of a client brings the same one, and checking it costs more than what
   * many calls ask for. Whether its person may still enter is read from the database each time.
   */
  const verified = new Map<string, JWTPayload>();

  return {
    issue: (subject, session, authTime) =>
      sign(
        {
          sub: subject.id,
          org: subject.organization,
          sid: session,
          email: subject.email,
          given_name: subject.firstname,
          family_name: subject.lastname,
          'cognito:groups': subject.groups,
          auth_time: seconds(authTime),
          token_use: 'id',
        },
        AUDIENCE,
        options.idTokenSeconds,
      ),

    async verify(token) {
      const known = verified.get(token);
      const at = seconds(options.now());
      const isNow =
        (known?.exp ?? 0) + TOLERANCE_SECONDS > at && (known?.iat ?? 0) <= at + CLOCK_SKEW_SECONDS;
      if (known && isNow) return claimsOf(known);
      const payload = await open(token, AUDIENCE);
      if (!payload?.sub) throw new ApiError('unauthenticated');
      verified.set(token, payload);
      const [oldest] = verified.keys();
      if (verified.size > VERIFIED && oldest) verified.delete(oldest);
      return claimsOf(payload);
    },

    issueChallenge: ({ user, ...state }) =>
      sign({ sub: user, ...state }, CHALLENGE_AUDIENCE, CHALLENGE_SECONDS),

    async verifyChallenge(token) {
      const payload = await open(token, CHALLENGE_AUDIENCE);
      if (!payload?.sub) throw new ApiError('bad_code');
      const {
        challenge,
        client,
        device,
        stamp,
        verified = false,
      } = payload as JWTPayload & Omit<ChallengeState, 'user'>;
      return { user: payload.sub, challenge, client, device, stamp, verified };
    },
  };
}

import { createHmac, hkdfSync } from 'node:crypto';
import type { JWK } from 'jose';
import type { Config } from '../../config.ts';
import type { Deps } from '../../platform/deps.ts';
import { createCounter } from '../../platform/limits/counter.ts';
import type { Directory } from './directory.ts';
import { createEmbeddedDirectory } from './embedded-directory.ts';
import { type Attempts, type Counting, createAttempts } from './passwords/attempts.ts';
import { createGuesses, type Guesses } from './passwords/guesses.ts';
import { createResetCodes, type ResetCodes } from './passwords/reset-codes.ts';
import { createSecondFactor, type SecondFactor } from './second-factor/second-factor.ts';
import { openKeys } from './tokens/keys.ts';
import { createNoticeLinks, type NoticeLinks } from './tokens/notice-links.ts';
import { createRefreshTokens, type RefreshTokens } from './tokens/refresh-tokens.ts';
import { createSeal } from './tokens/sealed.ts';
import { createTokens, type Tokens, type TokenVerifier } from './tokens/tokens.ts';

/** What the server needs of a user pool, whoever runs it: verifying tokens, and the directory's calls. */
export interface Identity {
  readonly verifier: TokenVerifier;
  readonly directory: Directory;
  /**
   * The key that signs download links. It is a key of its own, so that a link is never taken for an identity token, nor
   * the reverse.
   */
  readonly linkSecret: Uint8Array;
  /** The links by which mails are switched off. */
  readonly noticeLinks: NoticeLinks;
  /** What `auth/*` works with. Null with an external pool, where people sign in elsewhere. */
  readonly pool: Pool | null;
}

/** The embedded user pool. */
export interface Pool {
  readonly tokens: Tokens;
  readonly refresh: RefreshTokens;
  readonly codes: ResetCodes;
  readonly secondFactor: SecondFactor;
  /** Counts tries at short codes, over a day. */
  readonly guesses: Guesses;
  readonly jwks: { readonly keys: readonly JWK[] };
  /** Counts tries at a password, tries at a mailed code, and calls that send mail. */
  readonly attempts: { readonly password: Attempts; readonly code: Attempts; readonly mail: Attempts };
}

/** Opens the embedded user pool over `DATA_DIR/keys`. */
export async function openIdentity(
  config: Config,
  database: Pick<Deps, 'db' | 'engine' | 'log'>,
  now: () => Date,
): Promise<Identity & { readonly pool: Pool }> {
  const keys = await openKeys(config.dataDir);
  if (keys.isNew && (await hasPeople(database.db)))
    database.log.warn(
      'keys/secret.key was missing and is made anew: second steps, links and mailed codes of before open nothing any more',
    );
  const counting: Counting = {
    counts: (name, points, seconds, longestSeconds = seconds) =>
      createCounter({ ...database, now }, { name, points, seconds, longestSeconds, durable: true }),
    keyOf: (key) => createHmac('sha256', keys.secret).update(`try:${key}`).digest('base64url'),
  };
  const tokens = createTokens(keys, {
    issuer: config.publicUrl,
    idTokenSeconds: config.idTokenSeconds,
    now,
  });
  return {
    verifier: tokens,
    directory: createEmbeddedDirectory(),
    linkSecret: new Uint8Array(hkdfSync('sha256', keys.secret, '', 'legajo signed links', 32)),
    noticeLinks: createNoticeLinks(
      new Uint8Array(hkdfSync('sha256', keys.secret, '', 'legajo notice links', 32)),
    ),
    pool: {
      tokens,
      refresh: createRefreshTokens(keys.secret, config.refreshTokenSeconds),
      codes: createResetCodes(keys.secret, {
        lifeSeconds: config.resetCodeSeconds,
        tries: config.resetCodeTries,
      }),
      secondFactor: createSecondFactor(
        keys.secret,
        createSeal(new Uint8Array(hkdfSync('sha256', keys.secret, '', 'legajo totp secrets', 32))),
      ),
      guesses: createGuesses(keys.secret),
      jwks: keys.jwks,
      attempts: {
        password: createAttempts('password', config.signInFailures, counting),
        code: createAttempts('code', config.signInFailures, counting),
        mail: createAttempts('mail', config.signInFailures, counting),
      },
    },
  };
}

const hasPeople = async (db: Deps['db']): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

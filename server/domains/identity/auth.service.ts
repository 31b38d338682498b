import type { SignIn, Tokens } from '#shared/identity/auth.schemas.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import { type Account, findAccount, type UserRow } from './accounts.queries.ts';
import type { RequireDemoHere } from './demo-people.ts';
import { groupsOfRow } from './embedded-directory.ts';
import type { Pool } from './identity.ts';
import { withCountedAttempt } from './passwords/counted-attempt.ts';
import { delayRefusal } from './passwords/delay-refusal.ts';
import { findKnownDevice, newDeviceKey, rememberDevice } from './passwords/known-devices.ts';
import { hashPassword, isWeaker, passwordMatches } from './passwords/passwords.ts';
import { requirePolicy, samePassword, setPassword } from './passwords/set-password.ts';
import { spendCode } from './passwords/spend-code.ts';
import type { Factor } from './second-factor/second-factor.ts';
import { t } from './texts.ts';
import { endFamilies } from './tokens/refresh-tokens.ts';
import type { ChallengeState } from './tokens/tokens.ts';

/** Where a call comes from. */
export interface Origin {
  readonly ip: string;
  /** Whether the call came from the server's own machine. */
  readonly local: boolean;
  /** The key by which the client's device is recognized, where it sent one. */
  readonly deviceKey?: string | undefined;
}

/** Tokens, always with the refresh token. The route decides whether that goes into a cookie. */
export type IssuedTokens = Required<Omit<Tokens, 'deviceKey'>> & Pick<Tokens, 'deviceKey'>;
/** A sign-in that succeeded. */
export type Entered = IssuedTokens & { readonly client: string };
export interface ChallengeIssued {
  readonly challenge: 'NEW_PASSWORD_REQUIRED' | 'TOTP';
  readonly session: string;
}

export function createAuthService(deps: Deps, pool: Pool, requireDemoHere: RequireDemoHere) {
  const { db, changes, now, config } = deps;

  const accountOf = (where: { email: string } | { id: string }) => findAccount(db, where);

  const author = (user: UserRow, origin: Pick<Origin, 'ip'>) => ({
    organization: user.organization,
    user: user.id,
    ip: origin.ip,
  });

  const identityToken = async (user: UserRow, family: string, authTime: Date) => ({
    idToken: await pool.tokens.issue({ ...user, groups: groupsOfRow(user) }, family, authTime),
    expiresIn: config.idTokenSeconds,
  });

  /** Begins a session. Everything that had to be answered was answered. */
  async function begin(
    user: UserRow,
    { client, device }: Pick<ChallengeState, 'client' | 'device'>,
    origin: Origin,
    prove?: (change: Change) => Promise<Factor>,
  ): Promise<Entered> {
    const at = now();
    // Programs keep no device key: they are recognized by their address.
    const keyless = (client === 'api' || client === 'cli') && origin.deviceKey === undefined;
    const deviceKey = keyless ? undefined : (origin.deviceKey ?? newDeviceKey());
    const knownBy = deviceKey ?? `${client} ${device ?? ''} ${addressKey(origin.ip)}`;
    const begun = await changes.run(author(user, origin), async (change) => {
      // Lock the person's row first: somebody who was disabled while their password was checked gets no session.
      const { numUpdatedRows } = await change.trx
        .updateTable('users')
        .set({ last_sign_in_at: at })
        .where('id', '=', user.id)
        .where('enabled', '=', true)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new ApiError('disabled');
      const factor = await prove?.(change);
      const session = { organization: user.organization, user: user.id, client, device };
      const made = await pool.refresh.begin(change.trx, session, at);
      const isNew = await rememberDevice(change.trx, user.id, knownBy, at);
      if (isNew) {
        const what = { kind: 'device.new', client, device, ip: origin.ip } as const;
        const mail = { template: 'security', to: user.email, firstname: user.firstname, what } as const;
        change.announce({ kind: 'mail', mail });
      }
      change.audit({
        action: 'session.started',
        targetType: 'user',
        targetId: user.id,
        after: { session: made.family, client, device, ...(factor ? { factor } : {}) },
      });
      return made;
    });
    const tokens = { ...(await identityToken(user, begun.family, at)), refreshToken: begun.token };
    return { ...tokens, client, ...(deviceKey ? { deviceKey } : {}) };
  }

  /** Replaces a hash that is weaker than one of today, while the password is at hand. */
  async function strengthen(user: Account, password: string): Promise<void> {
    if (config.passwordHashMs === 0 || user.hash === undefined || !isWeaker(user.hash)) return;
    const hash = await hashPassword(password);
    await db
      .updateTable('passwords')
      .set({ hash })
      .where('user_id', '=', user.id)
      .where('hash', '=', user.hash)
      .execute();
  }

  const challengeFor = async (
    user: Account,
    challenge: ChallengeState['challenge'],
    { client, device, verified = false }: Pick<ChallengeState, 'client' | 'device' | 'verified'>,
  ): Promise<ChallengeIssued> => {
    const stamp = user.changed_at?.getTime() ?? 0;
    const state = { user: user.id, challenge, client, device, verified, stamp };
    return { challenge, session: await pool.tokens.issueChallenge(state) };
  };

  /** Counts failures only. Whoever holds a challenge of ours is not kept out by what others at their address tried. */
  const openChallenge = (session: string, { ip }: Origin): Promise<ChallengeState> =>
    pool.tokens
      .verifyChallenge(session)
      .catch((error: unknown) => pool.attempts.code.run({ address: ip }, () => Promise.reject(error)));

  return {
    /** @throws bad_credentials, disabled, demo_local, rate_limited */
    async signIn(
      { email, password, client = 'api', device }: SignIn,
      origin: Origin,
    ): Promise<Entered | ChallengeIssued> {
      const own = await findKnownDevice(db, { email }, origin.deviceKey);
      return pool.attempts.password.run({ account: email, address: origin.ip, own }, () =>
        delayRefusal(async () => {
          const user = await accountOf({ email });
          if (!(await passwordMatches(user?.hash, password)) || !user) throw new ApiError('bad_credentials');
          if (!user.enabled) throw new ApiError('disabled');
          requireDemoHere(user, origin);
          await strengthen(user, password);
          const from = { client, device: device ?? null };
          if (await pool.secondFactor.stateOf(db, user.id)) return challengeFor(user, 'TOTP', from);
          return user.temporary
            ? challengeFor(user, 'NEW_PASSWORD_REQUIRED', from)
            : begin(user, from, origin);
        }),
      );
    },

    /**
     * Answers a challenge. Returns what is still to be answered, such as a first own password after a code.
     * @throws bad_code, password_policy, rate_limited
     */
    async answerChallenge(
      {
        session,
        newPassword,
        code,
      }: { session: string; newPassword?: string | undefined; code?: string | undefined },
      origin: Origin,
    ): Promise<Entered | ChallengeIssued> {
      const { ip } = origin;
      const state = await openChallenge(session, origin);
      const own = await findKnownDevice(db, { id: state.user }, origin.deviceKey);
      return pool.attempts.password.run({ account: state.user, address: ip, own }, async () => {
        const user = await accountOf({ id: state.user });
        if (!user?.changed_at || user.changed_at.getTime() !== state.stamp) throw new ApiError('bad_code');
        if (!user.enabled) throw new ApiError('disabled');
        requireDemoHere(user, origin);
        if (state.challenge === 'TOTP') {
          if (code === undefined) throw invalid('code', t('missing'));
          const prove = (change: Change) => spendCode(change, pool, user, code);
          const trier = { kind: 'totp', whose: user.id, person: user, ip } as const;
          if (!user.temporary)
            return withCountedAttempt(deps, pool, trier, () => begin(user, state, origin, prove));
          // Somebody who has only the temporary password may not choose another one: the code is asked for first.
          await withCountedAttempt(deps, pool, trier, () => changes.run(author(user, { ip }), prove));
          return challengeFor(user, 'NEW_PASSWORD_REQUIRED', { ...state, verified: true });
        }
        if (!state.verified && (await pool.secondFactor.stateOf(db, user.id))) throw new ApiError('bad_code');
        if (newPassword === undefined) throw invalid('newPassword', t('missing'));
        await requirePolicy(deps, user, newPassword);
        if (await passwordMatches(user.hash, newPassword)) throw samePassword();
        const how = { ifUnchangedSince: user.changed_at };
        if (!(await setPassword(deps, pool, user, newPassword, { ip }, how))) throw new ApiError('bad_code');
        return begin(user, state, origin);
      });
    },

    /** @throws unauthenticated, disabled */
    async refresh(token: string | undefined, origin: Origin): Promise<IssuedTokens> {
      const family = token && (await pool.refresh.familyOf(db, token));
      const user = family && (await accountOf({ id: family.user_id }));
      if (!token || !user) throw new ApiError('unauthenticated');
      if (!user.enabled) throw new ApiError('disabled');
      requireDemoHere(user, origin);
      const at = now();
      const rotation = await changes.run(author(user, origin), async (change) => {
        const result = await pool.refresh.rotate(change.trx, token, at);
        if (result.outcome === 'reused') {
          change.audit({
            action: 'session.reused',
            targetType: 'user',
            targetId: user.id,
            after: { session: result.family.id },
          });
          change.announce({ kind: 'access.changed', user: user.id });
        }
        return result;
      });
      if (rotation.outcome === 'refused' || rotation.outcome === 'reused')
        throw new ApiError('unauthenticated');
      const begun = rotation.family.created_at;
      return { ...(await identityToken(user, rotation.family.id, begun)), refreshToken: rotation.token };
    },

    /** Ends the session of a token. An unknown token is no error. */
    async signOut(token: string | undefined, { ip }: Origin): Promise<void> {
      const family = token && (await pool.refresh.familyOf(db, token));
      if (!family || family.revoked_at) return;
      const by = { organization: family.organization, user: family.user_id, ip };
      await changes.run(by, async (change) => {
        if ((await endFamilies(change.trx, { family: family.id }, 'signed_out', now())) === 0) return;
        change.audit({
          action: 'session.ended',
          targetType: 'user',
          targetId: family.user_id,
          after: { session: family.id },
        });
        change.announce({ kind: 'access.changed', user: family.user_id });
      });
    },
  };
}

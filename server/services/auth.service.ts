import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SignIn, Tokens } from '#shared/schemas/auth.ts';
import type { Actor } from '../actor.ts';
import type { Change } from '../db/change.ts';
import { isDemoEmail } from '../db/seed/organization.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../errors.ts';
import { groupsOfRow } from '../identity/embedded-directory.ts';
import type { Pool } from '../identity/identity.ts';
import { hashPassword, passwordMatches, requireAcceptable, wrongPassword } from '../identity/passwords.ts';
import { endFamilies } from '../identity/refresh-tokens.ts';
import type { Factor } from '../identity/second-factor.ts';
import type { ChallengeState } from '../identity/tokens.ts';
import { type Account, findAccount, type UserRow } from '../repositories/accounts.ts';
import { findOrganization } from '../repositories/organizations.ts';
import { countedTry } from './counted-try.ts';
import { endFeed } from './end-feed.ts';
import { spendCode } from './spend-code.ts';

/** Where a call comes from. */
export interface Origin {
  readonly ip: string;
  /** From the server's own machine. */
  readonly local: boolean;
}

/** Tokens with the refresh token always in them; the edge decides whether it goes into a cookie. */
export type IssuedTokens = Required<Tokens>;
export interface ChallengeIssued {
  readonly challenge: 'NEW_PASSWORD_REQUIRED' | 'TOTP';
  readonly session: string;
}

export interface AuthService {
  /** @throws bad_credentials, disabled, demo_local, rate_limited */
  signIn(input: SignIn, origin: Origin): Promise<(IssuedTokens & { client: string }) | ChallengeIssued>;
  /** What is still to be answered comes back: a first own password after a code. @throws bad_code, password_policy, rate_limited */
  answerChallenge(
    input: { session: string; newPassword?: string | undefined; code?: string | undefined },
    origin: Origin,
  ): Promise<(IssuedTokens & { client: string }) | ChallengeIssued>;
  /** @throws unauthenticated, disabled */
  refresh(token: string | undefined, origin: Origin): Promise<IssuedTokens>;
  /** Ends the session of a token; an unknown one is no error. */
  signOut(token: string | undefined, origin: Origin): Promise<void>;
  /** Mails a code to a known, enabled person. Answers alike, and after the same time, for everybody else. */
  forgot(email: string, origin: Origin): Promise<void>;
  /** @throws bad_code, password_policy, rate_limited */
  reset(input: { email: string; code: string; password: string }, origin: Origin): Promise<void>;
  /** Ends every other session of theirs. @throws bad_credentials, password_policy, rate_limited */
  changePassword(actor: Actor, input: { current: string; password: string }): Promise<void>;
}

/** Nothing that depends on who is known is answered earlier, so that its time does not tell it. */
const QUIET_MS = 250;

/** What is refused is refused after the same time, whatever was looked at; what is taken does not wait. */
async function refuseLate<T>(work: () => Promise<T>): Promise<T> {
  const late = performance.now() + QUIET_MS;
  try {
    return await work();
  } catch (error) {
    await wait(Math.max(0, late - performance.now()));
    throw error;
  }
}

export function createAuthService(deps: Deps, pool: Pool): AuthService {
  const { db, changes, now, config } = deps;

  const accountOf = (where: { email: string } | { id: string }) => findAccount(db, where);

  /** The demo's people have a published password: without DEMO=yes they come in from this machine only. */
  function requireDemoHere(user: UserRow, { local }: Origin): void {
    if (config.demo !== 'yes' && !local && isDemoEmail(user.email)) throw new ApiError('demo_local');
  }

  const author = (user: UserRow, origin: Pick<Origin, 'ip'>) => ({
    organization: user.organization,
    user: user.id,
    ip: origin.ip,
  });

  const identityToken = async (user: UserRow, family: string, authTime: Date) => ({
    idToken: await pool.tokens.issue({ ...user, groups: groupsOfRow(user) }, family, authTime),
    expiresIn: config.idTokenSeconds,
  });

  /** A session begins: everything that had to be answered was. */
  async function begin(
    user: UserRow,
    { client, device }: Pick<ChallengeState, 'client' | 'device'>,
    origin: Origin,
    prove?: (change: Change) => Promise<Factor>,
  ) {
    const at = now();
    const begun = await changes.run(author(user, origin), async (change) => {
      // Their row first: who is disabled while their password was looked at gets no session.
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
      change.audit({
        action: 'session.started',
        targetType: 'user',
        targetId: user.id,
        after: { session: made.family, client, device, ...(factor ? { factor } : {}) },
      });
      return made;
    });
    return { ...(await identityToken(user, begun.family, at)), refreshToken: begun.token, client };
  }

  /** Writes a new password and ends the sessions that the old one had opened. */
  async function setPassword(
    user: UserRow,
    password: string,
    origin: { ip: string },
    options: {
      keep?: string | null;
      spend?: { code: string; minimum?: number | undefined };
      ifUnchangedSince?: Date;
    } = {},
  ): Promise<boolean> {
    const hash = await hashPassword(password);
    const at = now();
    return changes.run(author(user, origin), async (change) => {
      if (options.spend) {
        if (!(await pool.codes.redeem(change.trx, user.id, options.spend.code, at))) return false;
        // Thrown in the transaction: a password that is too short does not cost the code.
        requireAcceptable(password, options.spend.minimum);
      }
      const row = { hash, temporary: false, changed_at: at };
      if (options.ifUnchangedSince) {
        const { numUpdatedRows } = await change.trx
          .updateTable('passwords')
          .set(row)
          .where('user_id', '=', user.id)
          .where(sql`date_trunc('milliseconds', changed_at)`, '=', options.ifUnchangedSince)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
      } else {
        await change.trx
          .insertInto('passwords')
          .values({ user_id: user.id, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
      }
      await change.trx.deleteFrom('reset_codes').where('user_id', '=', user.id).execute();
      // Whoever had to come in by mail may have lost more than a word.
      if (options.spend) await endFeed(change, user.id);
      await endFamilies(change.trx, { user: user.id, except: options.keep ?? null }, 'password_changed', at);
      change.audit({ action: 'password.changed', targetType: 'user', targetId: user.id });
      // Whoever chooses a first own one in the place of an admin's has just been told of that.
      if (!options.ifUnchangedSince) {
        const what = { kind: 'password.changed' } as const;
        const mail = { template: 'security', to: user.email, firstname: user.firstname, what } as const;
        change.announce({ kind: 'mail', mail });
      }
      change.announce({ kind: 'access.changed', user: user.id });
      return true;
    });
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

  async function requirePolicy(user: UserRow, password: string): Promise<void> {
    const organization = await findOrganization(db, user.organization);
    requireAcceptable(password, organization.settings.passwordMin);
  }

  return {
    signIn: ({ email, password, client = 'api', device }, origin) =>
      pool.attempts.password.run({ account: email, address: origin.ip }, () =>
        refuseLate(async () => {
          const user = await accountOf({ email });
          if (!(await passwordMatches(user?.hash, password)) || !user) throw new ApiError('bad_credentials');
          if (!user.enabled) throw new ApiError('disabled');
          requireDemoHere(user, origin);
          const from = { client, device: device ?? null };
          if (await pool.secondFactor.stateOf(db, user.id)) return challengeFor(user, 'TOTP', from);
          return user.temporary
            ? challengeFor(user, 'NEW_PASSWORD_REQUIRED', from)
            : begin(user, from, origin);
        }),
      ),

    async answerChallenge({ session, newPassword, code }, origin) {
      const { ip } = origin;
      const count = { address: ip };
      const state = await pool.attempts.code.run(count, () => pool.tokens.verifyChallenge(session));
      return pool.attempts.password.run({ account: state.user, address: ip }, async () => {
        const user = await accountOf({ id: state.user });
        if (!user?.changed_at || user.changed_at.getTime() !== state.stamp) throw new ApiError('bad_code');
        if (!user.enabled) throw new ApiError('disabled');
        requireDemoHere(user, origin);
        if (state.challenge === 'TOTP') {
          if (code === undefined) throw invalid('code', 'Falta este dato.');
          const prove = (change: Change) => spendCode(change, pool, user, code);
          const trier = { kind: 'totp', whose: user.id, person: user, ip } as const;
          if (!user.temporary) return countedTry(deps, pool, trier, () => begin(user, state, origin, prove));
          // Whoever has the temporary password alone chooses no other one.
          await countedTry(deps, pool, trier, () => changes.run(author(user, { ip }), prove));
          return challengeFor(user, 'NEW_PASSWORD_REQUIRED', { ...state, verified: true });
        }
        if (!state.verified && (await pool.secondFactor.stateOf(db, user.id))) throw new ApiError('bad_code');
        if (newPassword === undefined) throw invalid('newPassword', 'Falta este dato.');
        await requirePolicy(user, newPassword);
        if (await passwordMatches(user.hash, newPassword)) throw samePassword();
        const set = await setPassword(user, newPassword, { ip }, { ifUnchangedSince: user.changed_at });
        if (!set) throw new ApiError('bad_code');
        return begin(user, state, origin);
      });
    },

    async refresh(token, origin) {
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

    async signOut(token, { ip }) {
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

    async forgot(email, { ip }) {
      await pool.attempts.mail.count({ account: email, address: ip });
      const work = async (): Promise<void> => {
        const user = await accountOf({ email });
        if (!user?.enabled) return;
        await changes.run(author(user, { ip }), async (change) => {
          const code = await pool.codes.issue(change.trx, user.id, now());
          if (!code) return;
          change.audit({ action: 'password.reset_requested', targetType: 'user', targetId: user.id });
          const mail = { template: 'reset', to: user.email, firstname: user.firstname, code } as const;
          change.announce({ kind: 'mail', mail });
        });
      };
      await Promise.all([work(), wait(QUIET_MS)]);
    },

    reset: ({ email, code, password }, { ip }) =>
      pool.attempts.code.run({ account: email, address: ip }, async () => {
        const user = await accountOf({ email });
        // Counted for whoever is typed, known or not: the count must not tell either.
        const trier = { kind: 'reset', whose: email, person: user, ip } as const;
        const work = async () => {
          if (!user?.enabled) {
            await hashPassword(password);
            throw new ApiError('bad_code');
          }
          // What its organization asks of a password is told to whoever has the code: others would learn who is known.
          const { settings } = await findOrganization(db, user.organization);
          const spend = { code, minimum: settings.passwordMin };
          if (!(await setPassword(user, password, { ip }, { spend }))) throw new ApiError('bad_code');
        };
        await refuseLate(() => countedTry(deps, pool, trier, work));
      }),

    changePassword: (actor, { current, password }) =>
      pool.attempts.password.run({ account: actor.email, address: actor.ip ?? '' }, async () => {
        const user = await accountOf({ id: actor.user });
        if (!(await passwordMatches(user?.hash, current)) || !user) throw wrongPassword();
        await requirePolicy(user, password);
        if (await passwordMatches(user.hash, password)) throw samePassword();
        await setPassword(user, password, { ip: actor.ip ?? '' }, { keep: actor.session });
      }),
  };
}

const samePassword = (): ApiError =>
  new ApiError(
    'password_policy',
    { same: true },
    { message: 'La contraseña nueva debe ser distinta de la actual.' },
  );

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { isResetSecret } from '#shared/identity/reset-secrets.ts';
import { ACCESS_LINK_HOURS } from '#shared/platform/limits.ts';
import { CLOCK_SKEW_SECONDS } from '../../../platform/clock-skew.ts';
import type { Executor } from '../../../platform/db/change.ts';

/*
 * Access links: how people who have never signed in set their first password where no mail reaches them. An admin makes
 * one and hands it over (decision 0108).
 */

const LIFE_SECONDS = ACCESS_LINK_HOURS * 3600;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** New secrets, one for each person. Their older ones are void. */
export async function issueAccessLinks(
  executor: Executor,
  users: readonly string[],
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<{ secrets: ReadonlyMap<string, string>; expiresAt: Date }> {
  const secrets = new Map(users.map((user) => [user, randomBytes(32).toString('base64url')]));
  const expiresAt = later(at, LIFE_SECONDS);
  const rows = [...secrets].map(([user_id, secret]) => ({
    ...{ user_id, secret_hash: hashOf(secret) },
    ...{ made_by: by, expires_at: expiresAt },
  }));
  if (rows.length > 0)
    await executor
      .insertInto('access_links')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(({ ref }) => ({
          secret_hash: ref('excluded.secret_hash'),
          made_by: ref('excluded.made_by'),
          expires_at: ref('excluded.expires_at'),
        })),
      )
      .execute();
  return { secrets, expiresAt };
}

/**
 * Spends the secret of an access link. It opens nothing once its person has signed in: whoever made it must not be able
 * to take their account over.
 * @returns whether it is theirs, and still good
 */
export async function redeemAccessLink(
  executor: Executor,
  user: string,
  secret: string,
  at: Date,
): Promise<boolean> {
  if (!isResetSecret(secret)) return false;
  const { numDeletedRows } = await executor
    .deleteFrom('access_links')
    .where('user_id', '=', user)
    .where('secret_hash', '=', hashOf(secret))
    .where('expires_at', '>', at)
    // One that ends later was made while the server's clock was wrong.
    .where('expires_at', '<=', later(at, LIFE_SECONDS + CLOCK_SKEW_SECONDS))
    .where('user_id', 'in', (from) =>
      from.selectFrom('users').select('id').where('enabled', '=', true).where('last_sign_in_at', 'is', null),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whom a link invites where to, without spending it; undefined where it is good no more. */
export function findAccessLink(
  executor: Executor,
  { email, secret, at }: { readonly email: string; readonly secret: string; readonly at: Date },
): Promise<{ organization: string; by: string | null; expires_at: Date } | undefined> {
  return executor
    .selectFrom('access_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .innerJoin('organizations as o', 'o.id', 'u.organization')
    .leftJoin('users as by', 'by.id', 'l.made_by')
    .select(['o.name as organization', 'l.expires_at'])
    .select(sql<string | null>`by.firstname || ' ' || by.lastname`.as('by'))
    .where('u.email', '=', email)
    .where('u.enabled', '=', true)
    .where('u.last_sign_in_at', 'is', null)
    .where('l.secret_hash', '=', hashOf(secret))
    .where('l.expires_at', '>', at)
    .executeTakeFirst();
}

/** Ends everything by which somebody could set a password without knowing one: mailed codes, and access links. */
export async function endPasswordSecrets(executor: Executor, user: string): Promise<void> {
  await executor.deleteFrom('reset_codes').where('user_id', '=', user).execute();
  await executor.deleteFrom('access_links').where('user_id', '=', user).execute();
}

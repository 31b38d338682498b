import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { CLOCK_SKEW_SECONDS } from '../../../platform/clock-skew.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { RefreshFamiliesTable } from '../../../platform/db/tables/identity.ts';
import { newId } from '../../../platform/ids.ts';

export type RefreshFamily = Selectable<RefreshFamiliesTable>;

/** The outcome of using a refresh token. */
export type Rotation =
  | { readonly outcome: 'rotated' | 'repeated'; readonly token: string; readonly family: RefreshFamily }
  /** An old token was used too late: somebody holds a copy, so the family has been ended. */
  | { readonly outcome: 'reused'; readonly family: RefreshFamily }
  | { readonly outcome: 'refused' };

/** How long an old token is answered with the same successor: the first answer may have been lost. */
export const REPEAT_SECONDS = 30;

const isAhead = (moment: Date, at: Date): boolean =>
  moment.getTime() > at.getTime() + CLOCK_SKEW_SECONDS * 1000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Rotating refresh tokens. A successor is derived from its predecessor by the server's secret. So the server can give
 * it again although only its hash is stored, and nobody can derive it from a stolen database or from an old token
 * alone.
 */
export function createRefreshTokens(secret: Buffer, lifeSeconds: number) {
  const successorOf = (token: string): string =>
    createHmac('sha256', secret).update(`refresh:${token}`).digest('base64url');
  const endOf = (at: Date): Date => new Date(at.getTime() + lifeSeconds * 1000);

  const store = (trx: Transaction<Schema>, family: string, token: string, at: Date) =>
    trx
      .insertInto('refresh_tokens')
      .values({ hash: hashOf(token), family_id: family, created_at: at, used_at: null, successor: null })
      .execute();

  return {
    /** Begins a family for one client. Returns its first token. */
    async begin(
      trx: Transaction<Schema>,
      {
        organization,
        user,
        client,
        device,
      }: { organization: string; user: string; client: string; device: string | null },
      at: Date,
    ): Promise<{ family: string; token: string }> {
      const family = newId();
      const token = randomBytes(32).toString('base64url');
      await trx
        .insertInto('refresh_families')
        .values({
          id: family, organization, user_id: user, client, device,
          created_at: at, last_used_at: at, expires_at: endOf(at), revoked_at: null, revoked_why: null,
        }) // biome-ignore format: one row
        .execute();
      await store(trx, family, token, at);
      return { family, token };
    },

    /** The family that a token belongs to, whatever its state. */
    familyOf: (db: Kysely<Schema>, token: string): Promise<RefreshFamily | undefined> =>
      db
        .selectFrom('refresh_families as f')
        .innerJoin('refresh_tokens as t', 't.family_id', 'f.id')
        .selectAll('f')
        .where('t.hash', '=', hashOf(token))
        .executeTakeFirst(),

    async rotate(trx: Transaction<Schema>, token: string, at: Date): Promise<Rotation> {
      // The family's row is the lock: uses of its tokens at the same time wait for each other.
      const family = await trx
        .selectFrom('refresh_families')
        .selectAll()
        .where('id', '=', (query) =>
          query.selectFrom('refresh_tokens').select('family_id').where('hash', '=', hashOf(token)),
        )
        .forUpdate()
        .executeTakeFirst();
      if (!family || family.revoked_at || family.expires_at <= at) return { outcome: 'refused' };
      const row = await trx
        .selectFrom('refresh_tokens')
        .selectAll()
        .where('hash', '=', hashOf(token))
        .executeTakeFirstOrThrow();
      if (endOf(row.created_at) <= at) return { outcome: 'refused' };
      // Made while the server's clock was wrong, it would be valid until that date comes.
      if (isAhead(row.created_at, at)) return { outcome: 'refused' };

      const successor = successorOf(token);
      if (row.used_at) {
        const age = at.getTime() - row.used_at.getTime();
        // A use in the future was written while the server's clock was wrong; it does not count as just now.
        const isJustNow = age <= REPEAT_SECONDS * 1000 && !isAhead(row.used_at, at);
        if (isJustNow) return { outcome: 'repeated', token: successor, family };
        await endFamilies(trx, { family: family.id }, 'reused', at);
        return { outcome: 'reused', family };
      }
      await store(trx, family.id, successor, at);
      await trx
        .updateTable('refresh_tokens')
        .set({ used_at: at, successor: hashOf(successor) })
        .where('hash', '=', row.hash)
        .execute();
      await trx
        .updateTable('refresh_families')
        .set({ last_used_at: at, expires_at: endOf(at) })
        .where('id', '=', family.id)
        .execute();
      // Deletes tokens that have expired. They are refused as unknown then.
      await trx
        .deleteFrom('refresh_tokens')
        .where('family_id', '=', family.id)
        .where('created_at', '<', new Date(at.getTime() - lifeSeconds * 1000))
        .execute();
      return { outcome: 'rotated', token: successor, family };
    },
  };
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

/** Ends one family, or all of a person (but one). Identity tokens of an ended family are refused at their next use. */
export async function endFamilies(
  trx: Transaction<Schema>,
  which: { family: string } | { user: string; except?: string | null },
  why: 'signed_out' | 'ended' | 'reused' | 'disabled' | 'password_changed' | 'replaced',
  at: Date,
): Promise<number> {
  const base = trx
    .updateTable('refresh_families')
    .set({ revoked_at: at, revoked_why: why })
    .where('revoked_at', 'is', null);
  const query =
    'family' in which
      ? base.where('id', '=', which.family)
      : base
          .where('user_id', '=', which.user)
          .$if(Boolean(which.except), (some) => some.where('id', '!=', which.except ?? ''));
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

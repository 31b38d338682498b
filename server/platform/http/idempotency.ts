import type { Request } from 'express';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import type { IdempotencyClaim } from '../request-scope.ts';
import { t } from '../texts.ts';

export function createIdempotencyStore(db: Kysely<Schema>) {
  return {
    /** The first answer to this key, if there was one. @throws idempotency_mismatch for another body */
    async find(claim: IdempotencyClaim): Promise<{ status: number; response: string } | null> {
      const row = await db
        .selectFrom('idempotency')
        .select(['body_hash', 'status', 'response'])
        .where('user_id', '=', claim.user)
        .where('endpoint', '=', claim.endpoint)
        .where('key', '=', claim.key)
        .executeTakeFirst();
      if (!row) return null;
      if (row.body_hash !== claim.bodyHash) throw new ApiError('idempotency_mismatch');
      // The effect was committed, but the process died before the answer was known. Report that instead of doing it
      // twice.
      if (row.response === '') throw new ApiError('conflict');
      return { status: row.status, response: row.response };
    },
    /** Stores the answer of a call whose change could not know it yet. */
    async complete(claim: IdempotencyClaim, response: string): Promise<void> {
      await db
        .updateTable('idempotency')
        .set({ response })
        .where('user_id', '=', claim.user)
        .where('endpoint', '=', claim.endpoint)
        .where('key', '=', claim.key)
        .execute();
    },
  };
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** The Idempotency-Key of a call, where it has one. @throws invalid */
export function idempotencyKey(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) throw new ApiError('invalid', { 'Idempotency-Key': t('http.key') });
  return key;
}

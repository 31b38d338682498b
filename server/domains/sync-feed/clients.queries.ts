import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ClientsTable, OperationsTable } from '../../platform/db/tables/events.ts';

export type ClientRow = Selectable<ClientsTable>;

/** A person's desktops that were not revoked, the last seen first. */
export function listClients(executor: Executor, user: string): Promise<ClientRow[]> {
  return executor
    .selectFrom('clients')
    .selectAll()
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** One of the organization's desktops, unless it was revoked. */
export async function findClient(
  executor: Executor,
  organization: string,
  id: string,
): Promise<ClientRow | null> {
  const row = await executor
    .selectFrom('clients')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertClient(
  trx: Transaction<Schema>,
  row: Insertable<ClientsTable>,
): Promise<ClientRow> {
  return trx.insertInto('clients').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Null where it was revoked. */
export async function renameClient(
  trx: Transaction<Schema>,
  id: string,
  name: string,
): Promise<ClientRow | null> {
  const row = await trx
    .updateTable('clients')
    .set({ name })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** @returns whether this call revoked it */
export async function revokeClient(trx: Transaction<Schema>, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('clients')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Ends the session by which a desktop was registered: its refresh tokens are refused from then on. */
export async function endSession(
  trx: Transaction<Schema>,
  user: string,
  session: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('refresh_families')
    .set({ revoked_at: at, revoked_why: 'client_revoked' })
    .where('id', '=', session)
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Notes the session by which a desktop connected: the one of its registration may have ended, and its person may have
 * signed in again.
 */
export async function markEntered(executor: Executor, id: string, session: string, at: Date): Promise<void> {
  await executor.updateTable('clients').set({ last_seen_at: at, session }).where('id', '=', id).execute();
}

export async function markSeen(executor: Executor, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await executor
    .updateTable('clients')
    .set({ last_seen_at: at })
    .where('id', 'in', [...ids])
    .execute();
}

export async function insertOperation(
  trx: Transaction<Schema>,
  row: Insertable<OperationsTable>,
): Promise<void> {
  await trx.insertInto('operations').values(row).execute();
}

/** The call that a one-operation token is used for. */
export interface OperationUse {
  readonly type: 'create record' | 'upload new version';
  readonly record?: string;
  readonly base?: string;
}

/**
 * Spends a token. Of several calls one gets true.
 * @returns false where it is unknown, somebody else's, spent, expired, made for another operation, or its desktop was
 * revoked
 */
export async function spendToken(
  trx: Transaction<Schema>,
  user: string,
  tokenHash: string,
  use: OperationUse,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('operations')
    .set({ spent_at: at })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', user)
    .where('type', '=', use.type)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', at)
    .where((eb) => eb.or([eb('record_id', 'is', null), eb('record_id', '=', use.record ?? null)]))
    .where((eb) => eb.or([eb('base', 'is', null), eb('base', '=', use.base ?? null)]))
    .where(
      sql<boolean>`exists (select 1 from clients c where c.id = operations.client_id and c.revoked_at is null)`,
    )
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

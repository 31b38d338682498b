import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { TableImportsTable } from '../../platform/db/tables/organization.ts';

/** Writes how an import is undone, and forgets those of the organization that cannot be undone any more. */
export async function insertImport(
  trx: Transaction<Schema>,
  row: Insertable<TableImportsTable>,
  endedBefore: Date,
): Promise<void> {
  await trx
    .deleteFrom('table_imports')
    .where('organization', '=', row.organization)
    .where('made_at', '<', endedBefore)
    .execute();
  await trx.insertInto('table_imports').values(row).execute();
}

/** An import that its own person made. Its row is locked, so that it is undone once. */
export const lockImport = (
  trx: Transaction<Schema>,
  { organization, user, id }: { organization: string; user: string; id: string },
): Promise<Selectable<TableImportsTable> | undefined> =>
  trx
    .selectFrom('table_imports')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .where('made_by', '=', user)
    .forUpdate()
    .executeTakeFirst();

/** Whether somebody has done something to a thing since a moment, as far as the audit trail says. */
export async function isChangedSince(
  executor: Executor,
  organization: string,
  target: string,
  moment: Date,
): Promise<boolean> {
  const row = await executor
    .selectFrom('audit_events')
    .select('id')
    .where('organization', '=', organization)
    .where('target_id', '=', target)
    .where('at', '>', moment)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteImport(executor: Executor, id: string): Promise<void> {
  await executor.deleteFrom('table_imports').where('id', '=', id).execute();
}

import type { Insertable, Selectable, Transaction } from 'kysely';
import { IMPORT_UNDO_HOURS } from '#shared/platform/limits.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { TableImportsTable, UndoStep } from '../../platform/db/tables/organization.ts';

const HOUR_MS = 3_600_000;

/** Writes how an import is undone, and forgets those of the organization that cannot be undone any more. */
export async function insertImport(
  trx: Transaction<Schema>,
  {
    steps,
    ...row
  }: Omit<Insertable<TableImportsTable>, 'steps'> & {
    readonly made_at: Date;
    readonly steps: readonly UndoStep[];
  },
): Promise<void> {
  await trx
    .deleteFrom('table_imports')
    .where('organization', '=', row.organization)
    .where('made_at', '<', new Date(row.made_at.getTime() - IMPORT_UNDO_HOURS * HOUR_MS))
    .execute();
  await trx
    .insertInto('table_imports')
    .values({ ...row, steps: JSON.stringify(steps) })
    .execute();
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

export async function deleteImport(executor: Executor, id: string): Promise<void> {
  await executor.deleteFrom('table_imports').where('id', '=', id).execute();
}

/** The imports that somebody has made since a moment and not undone, the newest first. */
export const findImports = (
  executor: Executor,
  { organization, user, since }: { organization: string; user: string; since: Date },
): Promise<Selectable<TableImportsTable>[]> =>
  executor
    .selectFrom('table_imports')
    .selectAll()
    .where('organization', '=', organization)
    .where('made_by', '=', user)
    .where('made_at', '>=', since)
    .orderBy('made_at', 'desc')
    .execute();

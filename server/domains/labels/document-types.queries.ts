import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { DocumentType } from '#shared/labels/document-types.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { DocumentTypesTable } from '../../platform/db/tables/organization.ts';

export type TypeRow = Selectable<DocumentTypesTable>;

export const findTypes = (executor: Executor, organization: string): Promise<TypeRow[]> =>
  executor.selectFrom('document_types').selectAll().where('organization', '=', organization).execute();

/** The same as whoever chooses a type sees them, in no order. */
export const listTypes = (executor: Executor, organization: string): Promise<DocumentType[]> =>
  executor
    .selectFrom('document_types')
    .select(['id as _id', 'name', 'code', 'default_scope as scope', 'review_months as reviewMonths'])
    .where('organization', '=', organization)
    .execute();

export interface TypeUse {
  /** How many documents, those in the bin included. */
  readonly documents: number;
  readonly rules: number;
  readonly obligations: number;
}

/**
 * What uses each document type of an organization. Does not check visibility, because a deletion would affect all of
 * it.
 */
export async function countTypeUse(executor: Executor, organization: string): Promise<Map<string, TypeUse>> {
  const { rows } = await sql<TypeUse & { id: string }>`
    select t.id,
      (select count(distinct f.record_id)::int from record_faces f
        where f.organization = t.organization and f.document_type = t.id) as documents,
      (select count(*)::int from compliance_rules r
        where r.organization = t.organization and r.document_type = t.id) as rules,
      (select count(*)::int from obligations o
        where o.organization = t.organization and o.document_type = t.id) as obligations
    from document_types t where t.organization = ${organization}::uuid`.execute(executor);
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

export async function insertType(
  trx: Transaction<Schema>,
  row: Insertable<DocumentTypesTable>,
): Promise<void> {
  await trx.insertInto('document_types').values(row).execute();
}

export async function updateType(trx: Transaction<Schema>, row: TypeRow): Promise<void> {
  const { id, organization: _organization, ...set } = row;
  await trx.updateTable('document_types').set(set).where('id', '=', id).execute();
}

export async function deleteType(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('document_types').where('id', '=', id).execute();
}

import type { Insertable, Selectable, Transaction, Updateable } from 'kysely';
import type { Executor } from '../../platform/db/change.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { DocumentTemplatesTable } from '../../platform/db/tables/templates.ts';

export type TemplateRow = Selectable<DocumentTemplatesTable>;

/** An organization's templates, by name. */
export const listTemplates = (executor: Executor, organization: string): Promise<TemplateRow[]> =>
  executor
    .selectFrom('document_templates')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('name_key')
    .execute();

export const findTemplate = (
  executor: Executor,
  organization: string,
  id: string,
): Promise<TemplateRow | undefined> =>
  executor
    .selectFrom('document_templates')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();

export const insertTemplate = (
  trx: Transaction<Schema>,
  row: Insertable<DocumentTemplatesTable>,
): Promise<TemplateRow> =>
  trx.insertInto('document_templates').values(row).returningAll().executeTakeFirstOrThrow();

export const updateTemplate = (
  trx: Transaction<Schema>,
  id: string,
  set: Updateable<DocumentTemplatesTable>,
): Promise<TemplateRow> =>
  trx
    .updateTable('document_templates')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deleteTemplate(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('document_templates').where('id', '=', id).execute();
}

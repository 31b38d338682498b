import type { Insertable, Kysely } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import type { Schema } from '../platform/db/schema.ts';
import type { VersionsTable } from '../platform/db/tables/documents.ts';
import { newId } from '../platform/ids.ts';
import type { TestPerson, TestRecord } from './factories.ts';

/** Adds a version to a document, straight in the database; a pending one by default. @returns its key */
export async function addVersion(
  db: Kysely<Schema>,
  record: TestRecord,
  { organization, id: author }: TestPerson,
  values: Partial<Insertable<VersionsTable>> = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto('versions')
    .values({
      ...{ id, organization, record_id: record.id, number: null, state: STATE.draft, status: 'pending' },
      ...{ key: id, name: 'acta.pdf', type: 'application/pdf', size: null, sha256: null },
      ...{ base: record.version, origin: 'api', operation: null, created_by: author },
      ...{ ready_at: null, last_byte_at: null, ...values },
    })
    .execute();
  return id;
}

import { type Kysely, sql } from 'kysely';

/** The audit trail as it is read: by person; and no way to empty it either (rows were guarded already). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create trigger audit_never_emptied before truncate on audit_events
      for each statement execute function refuse_audit_change();
    create index audit_events_actor on audit_events (organization, actor, at desc);
  `)
    .execute(db);
}

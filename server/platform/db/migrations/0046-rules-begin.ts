import { type Kysely, sql } from 'kysely';

/**
 * From when on a rule asks for something; null, as for all that are there, where it always has. In a place that was made
 * later it asks for nothing of before that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('compliance_rules').addColumn('starts_on', 'date').execute();
  await sql`
    create or replace view compliance_places as
      select f.id, coalesce(f.parent, f.group_id) as parent, f.name, f.group_id, f.organization, f.created_at from folders f
      union all
      select g.id, null, g.name, g.id, g.organization, g.created_at from groups g`.execute(db);
}

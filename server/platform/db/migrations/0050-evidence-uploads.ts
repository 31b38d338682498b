import { type Kysely, sql } from 'kysely';

/**
 * The library in which the documents of an obligation lie, also where it names no folder; and the documents whose bytes are
 * still to come that were begun as evidence for a due day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table obligations add column group_id uuid references groups (id) on delete set null;
    update obligations b set group_id = f.group_id from folders f where f.id = b.folder_id;

    create table occurrence_uploads (
      record_id uuid primary key references records (id) on delete cascade,
      organization uuid not null,
      occurrence_id uuid not null,
      asked_by uuid not null,
      foreign key (organization, occurrence_id) references occurrences (organization, id) on delete cascade,
      foreign key (organization, asked_by) references users (organization, id)
    );
    create index on occurrence_uploads (occurrence_id);
  `)
    .execute(db);
}

import { type Kysely, sql } from 'kysely';

/** What people write about a due day, and whom they ask for the document that shows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table occurrence_comments (
      id uuid primary key,
      organization uuid not null,
      occurrence_id uuid not null,
      author uuid not null,
      kind text not null check (kind in ('comment', 'request', 'decline')),
      text text not null,
      asks uuid,
      answer text check (answer in ('given', 'declined', 'withdrawn')),
      answered_at timestamptz,
      created_at timestamptz not null,
      check ((kind = 'request') = (asks is not null)),
      check ((answer is null) = (answered_at is null)),
      check (answer is null or kind = 'request'),
      foreign key (organization, occurrence_id) references occurrences (organization, id) on delete cascade,
      foreign key (organization, author) references users (organization, id),
      foreign key (organization, asks) references users (organization, id)
    );
    create index on occurrence_comments (occurrence_id, created_at, id);
    create unique index on occurrence_comments (asks, occurrence_id) where answer is null and asks is not null;
  `)
    .execute(db);
}

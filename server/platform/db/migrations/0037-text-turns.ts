import { type Kysely, sql } from 'kysely';

/** Contents are read in turns of those who uploaded them, and whose documents take long wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Who uploaded it first; all zeros for nobody's.
    alter table blobs add column text_by uuid not null default '00000000-0000-0000-0000-000000000000';
    update blobs b set text_by = v.created_by
    from (
      select distinct on (sha256) sha256, created_by from versions where status = 'ready'
      order by sha256, created_at
    ) v
    where v.sha256 = b.sha256
      and (b.text_status = 'waiting' or b.text_status = 'none' and b.text_reason in ('kind', 'empty'));
    drop index blobs_text_due;
    drop index blobs_scan_due;
    create index blobs_text_due on blobs (text_by, text_due_at) where text_status = 'waiting';
    create index blobs_scan_due on blobs (text_by, text_due_at)
    where text_status = 'none' and text_reason in ('kind', 'empty') and text_extractor < 2;
    create table text_holds (
      user_id uuid primary key,
      failures integer not null,
      failed_at timestamptz not null,
      held_until timestamptz not null
    );
  `)
    .execute(db);
}

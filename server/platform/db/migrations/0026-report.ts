import { type Kysely, sql } from 'kysely';

/** Reports that were frozen: nothing changes them, or takes them away. And the order of the lista maestra. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table report_snapshots (
      id uuid primary key,
      organization uuid not null references organizations (id),
      name text not null,
      note text not null,
      as_of date not null,
      from_month text not null,
      to_month text not null,
      taken_at timestamptz not null,
      taken_by uuid not null,
      met int not null,
      due int not null,
      -- How many folders did not comply, by library: whoever reads the list counts those that they know of.
      red jsonb not null,
      sha256 text not null,
      -- Canonical JSON; the database compresses it by itself.
      content bytea not null,
      unique (organization, id),
      foreign key (organization, taken_by) references users (organization, id)
    );
    create index on report_snapshots (organization, taken_at desc, id desc);

    create function refuse_snapshot_change() returns trigger language plpgsql as $$
      begin
        raise exception 'snapshots of reports are append only';
      end $$;
    create trigger snapshots_append_only before update or delete on report_snapshots
      for each row execute function refuse_snapshot_change();
    create trigger snapshots_never_emptied before truncate on report_snapshots
      for each statement execute function refuse_snapshot_change();

    -- Lista maestra: those with a code by it, then those without, by title.
    create index record_faces_master on record_faces
      (organization, (coalesce('0' || code, '1') collate "C"), title_sort, record_id) where not deleted;
  `)
    .execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Rules of folders, their history, and how each folder stands by them. Which folders must be looked at again is marked
 * by triggers, in the transaction of whatever changed: no way of writing a document, or of moving a folder, can forget
 * it. `server/domains/compliance/compliance-standings.ts` judges what is marked before the same transaction commits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table compliance_rules (
      id uuid primary key,
      organization uuid not null,
      group_id uuid not null,
      folder_id uuid not null,
      code text not null,
      name text not null,
      applies_to text not null check (applies_to in ('folder', 'eachChild')),
      document_type uuid,
      labels_all uuid[] not null,
      labels_any uuid[] not null,
      title_pattern text not null,
      min_count int not null check (min_count >= 1),
      accepted_states int[] not null,
      basis text not null check (basis in ('expiresOn', 'issuedOn', 'period', 'none')),
      months int,
      grace_days int not null,
      periodicity text not null check (periodicity in ('once', 'monthly', 'quarterly', 'yearly')),
      severity text not null check (severity in ('blocking', 'warning')),
      responsible uuid,
      warn_days int[] not null,
      legal_basis text not null,
      exemptions jsonb not null,
      active boolean not null,
      version int not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (organization, id),
      foreign key (organization, group_id) references groups (organization, id),
      foreign key (group_id, folder_id) references folders (group_id, id) on delete cascade,
      foreign key (organization, document_type) references document_types (organization, id),
      foreign key (organization, responsible) references users (organization, id)
    );
    create index on compliance_rules (folder_id);
    create index on compliance_rules (group_id);

    -- What a rule said from a moment on; no definition: it was deleted then.
    create table compliance_rule_versions (
      rule_id uuid not null,
      version int not null,
      organization uuid not null,
      group_id uuid not null,
      folder_id uuid not null references folders (id) on delete cascade,
      definition jsonb,
      at timestamptz not null,
      primary key (rule_id, version)
    );
    create index on compliance_rule_versions (group_id, at);
    create index on compliance_rule_versions (folder_id);

    -- How a folder stands by its own rules from a day on, until its next row begins.
    create table compliance_spans (
      folder_id uuid not null references folders (id) on delete cascade,
      from_on date not null,
      organization uuid not null,
      group_id uuid not null,
      rules int not null,
      blocking int not null,
      warnings int not null,
      due_soon boolean not null,
      primary key (folder_id, from_on)
    );
    create index on compliance_spans (group_id);
    create index on compliance_spans (from_on);

    -- Folders to be judged again, and by which transaction.
    create table compliance_stale (
      folder_id uuid primary key references folders (id) on delete cascade,
      marked_by xid8 not null
    );
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_compliance_mark(folders uuid[]) returns void language sql as $$
      insert into public.compliance_stale (folder_id, marked_by)
      select f.id, pg_current_xact_id() from public.folders f
      where f.id = any(folders) and (
        exists (select 1 from public.compliance_spans s where s.folder_id = f.id)
        or exists (
          select 1 from public.compliance_rules r
          where r.active and r.folder_id = f.id and r.applies_to = 'folder')
        or exists (
          select 1 from public.compliance_rules r
          where r.active and r.folder_id = f.parent and r.applies_to = 'eachChild'))
      order by f.id
      on conflict (folder_id) do update set marked_by = excluded.marked_by
    $$
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_compliance_face() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform public.legajo_compliance_mark(array[new.folder_id]);
      elsif tg_op = 'DELETE' then
        perform public.legajo_compliance_mark(array[old.folder_id]);
      else
        perform public.legajo_compliance_mark(array[new.folder_id, old.folder_id]);
      end if;
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create function public.legajo_compliance_folder() returns trigger language plpgsql as $$
    begin
      perform public.legajo_compliance_mark(array[new.id]);
      return null;
    end $$
  `)
    .execute(db);
  await sql
    .raw(`
    create trigger record_faces_compliance_new after insert on record_faces
      for each row when (new.folder_id is not null and new.ready and not new.deleted)
      execute function public.legajo_compliance_face();
    create trigger record_faces_compliance_gone after delete on record_faces
      for each row when (old.folder_id is not null and old.ready and not old.deleted)
      execute function public.legajo_compliance_face();
    create trigger record_faces_compliance
      after update of folder_id, ready, deleted, version_id, state, title, labels, document_type, date, issued_on,
        valid_from, expires_on on record_faces
      for each row when (
        (old.folder_id, old.ready, old.deleted, old.version_id, old.state, old.title, old.labels, old.document_type,
          old.date, old.issued_on, old.valid_from, old.expires_on)
        is distinct from
        (new.folder_id, new.ready, new.deleted, new.version_id, new.state, new.title, new.labels, new.document_type,
          new.date, new.issued_on, new.valid_from, new.expires_on))
      execute function public.legajo_compliance_face();
    create trigger folders_compliance_new after insert on folders
      for each row when (new.parent is not null) execute function public.legajo_compliance_folder();
    create trigger folders_compliance after update of parent on folders
      for each row when (new.parent is distinct from old.parent)
      execute function public.legajo_compliance_folder();
  `)
    .execute(db);
}

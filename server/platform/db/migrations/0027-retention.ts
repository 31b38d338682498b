import { type Kysely, sql } from 'kysely';

/** For how long a document type keeps its documents, from which event; and what an admin keeps longer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table document_types add column retention text not null default 'none'
      check (retention in ('none', 'period', 'forever'));
    alter table document_types add column retention_months int check (retention_months between 1 and 1200);
    alter table document_types add column retention_from text not null default 'creation'
      check (retention_from in ('creation', 'issue', 'publication', 'expiry', 'obsolescence'));
    alter table document_types add column retention_basis text;
    -- What it was until now: years from the document's day, or from when it came here.
    update document_types set retention = 'period', retention_months = retention_years * 12
      where retention_years is not null;
    alter table document_types add check ((retention = 'period') = (retention_months is not null));
    alter table document_types drop column retention_years;

    -- Its period was over, and an admin keeps it until this day all the same, for this reason.
    alter table records add column retain_until date;
    alter table records add column retain_reason text;
    alter table records add check ((retain_until is null) = (retain_reason is null));
  `)
    .execute(db);
}

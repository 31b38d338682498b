import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { testEngines } from '../../testing/test-database.ts';

const DAY = 86_400;

describe.each(testEngines)('the bin, administered, on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let other: TestLibrary;
  let people: { author: TestPerson; admin: TestPerson };
  let author: TestClient;
  let admin: TestClient;

  const signIn = async () => {
    author = await server().signIn(people.author.email);
    admin = await server().signIn(people.admin.email);
  };
  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    other = await make.library(organization);
    const roles = ['upload', 'review', 'publish'] as const;
    people = {
      author: await make.person(organization, {
        libraries: [
          [library, roles],
          [other, roles],
        ],
      }),
      admin: await make.person(organization, { isAdmin: true }),
    };
    await signIn();
  });

  const deleted = async (title: string, more: Parameters<typeof makeDocument>[3] = {}, at = library) => {
    const { record } = await makeDocument(server(), author, at, { title, ...more });
    await author.ok('recordDelete', { params: { id: record } });
    return record;
  };
  const titles = async (query: Record<string, string> = {}) =>
    (await admin.ok('bin', { query })).items.map((item) => item.title);
  const hold = (targets: { records?: string[]; groups?: string[] }) =>
    admin.ok('holdCreate', {
      body: { name: 'Juicio Pérez', reason: 'Lo pide el tribunal.', ...targets },
    });
  const retained = async () => {
    const documentType = await server().make.documentType(organization);
    await server()
      .database.db.updateTable('document_types')
      .set({ retention: 'period', retention_months: 60 })
      .where('id', '=', documentType)
      .execute();
    return documentType;
  };

  it('is searched by words without accents, place, person, days, and what keeps a document', async () => {
    const act = await deleted('Acta de Constitución');
    await deleted('Contrato de arriendo', {}, other);
    await deleted('Bases de licitación', { documentType: await retained() });
    await hold({ records: [act] });
    expect(await titles({ text: 'CONSTITUCION' })).toEqual(['Acta de Constitución']);
    expect(await titles({ text: '50%_' })).toEqual([]);
    expect(await titles({ group: other.id })).toEqual(['Contrato de arriendo']);
    expect(await titles({ deletedBy: people.admin.id })).toEqual([]);
    expect(await titles({ deletedBy: people.author.id })).toHaveLength(3);
    expect(await titles({ kept: 'held' })).toEqual(['Acta de Constitución']);
    expect(await titles({ kept: 'retained' })).toEqual(['Bases de licitación']);
    expect(await titles({ kept: 'free' })).toEqual(['Contrato de arriendo']);
    expect(await titles({ from: '2000-01-01', to: '2000-12-31' })).toEqual([]);
    expect(await titles({ from: '2000-01-01' })).toHaveLength(3);
    const { totals } = await admin.ok('bin', { query: { limit: '1' } });
    expect(totals).toMatchObject({ documents: 3, held: 1, retained: 1 });
    expect(totals?.bytes).toBeGreaterThan(0);
  });

  it('finds no name that is closed to the admin', async () => {
    await deleted('Remuneraciones', { scope: 'confidential' });
    expect(await titles()).toEqual([null]);
    expect(await titles({ text: 'remun' })).toEqual([]);
    expect(await titles({ text: 'prueba' })).toEqual([]);
  });

  it.each(['newest', 'oldest', 'largest'])('is paged whole in the order %s, each once', async (sort) => {
    for (const title of ['Primero', 'Segundo', 'Tercero']) await deleted(title);
    const found: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.ok('bin', {
        query: { sort: sort as 'newest', limit: '1', ...(cursor ? { cursor } : {}) },
      });
      found.push(...page.items.map((item) => item.title));
      expect(page.totals === null).toBe(cursor !== undefined);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(found.toSorted()).toEqual(['Primero', 'Segundo', 'Tercero']);
    if (sort !== 'largest') {
      const turned = sort === 'newest' ? found.toReversed() : found;
      expect(turned).toEqual(['Primero', 'Segundo', 'Tercero']);
    }
    const first = await admin.ok('bin', { query: { limit: '1', sort: 'newest' } });
    const strange = await admin.call('bin', { query: { sort: 'largest', cursor: first.nextCursor ?? '' } });
    expect(said(strange)).toBe('400 invalid');
  });

  it('restores and deletes many, each answering for itself', async () => {
    const [one, two, kept] = [
      await deleted('Uno bueno'),
      await deleted('Dos bueno'),
      await deleted('Tres quieto'),
    ];
    await hold({ records: [kept] });
    const { results } = await admin.ok('binRestoreBatch', { body: { records: [one, newId()] } });
    expect(results.map((each) => each.error?.code ?? 'ok')).toEqual(['ok', 'not_found']);
    const purged = await admin.ok('binPurgeBatch', { body: { records: [two, kept, two] } });
    expect(purged.results.map((each) => each.error?.code ?? 'ok')).toEqual(['ok', 'held']);
    expect(await titles()).toEqual(['Tres quieto']);
    expect(said(await author.call('binPurgeBatch', { body: { records: [kept] } }))).toBe('403 forbidden');
    expect(said(await author.call('recordById', { params: { id: one } }))).toBe('200');
  });

  it('is emptied of what nothing keeps, and of nothing that came later', async () => {
    for (const title of ['Uno suelto', 'Dos suelto']) await deleted(title);
    const held = await deleted('Tres retenido');
    await hold({ records: [held] });
    await deleted('Cuatro por plazo', { documentType: await retained() });
    const before = server().running.services.deps.now().toISOString();
    server().advance(60);
    await deleted('Cinco más tarde');
    const empty = (confirm: string) =>
      admin.call('binEmpty', { body: { before, confirm: confirm as 'VACIAR' } });
    expect(said(await empty('vaciar'))).toBe('400 invalid');
    const { body } = await empty('VACIAR');
    expect(body).toEqual({ gone: 2, left: 0, held: 1, retained: 1 });
    expect((await titles()).toSorted()).toEqual(['Cinco más tarde', 'Cuatro por plazo', 'Tres retenido']);
    const purges = await server()
      .database.db.selectFrom('audit_events')
      .select('actor')
      .where('organization', '=', organization.id)
      .where('action', '=', 'record.purge')
      .execute();
    expect(purges).toEqual([{ actor: people.admin.id }, { actor: people.admin.id }]);
  });

  it('keeps what lies there for as long as the settings say, within bounds', async () => {
    const { bin } = await admin.ok('settings');
    expect(bin).toEqual({ days: 30, rev: 0 });
    for (const days of [6, 366]) {
      expect(said(await admin.call('settingsBin', { body: { days, rev: 0 } }))).toBe('400 invalid');
    }
    await admin.ok('settingsBin', { body: { days: 60, rev: 0 } });
    expect(said(await admin.call('settingsBin', { body: { days: 90, rev: 0 } }))).toBe('409 rev_changed');
    const record = await deleted('Guardado sesenta días');
    const [item] = (await admin.ok('bin')).items;
    expect(Date.parse(item?.purgeAt ?? '') - Date.parse(item?.deletedAt ?? '')).toBe(60 * DAY * 1000);
    const { services } = server().running;
    server().advance(31 * DAY);
    await services.bin.purgeExpired(services.deps.now());
    await signIn();
    expect((await admin.ok('bin')).items.map((each) => each._id)).toEqual([record]);
    server().advance(30 * DAY);
    await services.bin.purgeExpired(services.deps.now());
    await signIn();
    expect((await admin.ok('bin')).items).toEqual([]);
  });

  it('counts thousands whole, and answers one page of them', async () => {
    const record = await deleted('Uno de muchos');
    const { db } = server().database;
    // Straight into the tables: what is asked here is how the list copes, not how documents come about.
    await sql`
      insert into records (id, organization, group_id, scope, ready, created_by, created_at, updated_at, deleted_at, deleted_by, seq)
      select gen_random_uuid(), organization, group_id, scope, true, created_by, created_at, updated_at,
        deleted_at - make_interval(secs => n), deleted_by, seq
      from records, generate_series(1, 2000) n where id = ${record}::uuid`.execute(db);
    await sql`
      insert into record_faces (record_id, face, organization, group_id, folder_id, scope, authors, created_by, ready,
        deleted, state, title, name, disk_name, disk_key, notes, labels, date, file_type, file_kind, size, title_sort,
        name_sort, search_extra, updated_at)
      select r.id, 'working', f.organization, f.group_id, null, f.scope, f.authors, f.created_by, true,
        true, f.state, f.title, f.name, f.disk_name, f.disk_key, '', f.labels, f.date, f.file_type, f.file_kind, f.size,
        f.title_sort, f.name_sort, '', f.updated_at
      from records r, record_faces f
      where f.record_id = ${record}::uuid and r.organization = f.organization and r.id <> f.record_id`.execute(
      db,
    );
    // As the server's own upkeep does.
    await sql`analyze records, record_faces`.execute(db);
    await hold({ groups: [other.id] });
    const page = await admin.ok('bin', { query: { text: 'muchos', sort: 'largest' } });
    expect(page.totals?.documents).toBe(2001);
    expect(page.items).toHaveLength(50);
  });
});

import { describe, expect, it } from 'vitest';
import { ruledCompany } from '../../testing/companies/ruled-company.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { testEngines } from '../../testing/test-database.ts';

type Kind = 'contractor' | 'worker' | 'site';

describe.each(testEngines)('contractors, workers and sites on %s', (engine) => {
  const server = useTestServer({ engine });

  async function construction() {
    const made = await ruledCompany(server());
    const { as, library } = made;
    const make = async (kind: Kind, name: string, values: { rut?: string; contractor?: string } = {}) => {
      const { items } = await as.ana.ok('partiesCreate', {
        body: { kind, group: library.id, items: [{ name, ...values }] },
      });
      const [item] = items;
      if (!item?.ok) throw new Error(JSON.stringify(item));
      return { id: item.party, folder: item.folder };
    };
    const foldersOf = async () => as.ana.ok('foldersByGroup', { params: { group: library.id } });
    const pathOf = async (id: string) => (await foldersOf()).find(({ _id }) => _id === id)?.path;
    const folderAt = async (path: string) =>
      (await foldersOf()).find((each) => each.path === path)?._id ?? '';
    const gate = async (site: string, q?: string, client: TestClient = as.ana) =>
      (await client.ok('partyGate', { params: { id: site }, query: q === undefined ? {} : { q } })).items.map(
        ({ worker, light, reasons, missing, contractorMissing }) =>
          [worker.name, light, ...reasons, ...missing, ...contractorMissing].join(' · '),
      );
    const assign = (site: string, body: { add?: string[]; remove?: string[] }, client: TestClient = as.ana) =>
      client.call('partyAssign', { params: { id: site }, body });
    const names = async (query: object, client: TestClient = as.ana) =>
      (await client.ok('parties', { query })).items.map(({ name }) => name);
    return { ...made, make, pathOf, folderAt, gate, assign, names };
  }

  it('get a folder each, by kind, with the name as people write it', async () => {
    const { make, pathOf, names, as, library } = await construction();
    const maipo = await make('contractor', 'Excavaciones Maipo Ltda.', { rut: '76.543.210-3' });
    const ana = await make('worker', 'Ana Soto', { contractor: maipo.id });
    await make('site', 'Obra Norte');
    expect(await pathOf(maipo.folder)).toBe('Contratistas / Excavaciones Maipo Ltda.');
    expect(await pathOf(ana.folder)).toBe('Trabajadores / Ana Soto');
    expect(await names({ kind: 'contractor' })).toEqual(['Excavaciones Maipo Ltda.']);
    expect(await names({ contractor: maipo.id })).toEqual(['Ana Soto']);
    // Where the last one lies, also after somebody moved it.
    const parent = await as.ana.ok('folderCreate', { body: { group: library.id, name: 'Empresas' } });
    await as.ana.ok('folderUpdate', { params: { id: maipo.folder }, body: { parent: parent._id } });
    expect(await pathOf((await make('contractor', 'Grúas Sur SpA')).folder)).toBe('Empresas / Grúas Sur SpA');
    const sheet = await as.ana.ok('partyGet', { params: { id: ana.id } });
    expect(sheet).toMatchObject({
      ...{ kind: 'worker', name: 'Ana Soto', contractor: { name: 'Excavaciones Maipo Ltda.' }, results: [] },
      path: [{ name: 'Trabajadores' }, { name: 'Ana Soto' }],
      standing: { colour: 'none', unsure: false },
    });
    await as.ana.ok('partyUpdate', {
      params: { id: ana.id },
      body: { ...facts, contractor: maipo.id, name: 'Ana Soto Rojas', rev: sheet.rev },
    });
    expect(await pathOf(ana.folder)).toBe('Trabajadores / Ana Soto Rojas');
  });

  it('are made many at once, each refused one with its reason', async () => {
    const { as, library, names, make } = await construction();
    await make('contractor', 'Primera SpA', { rut: '76543210-3' });
    const { items } = await as.ana.ok('partiesCreate', {
      body: {
        ...{ kind: 'contractor', group: library.id },
        items: [
          { name: 'Segunda SpA', rut: '12.345.678-5' },
          { name: 'La misma', rut: 'RUT 76.543.210‑3' },
          { name: 'Otra vez', rut: '12345678-5' },
          { name: 'primera spa' },
          { name: 'Con / barra' },
          { name: 'Sin RUT', rut: '76.543.210-9' },
          { name: 'Tercera SpA', email: 'tercera@obras.test' },
        ],
      },
    });
    expect(items.map((item) => (item.ok ? 'ok' : `${item.error.code} ${item.error.message}`))).toEqual([
      'ok',
      'conflict Ese RUT ya está en la lista de esta biblioteca.',
      'conflict Ese RUT está dos veces en lo que agregas.',
      expect.stringContaining('name_taken'),
      expect.stringContaining('invalid'),
      expect.stringContaining('invalid'),
      'ok',
    ]);
    expect(await names({ kind: 'contractor' })).toEqual(['Primera SpA', 'Segunda SpA', 'Tercera SpA']);
    const other = await as.ana.call('partiesCreate', {
      body: { kind: 'site', group: library.id, items: [{ name: 'Obra', contractor: library.id }] },
    });
    expect(said(other)).toBe('400 invalid');
  });

  it('say at the gate who may enter: no wins over unknown, and only what is in order is a yes', async () => {
    const { make, gate, assign, rule, document, folderAt, ahead, ana: person } = await construction();
    const maipo = await make('contractor', 'Maipo');
    const [eva, ana] = [
      await make('worker', 'Eva Díaz', { contractor: maipo.id }),
      await make('worker', 'Ana Soto'),
    ];
    const site = await make('site', 'Obra Norte');
    await assign(site.id, { add: [eva.id, ana.id] });
    expect(await gate(site.id)).toEqual([
      'Ana Soto · unknown · no_rules',
      'Eva Díaz · unknown · no_rules · contractor_no_rules',
    ]);
    await rule(await folderAt('Trabajadores'), { name: 'Contrato', appliesTo: 'eachChild' });
    await rule(await folderAt('Contratistas'), { name: 'F30-1', appliesTo: 'eachChild' });
    expect(await gate(site.id)).toEqual([
      'Ana Soto · no · missing · Contrato',
      'Eva Díaz · no · missing · contractor_missing · Contrato · F30-1',
    ]);
    await document(ana.folder, { expiresOn: ahead(300) });
    await document(eva.folder, { expiresOn: ahead(300) });
    expect(await gate(site.id)).toEqual(['Ana Soto · yes', 'Eva Díaz · no · contractor_missing · F30-1']);
    await document(maipo.folder, { expiresOn: ahead(300) });
    expect(await gate(site.id)).toEqual(['Ana Soto · yes', 'Eva Díaz · yes']);
    await server().advance(301 * 86_400);
    const later = await server().signIn(person.email);
    expect(await gate(site.id, undefined, later)).toEqual([
      'Ana Soto · no · missing · Contrato',
      'Eva Díaz · no · missing · contractor_missing · Contrato · F30-1',
    ]);
  });

  it('never let in whoever has ended, is not assigned, or owes something in a folder below', async () => {
    const { make, gate, assign, rule, document, folder, folderAt, ahead, as } = await construction();
    const maipo = await make('contractor', 'Maipo');
    const eva = await make('worker', 'Eva Díaz', { contractor: maipo.id });
    const site = await make('site', 'Obra Norte');
    await rule(await folderAt('Trabajadores'), { name: 'Contrato', appliesTo: 'eachChild' });
    await rule(await folderAt('Contratistas'), { name: 'F30-1', appliesTo: 'eachChild' });
    for (const each of [eva, maipo]) await document(each.folder, { expiresOn: ahead(300) });
    expect(await gate(site.id)).toEqual([]);
    expect(await gate(site.id, 'diaz')).toEqual(['Eva Díaz · no · not_assigned']);
    await assign(site.id, { add: [eva.id] });
    expect(await gate(site.id, 'EVA')).toEqual(['Eva Díaz · yes']);
    const end = (id: string, ended: boolean) => as.ana.ok('partyEnd', { params: { id }, body: { ended } });
    await end(maipo.id, true);
    expect(await gate(site.id)).toEqual(['Eva Díaz · no · contractor_ended']);
    await end(maipo.id, false);
    await end(eva.id, true);
    expect(await gate(site.id)).toEqual(['Eva Díaz · no · ended']);
    await end(eva.id, false);
    await end(site.id, true);
    expect(await gate(site.id)).toEqual(['Eva Díaz · no · site_ended']);
    await end(site.id, false);
    const below = await folder('Exámenes', eva.folder);
    await rule(below, { name: 'Examen de altura' });
    expect(await gate(site.id)).toEqual(['Eva Díaz · no · missing · Examen de altura']);
    await assign(site.id, { remove: [eva.id] });
    expect(await gate(site.id)).toEqual([]);
  });

  it('are unknown where nothing says that they were judged since', async () => {
    const made = await construction();
    const { make, gate, assign, rule, document, folderAt, ahead, organization, library, names } = made;
    const eva = await make('worker', 'Eva Díaz');
    const site = await make('site', 'Obra Norte');
    await rule(await folderAt('Trabajadores'), { name: 'Contrato', appliesTo: 'eachChild' });
    await document(eva.folder, { expiresOn: ahead(300) });
    await assign(site.id, { add: [eva.id] });
    expect(await gate(site.id)).toEqual(['Eva Díaz · yes']);
    // As after a change of the holidays, until the sweep has judged everything again.
    const { db } = server().database;
    await db
      .updateTable('compliance_timelines')
      .set({ next_on: ahead(-1) })
      .where('organization', '=', organization.id)
      .execute();
    expect(await gate(site.id)).toEqual(['Eva Díaz · unknown · unsure']);
    await server().running.services.compliance.refresh(server().running.services.deps.now());
    expect(await gate(site.id)).toEqual(['Eva Díaz · yes']);
    // As after a clock that went back: it was judged for later days only.
    const { begins } = await db
      .selectFrom('compliance_timelines')
      .select('begins')
      .where('folder_id', '=', eva.folder)
      .executeTakeFirstOrThrow();
    const write = (days: string[]) =>
      db
        .updateTable('compliance_timelines')
        .set({ begins: days })
        .where('folder_id', '=', eva.folder)
        .execute();
    await write(begins.map((_, at) => ahead(at + 1)));
    expect(await gate(site.id)).toEqual(['Eva Díaz · unknown · unsure']);
    await write(begins);
    const boss = await server().signIn((await server().make.person(organization, { isAdmin: true })).email);
    await boss.ok('groupArchive', { params: { id: library.id } });
    expect(await gate(site.id)).toEqual(['Eva Díaz · unknown · unsure']);
    // Nobody waits for the next sweep.
    await boss.ok('groupUnarchive', { params: { id: library.id } });
    expect(await gate(site.id)).toEqual(['Eva Díaz · yes']);
    expect(await names({ standing: 'ok' })).toEqual(['Eva Díaz']);
    expect(await names({ standing: 'none' })).toEqual(['Obra Norte']);
  });

  it('are told to members; RUT and contact to whoever has a role; changed by role upload', async () => {
    const { make, as, names, assign, organization } = await construction();
    const stranger = await server().signIn((await server().make.person(organization)).email);
    const maipo = await make('contractor', 'Maipo', { rut: '76543210-3' });
    const site = await make('site', 'Obra Norte');
    const seen = async (client: TestClient) => {
      const { rut, may } = await client.ok('partyGet', { params: { id: maipo.id } });
      return [rut, may.edit, may.facts];
    };
    expect(await seen(as.ana)).toEqual(['76543210-3', true, true]);
    expect(await seen(as.publisher)).toEqual(['76543210-3', false, true]);
    expect(await seen(as.reader)).toEqual([null, false, false]);
    expect(await names({ q: '76.543' }, as.publisher)).toEqual(['Maipo']);
    expect(await names({ q: '76.543' }, as.reader)).toEqual([]);
    expect(said(await assign(site.id, { add: [maipo.id] }, as.reader))).toBe('403 forbidden');
    expect(await names({}, stranger)).toEqual([]);
    expect(said(await stranger.call('partyGate', { params: { id: site.id } }))).toBe('404 not_found');
  });

  it('keep their folder: it is not deleted under them, and is deleted after', async () => {
    const { make, as, pathOf } = await construction();
    const { id, folder } = await make('contractor', 'Maipo');
    const eva = await make('worker', 'Eva', { contractor: id });
    expect(said(await as.ana.call('folderDelete', { params: { id: folder } }))).toBe('409 conflict');
    expect(said(await as.ana.call('partyDelete', { params: { id } }))).toBe('409 conflict');
    await as.ana.ok('partyDelete', { params: { id: eva.id } });
    await as.ana.ok('partyDelete', { params: { id } });
    expect(await pathOf(folder)).toBe('Contratistas / Maipo');
    await as.ana.ok('partyAdopt', { body: { kind: 'contractor', folder } });
    expect(said(await as.ana.call('partyAdopt', { body: { kind: 'site', folder } }))).toBe('409 conflict');
  });

  it('say what is current to whoever changes an older one', async () => {
    const { make, as } = await construction();
    const { id } = await make('contractor', 'Maipo');
    await as.ana.ok('partyUpdate', { params: { id }, body: { ...facts, phone: '+56 9 1111 1111', rev: 0 } });
    const late = await as.ana.call('partyUpdate', {
      params: { id },
      body: { ...facts, phone: '+56 9 2222 2222', rev: 0 },
    });
    expect(said(late)).toBe('409 rev_changed');
    expect(late.body.error?.details).toMatchObject({ current: { phone: '+56 9 1111 1111', rev: 1 } });
    // What is not given stays.
    await as.ana.ok('partyUpdate', { params: { id }, body: { email: 'maipo@obras.test', rev: 1 } });
    const eva = await make('worker', 'Eva', { contractor: id });
    await as.ana.ok('partyUpdate', { params: { id: eva.id }, body: { notes: 'De noche.', rev: 0 } });
    expect(await as.ana.ok('partyGet', { params: { id } })).toMatchObject({
      ...{ phone: '+56 9 1111 1111', email: 'maipo@obras.test' },
    });
    expect(await as.ana.ok('partyGet', { params: { id: eva.id } })).toMatchObject({
      contractor: { name: 'Maipo' },
    });
  });

  it('are listed page by page by name, with numbers of who is around them', async () => {
    const { make, as, assign } = await construction();
    const maipo = await make('contractor', 'Maipo');
    for (const name of ['Ñandú', 'Zoe', 'Oscar', 'Nora'])
      await make('worker', name, { contractor: maipo.id });
    const site = await make('site', 'Obra Norte');
    const { items: workers } = await as.ana.ok('parties', { query: { kind: 'worker' } });
    await assign(site.id, { add: workers.slice(0, 2).map(({ _id }) => _id) });
    const pages: string[][] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await as.ana.ok('parties', {
        query: { kind: 'worker', limit: '2', ...(cursor ? { cursor } : {}) },
      });
      pages.push(page.items.map(({ name }) => name));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([
      ['Nora', 'Ñandú'],
      ['Oscar', 'Zoe'],
    ]);
    expect(await as.ana.ok('partyGet', { params: { id: maipo.id } })).toMatchObject({ workers: 4, sites: 0 });
    expect(await as.ana.ok('partyGet', { params: { id: site.id } })).toMatchObject({ workers: 2, sites: 0 });
    const at = await as.ana.ok('parties', { query: { at: workers[0]?._id } });
    expect(at.items.map(({ name }) => name)).toEqual(['Obra Norte']);
  });

  it('are exported requirement by requirement, with whom the file is about', async () => {
    const { make, as, assign, rule, document, folderAt, ahead, organization } = await construction();
    const maipo = await make('contractor', 'Maipo', { rut: '76543210-3' });
    const eva = await make('worker', 'Eva', { contractor: maipo.id });
    await make('worker', 'Otra');
    const site = await make('site', 'Obra Norte');
    await assign(site.id, { add: [eva.id, maipo.id] });
    await rule(await folderAt('Contratistas'), {
      name: 'F30-1',
      appliesTo: 'eachChild',
      legalBasis: 'Ley 20.123',
    });
    await document(maipo.folder, { title: 'Certificado de marzo', expiresOn: ahead(-3) });
    const { name, data } = await as.ana.ok('partyExport', { query: { format: 'csv', site: site.id } });
    expect(name).toMatch(/^contratistas-\d{4}-\d\d-\d\d\.csv$/);
    const text = Buffer.from(data, 'base64').toString('utf8');
    expect(text).toContain('Contratista;Maipo;76.543.210-3;');
    expect(text).toContain('No cumple;F30-1;Ley 20.123;No;');
    expect(text).toContain('«Certificado de marzo» venció el');
    expect(text).toContain('Trabajador;Eva;;Maipo;');
    expect(text).toContain('De la obra Obra Norte');
    expect(text).not.toContain('Otra');
    const bare = await server().make.library(organization);
    const reader = await server().make.person(organization, { libraries: [[bare, []]] });
    const empty = await (await server().signIn(reader.email)).ok('partyExport', {
      query: { format: 'csv', group: bare.id },
    });
    expect(Buffer.from(empty.data, 'base64').toString('utf8')).toContain(`De la biblioteca ${bare.name}.`);
  });
});

const facts = { rut: null, contact: null, email: null, phone: null, notes: '', contractor: null };

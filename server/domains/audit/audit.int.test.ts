import { sql } from 'kysely';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '#shared/access/scopes.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('the audit trail on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestPerson;
  let writer: TestClient;
  let admin: TestClient;

  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    // The admin belongs to another library, so that they see documents at all.
    const own = await make.library(organization);
    author = await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] });
    const boss = await make.person(organization, { isAdmin: true, libraries: [[own, []]] });
    writer = await server().signIn(author.email);
    admin = await server().signIn(boss.email);
  });

  const document = async (title: string, scope: Scope = 'internal') => {
    const made = await makeDocument(server(), writer, library, { title, state: 0 });
    if (scope !== 'internal') {
      const { rev } = await writer.ok('recordById', { params: { id: made.record } });
      await writer.ok('recordUpdate', { params: { id: made.record }, body: { rev, scope } });
    }
    return made.record;
  };
  const rename = async (record: string, title: string) => {
    const { rev } = await writer.ok('recordById', { params: { id: record } });
    await writer.ok('recordUpdate', { params: { id: record }, body: { rev, title } });
  };
  const trail = async (query: object = {}) => (await admin.ok('auditTrail', { query })).items;

  it('tells who did what to which, with before and after, newest first', async () => {
    const record = await document('Plan de calidad');
    await rename(record, 'Plan de calidad 2026');
    const [last, ...older] = await trail({ target: record });
    expect(last).toMatchObject({
      action: 'record.update',
      actor: { _id: author.id },
      target: { type: 'record', _id: record, name: 'Plan de calidad 2026', closed: false, there: true },
    });
    expect(last?.changes).toContainEqual({
      field: 'title',
      before: 'Plan de calidad',
      after: 'Plan de calidad 2026',
    });
    expect(last?.ip).toBeTruthy();
    expect(older.map((event) => event.action)).toContain('record.create');
    const times = [last, ...older].map((event) => Date.parse(event?.at ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(await admin.ok('auditEvent', { params: { id: last?._id ?? '' } })).toEqual(last);
  });

  it('pages without gaps or repeats, by area, person and days', async () => {
    const records = [await document('Acta uno'), await document('Acta dos'), await document('Acta tres')];
    await writer.ok('folderCreate', { body: { group: library.id, name: 'Actas' } });
    const all = await trail({ area: 'documents', actor: author.id });
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await admin.ok('auditTrail', {
        query: { area: 'documents', actor: author.id, limit: '2', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.items.map((event) => event._id));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.map((event) => event._id));
    expect(new Set(all.map((event) => event.target._id))).toEqual(new Set(records));
    expect((await trail({ area: 'folders' })).map((event) => event.target.name)).toEqual(['Actas']);
    expect(await trail({ to: '2001-01-01' })).toEqual([]);
    expect(await trail({ from: '2999-01-01' })).toEqual([]);
    expect((await admin.call('auditTrail', { query: { cursor: 'nonsense' } })).status).toBe(400);
  });

  it.each(['restricted', 'confidential'] as const)('says nothing of what a %s document is', async (scope) => {
    const secret = 'Despido de fulano';
    const record = await document(secret, scope);
    await rename(record, `${secret} y mengano`);
    const events = await trail({ target: record });
    expect(events.length).toBeGreaterThan(2);
    for (const event of events)
      expect(event).toMatchObject({ target: { name: null, closed: true }, changes: [] });
    expect(JSON.stringify(await trail())).not.toContain('fulano');

    // Neither once it lies in the bin, nor when it is gone for good.
    await writer.ok('recordDelete', { params: { id: record } });
    expect(JSON.stringify(await trail())).not.toContain('fulano');
    await admin.ok('binPurge', { params: { id: record } });
    expect((await trail({ target: record }))[0]).toMatchObject({ action: 'record.purge' });
    expect(JSON.stringify(await trail())).not.toContain('fulano');
  });

  it('keeps the name of what everybody there could read, when it is gone for good', async () => {
    const record = await document('Plan viejo');
    await writer.ok('recordDelete', { params: { id: record } });
    await admin.ok('binPurge', { params: { id: record } });
    expect((await trail({ target: record }))[0]).toMatchObject({
      action: 'record.purge',
      target: { name: 'Plan viejo', closed: false, there: false },
    });
  });

  it('is taken along as a table, in which what is closed has no name either, and that stands in it', async () => {
    const record = await document('=Plan; "de" calidad');
    await rename(record, 'Plan de calidad');
    await document('Despido de fulano', 'confidential');
    const csv = await admin.ok('auditExport', { query: { format: 'csv', area: 'documents' } });
    const text = Buffer.from(csv.data, 'base64').toString('utf8');
    expect(csv.name).toMatch(/^auditoria-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.startsWith('\uFEFFCuándo;Quién;')).toBe(true);
    const { data } = Papa.parse<string[]>(text.slice(1).trimEnd(), { delimiter: ';' });
    expect(data.every((row) => row.length === data[0]?.length)).toBe(true);
    expect(data.find((row) => row[3] === 'Editó la información' && row[5] === 'Plan de calidad')?.[6]).toBe(
      'Título: =Plan; "de" calidad → Plan de calidad',
    );
    expect(text).not.toContain('fulano');
    const xlsx = await admin.ok('auditExport', { query: { format: 'xlsx', area: 'documents' } });
    const sheet = await readSheet(Buffer.from(xlsx.data, 'base64'), 2);
    expect(sheet[0]).toEqual(data[0]);
    expect(sheet).toHaveLength(data.length);
    // To the second: in a trail it counts which of two moments was first.
    expect(sheet[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await trail({ area: 'organization' }))[0]).toMatchObject({
      action: 'organization.audit_exported',
    });
  });

  it('says on the first sheet of a workbook whose trail it is, and by which filters', async () => {
    const record = await document('Plan de calidad');
    const query = { format: 'xlsx', area: 'documents', action: 'record.create', target: record } as const;
    const { data } = await admin.ok('auditExport', {
      query: { ...query, actor: author.id, text: 'calidad', from: '2026-01-01' },
    });
    const about = Object.fromEntries(
      (await readSheet(Buffer.from(data, 'base64'), 1)).map(([label, value]) => [label, value]),
    );
    expect(about).toMatchObject({
      Organización: expect.stringMatching(/\w/),
      Área: 'Documentos',
      'Qué se hizo': 'Creó un documento',
      Persona: `${author.firstname} ${author.lastname}`,
      Sobre: 'Plan de calidad',
      Texto: 'calidad',
      'Desde el día': '2026-01-01',
      'Hecho por': expect.stringMatching(/\w/),
      'Hecho el': expect.stringMatching(/:\d\d:\d\d$/),
      Acciones: '1',
    });
    expect(about).not.toHaveProperty('Hasta el día');
  });

  it('is narrowed to one action, and one that nobody knows finds nothing', async () => {
    const record = await document('Plan de calidad');
    await rename(record, 'Plan de calidad 2026');
    const actions = async (action: string) =>
      (await trail({ target: record, action })).map((event) => event.action);
    expect(await actions('record.update')).toEqual(['record.update']);
    expect(await actions('record.updat')).toEqual([]);
  });

  it('names departments, who is gone, and whose rights changed', async () => {
    const [one, two] = [
      await admin.ok('departmentCreate', { body: { name: 'Bodega' } }),
      await admin.ok('departmentCreate', { body: { name: 'Terreno' } }),
    ];
    const fields = { email: `nueva-${organization.id}@legajo.test`, firstname: 'Nueva', lastname: 'Uno' };
    const { _id } = await admin.ok('userCreate', {
      body: {
        ...fields,
        roles: [],
        libraries: [{ group: library.id, roles: ['upload'] }],
        department: one._id,
      },
    });
    const params = { id: _id };
    await admin.ok('userUpdate', { params, body: { department: two._id, roles: ['manager'] } });
    const found = await trail({ target: _id });
    const changes = found.flatMap((event) => (event.action.startsWith('user.') ? event.changes : []));
    expect(changes).toContainEqual({ field: 'department', before: 'Bodega', after: 'Terreno' });
    expect(changes).toContainEqual({ field: 'roles', before: null, after: 'Gestión' });
    await admin.ok('userUpdate', { params, body: { libraries: [{ group: library.id, roles: ['review'] }] } });
    expect((await trail({ action: 'member.changed' }))[0]?.changes).toContainEqual({
      field: 'user',
      before: null,
      after: `Nueva Uno (${fields.email})`,
    });
    await admin.ok('userDelete', { params });
    expect((await trail({ action: 'user.deleted' }))[0]?.target.name).toBe('Nueva Uno');
  });

  it('tells people of one name apart by the e-mail that they had then, also in a change and in a file', async () => {
    const twin = { firstname: 'Ana', lastname: 'Pérez', roles: [], libraries: [] };
    const email = (name: string) => `${name}-${organization.id}@legajo.test`;
    const make = async (name: string) =>
      (await admin.ok('userCreate', { body: { ...twin, email: email(name) } }))._id;
    const [one, two] = [await make('ana.uno'), await make('ana.dos')];
    const obligations = [
      {
        title: 'Simulacro',
        recurrence: 'FREQ=MONTHLY',
        startsOn: '2026-01-01',
        minCount: 0,
        responsible: one,
      },
    ];
    const calendar = await admin.ok('calendarCreate', { body: { name: 'Simulacros', obligations } });
    const obligation = calendar.obligations[0]?._id ?? '';
    await admin.ok('obligationPeople', {
      params: { id: obligation },
      body: { version: 1, responsible: two, backup: null },
    });
    const given = (await trail({ target: obligation }))[0];
    expect(given?.changes).toContainEqual({
      field: 'responsible',
      before: `Ana Pérez (${email('ana.uno')})`,
      after: `Ana Pérez (${email('ana.dos')})`,
    });
    expect(given?.target.within).toMatchObject({ calendar: calendar._id });

    await admin.ok('userUpdate', { params: { id: one }, body: { email: email('ana.nueva') } });
    const ofOne = await trail({ target: one });
    expect(ofOne.find(({ action }) => action === 'user.created')?.target.email).toBe(email('ana.uno'));
    await admin.ok('userUpdate', { params: { id: one }, body: { firstname: 'Anita' } });
    const renamed = (await trail({ target: one }))[0];
    expect(renamed).toMatchObject({
      actor: { email: expect.any(String) },
      target: { email: email('ana.nueva') },
    });
    const csv = await admin.ok('auditExport', { query: { format: 'csv', target: one } });
    const text = Buffer.from(csv.data, 'base64').toString('utf8');
    expect(text).toContain(`(${email('ana.uno')})`);
    expect(text).toContain(`;${renamed?.actor?.email};`);
    expect((await trail({ text: email('ana.nueva') })).length).toBeGreaterThan(0);
  });

  it('says where a folder and a rule are, so that their rows open them', async () => {
    const folder = await writer.ok('folderCreate', { body: { group: library.id, name: 'Pólizas' } });
    const of = async (target: string) => (await trail({ target }))[0]?.target;
    const place = { group: library.id, folder: folder._id, calendar: null };
    expect(await of(folder._id)).toMatchObject({ there: true, within: place });
    const type = await server().make.documentType(organization);
    const rule = await admin.ok('ruleCreate', {
      body: {
        ...{ folder: folder._id, name: 'Póliza vigente', appliesTo: 'folder' as const },
        ...{ match: { documentType: type }, validity: { basis: 'expiresOn' as const } },
      },
    });
    expect(await of(rule._id)).toMatchObject({ there: true, within: place });
  });

  it('is searched by the words that are shown: names, actions, people and what changed', async () => {
    const record = await document('Excavación del túnel');
    await rename(record, 'Excavación terminada');
    const found = async (text: string) => (await trail({ text })).map(({ action }) => action);
    expect(await found('EDITO excavacion terminada tunel')).toEqual(['record.update']);
    expect(await found(`creó ${author.lastname} excavación terminada`)).toContain('record.create');
    expect(await found('excavación inexistente')).toEqual([]);
    expect(await found('constructor')).toEqual([]);
    const csv = await admin.ok('auditExport', { query: { format: 'csv', text: 'editó excavación tunel' } });
    const rows = Papa.parse<string[]>(Buffer.from(csv.data, 'base64').toString('utf8').slice(1).trimEnd(), {
      delimiter: ';',
    }).data;
    expect(rows.slice(1).map((row) => row[3])).toEqual(['Editó la información']);
  });

  it('is not searched for what is closed to this admin', async () => {
    const record = await document('Despido de zutano');
    await rename(record, 'Despido de mengano');
    expect(await trail({ text: 'mengano' })).not.toEqual([]);
    const { rev } = await writer.ok('recordById', { params: { id: record } });
    await writer.ok('recordUpdate', { params: { id: record }, body: { rev, scope: 'confidential' } });
    expect(await trail({ text: 'mengano' })).toEqual([]);
    expect(await trail({ text: 'zutano' })).toEqual([]);
    expect((await trail({ text: 'documento reservado', target: record })).length).toBeGreaterThan(1);
  });

  it('is searched a part at a time, and goes on where it ended', async () => {
    const record = await document('Aguja en el pajar');
    // More than one call looks at, all newer than the one that is sought.
    await sql`
      insert into audit_events (id, organization, actor, action, target_type, target_id, before, after, at)
      select gen_random_uuid(), ${organization.id}, null, 'settings.limits', 'organization', ${organization.id}, null,
        null, now() + each * interval '1 second' from generate_series(1, 5200) each
    `.execute(server().running.services.deps.db);
    const first = await admin.ok('auditTrail', { query: { text: 'aguja' } });
    expect(first.items).toEqual([]);
    expect(first.nextCursor).toBeTruthy();
    expect(first.searchedTo).toBeTruthy();
    const second = await admin.ok('auditTrail', { query: { text: 'aguja', cursor: first.nextCursor ?? '' } });
    expect(second.items.map(({ target }) => target._id)).toContain(record);
    expect(second).toMatchObject({ nextCursor: null, searchedTo: null });
    // Each page of a few begins behind the last one that was found.
    const one = await admin.ok('auditTrail', { query: { text: 'aguja pajar', target: record, limit: '1' } });
    const next = await admin.ok('auditTrail', {
      query: { text: 'aguja pajar', target: record, limit: '1', cursor: one.nextCursor ?? '' },
    });
    expect(one.items).toHaveLength(1);
    expect(next.items[0]?._id).not.toBe(one.items[0]?._id);
  });

  it('is another organization’s business to nobody', async () => {
    const record = await document('Plan de calidad');
    const [event] = await trail({ target: record });
    const elsewhere = await server().make.organization();
    const stranger = await server().signIn((await server().make.person(elsewhere, { isAdmin: true })).email);
    expect((await stranger.ok('auditTrail', { query: { target: record } })).items).toEqual([]);
    expect((await stranger.call('auditEvent', { params: { id: event?._id ?? '' } })).status).toBe(404);
    expect((await writer.call('auditTrail', { query: {} })).status).toBe(403);
  });

  it('cannot be changed, thinned or emptied at the database', async () => {
    await document('Plan de calidad');
    const { db } = server().running.services.deps;
    const count = () =>
      db
        .selectFrom('audit_events')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute();
    const before = await count();
    for (const statement of [
      sql`update audit_events set actor = null`,
      sql`delete from audit_events`,
      sql`truncate audit_events`,
      sql`truncate organizations cascade`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/append only/);
    expect(await count()).toEqual(before);
  });

  it('says what was decided about which due day, and how often an obligation is due, in words', async () => {
    const calendar = await admin.ok('calendarCreate', {
      body: {
        name: 'Laboral',
        obligations: [
          {
            title: 'Cotizaciones',
            recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13',
            startsOn: '2026-01-01',
            minCount: 0,
          },
        ],
      },
    });
    const query = { from: '2026-10-01', to: '2026-10-31', calendar: calendar._id };
    const [due] = (await admin.ok('occurrences', { query })).items;
    const params = { id: due?._id ?? '' };
    await admin.ok('occurrenceWaive', { params, body: { rev: due?.rev ?? 0, reason: 'Sin movimiento' } });
    const [waived] = await trail({ target: params.id });
    expect(waived?.target.name).toBe('Cotizaciones, vence el 13 oct 2026');
    expect(waived?.changes).toContainEqual({ field: 'decision', before: 'Abierto', after: 'No aplica' });
    const made = await trail({ target: calendar.obligations[0]?._id ?? '' });
    expect(made.at(-1)?.changes).toContainEqual({
      field: 'recurrence',
      before: null,
      after: 'Cada mes, el día 13',
    });
    expect(made.at(-1)?.changes).toContainEqual({ field: 'calendar_id', before: null, after: 'Laboral' });
  });

  it('takes no text for a code or a moment that only looks like one', async () => {
    const texts = ['constructor', '__proto__', '2026-99-99T99:99:99Z', '2026-13-45'];
    for (const text of texts) await document(text.padEnd(5, '.'));
    const { db } = server().database;
    const organizationId = organization.id;
    for (const text of texts)
      await sql`
        insert into audit_events (id, organization, actor, action, target_type, target_id, before, after, at)
        values (gen_random_uuid(), ${organizationId}::uuid, null, 'obligation.update', 'obligation', gen_random_uuid(),
          null, ${JSON.stringify({ severity: text, scope: text, [text]: { [text]: text } })}::jsonb, now())`.execute(
        db,
      );
    const [first] = await trail();
    expect(first?.changes.every(({ after }) => typeof after === 'string')).toBe(true);
    expect((await admin.call('auditTrail', { query: {} })).status).toBe(200);
  });
});

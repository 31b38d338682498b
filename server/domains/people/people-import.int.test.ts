import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

const HEADER = 'Nombres;Apellidos;Correo;RUT;Departamento;Roles;Bibliotecas';
const body = (...rows: string[]) => ({
  body: {
    file: {
      name: 'personas.csv',
      data: Buffer.from([HEADER, ...rows].join('\r\n'), 'latin1').toString('base64'),
    },
  },
});

describe.each(testEngines)('importing people on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let boss: TestPerson;
  let admin: TestClient;

  beforeAll(async () => {
    const { make } = server();
    organization = await make.organization();
    await make.library(organization, 'Calidad');
    await make.library(organization, 'Prevención y obras');
    await make.department(organization, 'Área técnica');
    boss = await make.person(organization, { isAdmin: true });
    admin = await server().signIn(boss.email);
  });

  const mailsQueuedTo = async (to: string): Promise<number> => {
    const rows = await server()
      .database.db.selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute();
    return rows.filter(({ payload }) => JSON.stringify(payload).includes(to)).length;
  };
  const listed = async (text: string) => (await admin.ok('userList', { query: { text } })).items;

  it('tells beforehand what it would do, and does nothing', async () => {
    const report = await admin.ok(
      'userImportCheck',
      body('José;"Núñez\r\nSoto";jose@legajo.test;12.345.678-4;Finanzas;;', 'Eva;Ríos;eva@legajo.test;;;;'),
    );
    expect(report).toMatchObject({
      rows: [{ row: 3, what: 'create', email: 'eva@legajo.test' }],
      faultCount: 2,
      faults: [
        { row: 2, column: 'RUT', message: 'El RUT no es válido: revisa el dígito verificador.' },
        { row: 2, column: 'Departamento', message: 'No hay un departamento «Finanzas».' },
      ],
    });
    expect(await listed('eva@')).toEqual([]);
  });

  it('saves nobody where one row is wrong', async () => {
    const refused = await admin.call('userImport', body('Eva;Ríos;eva@legajo.test;;;;', 'Luz;Paz;luz@;;;;'));
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({
      code: 'import_invalid',
      details: {
        faultCount: 1,
        faults: [{ row: 3, column: 'Correo', message: 'Escribe un correo válido.' }],
      },
    });
    expect(await listed('eva@')).toEqual([]);
    expect(await mailsQueuedTo('eva@legajo.test')).toBe(0);
  });

  it('makes and changes people at once; the same file again changes nothing', async () => {
    const known = await server().make.person(organization, { firstname: 'Ana', lastname: 'Soto' });
    const input = body(
      'Nuria;Núñez;Nuria@Legajo.test;12.345.678-5;area tecnica;Gestión;Calidad: carga, revisión | prevencion y obras',
      `Ana;Soto Vera;${known.email.toUpperCase()};;;;Calidad: lectura`,
      `${boss.firstname};${boss.lastname};${boss.email};;;;`,
    );
    const what = (report: { rows: { what: string }[] }) => report.rows.map((row) => row.what);
    expect(what(await admin.ok('userImportCheck', input))).toEqual(['create', 'update', 'same']);
    expect(what(await admin.ok('userImport', input))).toEqual(['create', 'update', 'same']);
    expect(await listed('nuria@')).toMatchObject([
      {
        ...{ email: 'nuria@legajo.test', rut: '12345678-5', department: { name: 'Área técnica' } },
        roles: ['manager'],
        libraries: [
          { group: { name: 'Calidad' }, roles: ['upload', 'review'] },
          { group: { name: 'Prevención y obras' }, roles: [] },
        ],
      },
    ]);
    expect(await listed(known.email)).toMatchObject([
      { firstname: 'Ana', lastname: 'Soto Vera', libraries: [{ group: { name: 'Calidad' }, roles: [] }] },
    ]);
    expect(await mailsQueuedTo('nuria@legajo.test')).toBe(1);
    expect(await mailsQueuedTo(known.email)).toBe(0);

    expect(what(await admin.ok('userImport', input))).toEqual(['same', 'same', 'same']);
    expect(await mailsQueuedTo('nuria@legajo.test')).toBe(1);
    expect((await admin.ok('session')).isAdmin).toBe(true);
  });

  it('skips the rows that are wrong where that is asked for, and says which', async () => {
    const input = body(
      'Sara;Lira;sara@legajo.test;;;;Calidad: carga',
      'Tomás;Lira;tomas@;;;;',
      'Sara;Otra;sara@legajo.test;;;;',
    );
    const report = await admin.ok('userImport', { body: { ...input.body, skipFaulty: true } });
    expect(report.rows).toMatchObject([{ row: 2, what: 'create', user: expect.any(String) }]);
    expect(report.faults.map(({ row }) => row)).toEqual([3, 4]);
    expect(await listed('lira')).toMatchObject([{ email: 'sara@legajo.test' }]);
    expect(await mailsQueuedTo('sara@legajo.test')).toBe(1);
    // Nothing is left that could be done: that is no success.
    const again = await admin.call('userImport', { body: { ...input.body, skipFaulty: true } });
    expect(again.body.error).toMatchObject({ code: 'import_invalid', details: { faultCount: 2 } });
    const file = { name: 'x.csv', data: Buffer.from('Nombres;Correo\nAna;ana@x.cl').toString('base64') };
    const whole = await admin.call('userImport', { body: { file, skipFaulty: true } });
    expect(whole.body.error).toMatchObject({ code: 'import_invalid' });
  });

  it('creates the departments that rows name where that is asked for, each once', async () => {
    const names = async () => (await admin.ok('departments', {})).map(({ name }) => name);
    const input = body(
      'Uma;Rey;uma@legajo.test;;Logística;;',
      'Vera;Rey;vera@legajo.test;;LOGISTICA;;',
      'Walter;Rey;walter@legajo.test;;Área Técnica;;',
      'Ximena;Rey;ximena@;;Fantasma;;',
    );
    const checked = await admin.ok('userImportCheck', input);
    expect(checked.departments).toEqual(['Logística', 'Fantasma']);
    expect(checked.faultCount).toBe(4);
    const options = { ...input.body, createDepartments: true };
    expect(await admin.ok('userImportCheck', { body: options })).toMatchObject({
      departments: ['Logística', 'Fantasma'],
      faultCount: 1,
    });
    expect(await names()).not.toContain('Logística');
    await admin.ok('userImport', { body: { ...options, skipFaulty: true } });
    expect((await names()).filter((name) => /log[ií]stica/i.test(name))).toEqual(['Logística']);
    // Only a row that was left out names it.
    expect(await names()).not.toContain('Fantasma');
    expect((await listed('rey')).map(({ department }) => department?.name)).toEqual([
      'Logística',
      'Logística',
      'Área técnica',
    ]);
    // A department is enough of a change for somebody who is there.
    const moved = body('Uma;Rey;uma@legajo.test;;Bodega nueva;;');
    const report = await admin.ok('userImport', { body: { ...moved.body, createDepartments: true } });
    expect(report.rows).toMatchObject([{ what: 'update' }]);
    expect((await listed('uma@'))[0]?.department?.name).toBe('Bodega nueva');
  });

  it('finds and creates departments by their path', async () => {
    const report = await admin.ok('userImport', {
      body: {
        ...body(
          'Yara;Paz;yara@legajo.test;;Operaciones / Terreno / Norte;;',
          'Zoila;Paz;zoila@legajo.test;;OPERACIONES > terreno > norte;;',
          'Abel;Paz;abel@legajo.test;;Sur / Terreno;;',
          'Berta;Paz;berta@legajo.test;;Área técnica / Terreno;;',
        ).body,
        createDepartments: true,
      },
    });
    expect(report.faults).toEqual([]);
    const departments = await admin.ok('departments', {});
    const pathOf = (id: string | null): string => {
      const row = departments.find(({ _id }) => _id === id);
      return row ? `${pathOf(row.parent)}/${row.name}` : '';
    };
    expect(
      departments
        .map(({ _id }) => pathOf(_id))
        .filter((path) => /Terreno/.test(path))
        .toSorted(),
    ).toEqual([
      '/Operaciones/Terreno',
      '/Operaciones/Terreno/Norte',
      '/Sur/Terreno',
      '/Área técnica/Terreno',
    ]);
    const people = await listed('paz');
    const of = (email: string) => people.find((each) => each.email === email)?.department?._id ?? null;
    expect([pathOf(of('zoila@legajo.test')), pathOf(of('berta@legajo.test'))]).toEqual([
      '/Operaciones/Terreno/Norte',
      '/Área técnica/Terreno',
    ]);
    // Its bare name says none of the three.
    const bare = await admin.ok('userImportCheck', body('Carla;Gil;carla@legajo.test;;Terreno;;'));
    expect(bare.faults).toMatchObject([{ row: 2, column: 'Departamento' }]);
  });

  it('says whose name a row changes, and lets no open quote take the rows below it', async () => {
    const known = await server().make.person(organization, { firstname: 'Ana', lastname: 'Dos' });
    const renamed = await admin.ok('userImportCheck', body(`Pedro;Soto;${known.email};;;;`));
    expect(renamed.rows).toMatchObject([{ what: 'update', firstname: 'Pedro', was: 'Ana Dos' }]);
    const open = body(
      '"Pepe" José;Soto;pepe@legajo.test;;;;',
      'Luz;Paz;luz.paz@legajo.test;;;Administración;',
    );
    for (const name of ['userImportCheck', 'userImport', 'userImportFaults'] as const) {
      const { body: answer } = await admin.call(name, { body: { ...open.body, skipFaulty: true } });
      expect(answer.error).toMatchObject({
        code: 'invalid',
        details: { file: expect.stringContaining('comillas') },
      });
    }
    const closed = body('"José ""Pepe""";Soto;pepe@legajo.test;;;;', 'Luz;Paz;luz.paz@legajo.test;;;;');
    expect((await admin.ok('userImportCheck', closed)).rows).toMatchObject([
      { firstname: 'José "Pepe"' },
      {},
    ]);
  });

  it('gives the file back with what is wrong beside each row, and takes it as it is', async () => {
    const table = 'Ficha;Nombres;Apellidos;Correo\n\n17;=Ana;Paz;ana.paz@\n18;Eva;Paz;eva.paz@legajo.test\n';
    const given = { name: 'personas.csv', data: Buffer.from(table).toString('base64') };
    const file = await admin.ok('userImportFaults', { body: { file: given } });
    expect(file.name).toBe('personas-por-corregir.csv');
    const text = Buffer.from(file.data, 'base64').toString('utf8');
    expect(Papa.parse(text.slice(1).trimEnd(), { delimiter: ';' }).data).toEqual([
      ['Ficha', 'Nombres', 'Apellidos', 'Correo', 'Qué corregir'],
      ['17', "'=Ana", 'Paz', 'ana.paz@', 'Correo: Escribe un correo válido.'],
      ['18', 'Eva', 'Paz', 'eva.paz@legajo.test', ''],
    ]);
    const back = {
      name: 'personas.csv',
      data: Buffer.from(text.replace('ana.paz@', '$&legajo.test')).toString('base64'),
    };
    const report = await admin.ok('userImportCheck', { body: { file: back } });
    expect(report).toMatchObject({ faults: [], ignored: ['Ficha'], rows: [{ firstname: '=Ana' }, {}] });
    const again = await admin.ok('userImportFaults', { body: { file: { ...back, name: 'personas.XLSX' } } });
    expect(again.name).toBe('personas-por-corregir.xlsx');
    const [header, first] = await readSheet(Buffer.from(again.data, 'base64'));
    expect(header).toEqual(['Ficha', 'Nombres', 'Apellidos', 'Correo', 'Qué corregir']);
    expect(first?.[1]).toBe('=Ana');
  });

  it('writes its list as it reads one', async () => {
    const { data } = await admin.ok('userExport', { query: { format: 'csv', sort: 'name' } });
    const file = { name: 'personas.csv', data };
    const report = await admin.ok('userImportCheck', { body: { file } });
    expect(report.faults).toEqual([]);
    expect(report.rows.every(({ what }) => what === 'same')).toBe(true);
    const filtered = await admin.ok('userExport', { query: { format: 'csv', role: 'manager' } });
    expect(Buffer.from(filtered.data, 'base64').toString('utf8').trim().split('\r\n')).toHaveLength(2);
  });

  it('refuses what is no table at its field', async () => {
    const file = { name: 'personas.xlsx', data: Buffer.from('PK\u0003\u0004nada').toString('base64') };
    for (const name of ['userImportCheck', 'userImport'] as const) {
      const answer = await admin.call(name, { body: { file } });
      expect(answer.body.error).toMatchObject({ code: 'invalid', details: { file: expect.any(String) } });
    }
  });

  if (engine === 'pglite') return;

  it('makes somebody once when two admins import the same file at the same moment', async () => {
    const chief = await server().signIn((await server().make.person(organization, { isAdmin: true })).email);
    const input = body('Dos;Veces;dosveces@legajo.test;;;;Calidad');
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => admin.call('userImport', input),
      () => chief.call('userImport', input),
    ]);
    expect(answers.map(({ status, body }) => [status, body.rows?.[0]?.what])).toEqual([
      [200, 'create'],
      [200, 'same'],
    ]);
    expect(await mailsQueuedTo('dosveces@legajo.test')).toBe(1);
  });

  it('creates a department once when two admins import files that name it at the same moment', async () => {
    const chief = await server().signIn((await server().make.person(organization, { isAdmin: true })).email);
    const run = (client: TestClient, name: string) =>
      client.call('userImport', {
        body: { ...body(`${name};Dos;${name}@legajo.test;;Gerencia nueva;;`).body, createDepartments: true },
      });
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => run(admin, 'yerko'),
      () => run(chief, 'zoe'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const departments = await admin.ok('departments', {});
    expect(departments.filter(({ name }) => name === 'Gerencia nueva')).toHaveLength(1);
  });
});

describe('a table of people that takes seconds to read', () => {
  const server = useTestServer();

  it.each([
    ['a million cells in one row', () => 'a,'.repeat(1_040_000)],
    ['two million quotes', () => `correo,nombres,apellidos\n${'"'.repeat(2_080_000)}`],
  ])('keeps nobody waiting, and is refused: %s', async (_, table) => {
    const { make, signIn, anyone } = server();
    const admin = await signIn((await make.person(await make.organization(), { isAdmin: true })).email);
    const file = { name: 'x.csv', data: Buffer.from(table()).toString('base64') };
    let isAnswered = false;
    const began = performance.now();
    const checked = admin.call('userImportCheck', { body: { file } }).finally(() => {
      isAnswered = true;
    });
    let longest = 0;
    while (!isAnswered) {
      const asked = performance.now();
      await anyone.fetch('/health').then((response) => response.text());
      longest = Math.max(longest, performance.now() - asked);
    }
    const took = performance.now() - began;
    const { status, body: report } = await checked;
    // Read by the server itself, it takes the whole time from everybody else.
    expect(longest, `of ${took} ms`).toBeLessThan(took / 2);
    if (status === 200) expect(report).toMatchObject({ rows: [], faultCount: expect.any(Number) });
    else expect(status).toBe(400);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { oneAfterTheOther } from '../../testing/races.ts';
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
});

describe('a table of people that takes seconds to read', { timeout: 120_000 }, () => {
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

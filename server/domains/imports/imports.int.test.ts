import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportKindName } from '#shared/imports/imports.schemas.ts';
import type { TestOrganization } from '../../testing/factories.ts';
import { workbookOf } from '../../testing/files/files.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

const HEADER = 'Nombre;Código;Plazo de conservación;Se cuenta desde;Base legal;Alcance inicial;Revisión';

describe.each(testEngines)('importing document types on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let admin: TestClient;

  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    admin = await signIn((await make.person(organization, { isAdmin: true })).email);
  });

  const given = (rows: readonly string[], header = HEADER) => ({
    params: { kind: 'types' as ImportKindName },
    body: {
      file: { name: 'tipos.csv', data: Buffer.from([header, ...rows].join('\n')).toString('base64') },
    },
  });
  const skipping = (input: ReturnType<typeof given>) => ({
    ...input,
    body: { ...input.body, skipFaulty: true },
  });
  const types = () => admin.ok('typesManaged', {});
  const whats = (report: { rows: readonly { what: string }[] }) => report.rows.map(({ what }) => what);

  it('makes what is new and changes what is there, and the same table again changes nothing', async () => {
    await admin.ok('typeCreate', {
      body: { name: 'Contrato', code: 'CONT', retention: 'period', retentionMonths: 24 },
    });
    await admin.ok('typeCreate', { body: { name: 'Acta', code: 'ACTA', reviewMonths: 6 } });
    const input = given([
      'Plano;PLA;siempre;;Ley 1;Interno;12',
      'CONTRATO DE TRABAJO;cont;5;vencimiento;;confidencial;',
      'Acta;ACTA;;;;;',
      'Permiso;PERM;1 año y 6 meses;emisión;;;',
    ]);
    const checked = await admin.ok('importCheck', input);
    expect(checked).toMatchObject({ faults: [], ignored: [], sheets: null, import: null });
    expect(whats(checked)).toEqual(['create', 'update', 'same', 'create']);
    expect(checked.rows[1]?.changes).toEqual([
      { column: 'Nombre', was: 'Contrato', now: 'CONTRATO DE TRABAJO' },
      { column: 'Código', was: 'CONT', now: 'cont' },
      { column: 'Plazo de conservación', was: '2 años', now: '5 años' },
      { column: 'Se cuenta desde', was: 'Creación', now: 'Vencimiento' },
      { column: 'Alcance inicial', was: '—', now: 'Confidencial' },
    ]);
    expect((await types()).map(({ code }) => code)).toEqual(['ACTA', 'CONT']);

    expect(whats(await admin.ok('importRun', input))).toEqual(['create', 'update', 'same', 'create']);
    expect(await types()).toMatchObject([
      { name: 'Acta', reviewMonths: 6, rev: 0 },
      { name: 'CONTRATO DE TRABAJO', retentionMonths: 60, retentionFrom: 'expiry', scope: 'confidential' },
      { name: 'Permiso', retention: 'period', retentionMonths: 18, retentionFrom: 'issue' },
      { name: 'Plano', retention: 'forever', retentionBasis: 'Ley 1', reviewMonths: 12 },
    ]);
    const again = await admin.ok('importRun', input);
    expect(whats(again)).toEqual(['same', 'same', 'same', 'same']);
    expect(again.import).toBeNull();
    const trail = await admin.ok('auditTrail', { query: {} });
    expect(trail.items.filter(({ action }) => action === 'type.create')).toHaveLength(4);
  });

  it('says how many of the rows are hidden in the spreadsheet, and at which cell a code is somebody else’s', async () => {
    await admin.ok('typeCreate', { body: { name: 'Contrato', code: 'CONT' } });
    await admin.ok('typeCreate', { body: { name: 'Acta', code: 'ACTA' } });
    const rows = [
      ['Plano', 'PLA'],
      ['Permiso', 'PERM'],
      ['Contrato', 'ACTA'],
      ['Informe', 'INF'],
    ];
    const parts = unzipSync(await workbookOf({ Portada: [['']], Tipos: [['Nombre', 'Código'], ...rows] }));
    const sheet = strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
    const filtered = sheet.replace(/<row r="([35])"/g, '<row r="$1" hidden="1"');
    expect(filtered).not.toBe(sheet);
    const bytes = Buffer.from(zipSync({ ...parts, 'xl/worksheets/sheet2.xml': strToU8(filtered) }));
    const body = { file: { name: 'tipos.xlsx', data: bytes.toString('base64') } };
    const checked = await admin.ok('importCheck', { params: { kind: 'types' }, body });
    expect(checked.sheets).toMatchObject({ read: 'Tipos', hiddenRows: 2 });
    expect(checked.rows.map(({ row, what }) => [row, what])).toEqual([
      [2, 'create'],
      [3, 'create'],
      [5, 'create'],
    ]);
    expect(checked.faults).toMatchObject([{ row: 4, column: 'Código', cell: 'ACTA' }]);
    expect(checked.faults[0]?.message).toContain('de «Acta», y el nombre es de «Contrato»');
  });

  it('says what is wrong beside its cell, and imports the rows that are right where that is asked', async () => {
    const input = given([
      'Plano;PLA;diez años;;;Secreto;',
      'Otro plano;PLA;;;;;doce',
      ';SIN;;;;;',
      'Permiso;PERM;;;;;',
    ]);
    const checked = await admin.ok('importCheck', input);
    expect(checked.faults).toEqual([
      {
        ...{ row: 2, column: 'Plazo de conservación', cell: 'diez años' },
        message: '«diez años» no es un plazo: escribe por ejemplo 5 años, 18 meses, siempre o sin plazo.',
      },
      {
        ...{ row: 2, column: 'Alcance inicial', cell: 'Secreto' },
        message: '«Secreto» no es una de las opciones: Público, Interno, Restringido, Confidencial.',
      },
      { row: 3, column: 'Revisión', cell: 'doce', message: '«doce» no es un número entero.' },
      { row: 3, column: 'Código', cell: 'PLA', message: 'Ya está en la fila 2.' },
      { row: 4, column: 'Nombre', message: expect.any(String) },
    ]);
    const refused = await admin.call('importRun', input);
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'import_invalid']);
    expect(await types()).toEqual([]);
    const done = await admin.ok('importRun', skipping(input));
    expect(done.rows).toMatchObject([{ row: 5, what: 'create', name: 'Permiso' }]);
    expect((await types()).map(({ code }) => code)).toEqual(['PERM']);
    // Nothing is left that could be done: that is no success.
    expect((await admin.call('importRun', skipping(input))).status).toBe(422);
    const back = await admin.ok('importFaults', { ...input, body: { ...input.body, format: 'csv' } });
    expect(back.name).toBe('tipos-de-documento-por-corregir.csv');
    const text = Buffer.from(back.data, 'base64').toString('utf8');
    expect(text).toContain('Qué corregir');
    expect(text).toMatch(/^Otro plano;PLA;.*Revisión: «doce» no es un número entero/m);
  });

  it('names the columns that it does not read, and a table without titles', async () => {
    const checked = await admin.ok(
      'importCheck',
      given(['activo;Plano;PLA'], 'Estado;TIPO DE DOCUMENTO;codigo'),
    );
    expect(checked).toMatchObject({ ignored: ['Estado'], rows: [{ name: 'Plano' }] });
    const bare = await admin.ok('importCheck', given(['Permiso;PERM'], 'Plano;PLA'));
    expect(bare.faults).toMatchObject([{ row: 1, message: expect.stringContaining('títulos') }]);
    const refused = await admin.call('importRun', skipping(given(['Permiso;PERM'], 'Plano;PLA')));
    expect(refused.status).toBe(422);
  });

  it('offers a template with an example, which it reads', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await admin.ok('importTemplate', { params: { kind: 'types' }, query: { format } });
      expect(file.name).toBe(`tipos-de-documento-plantilla.${format}`);
      const input = {
        params: { kind: 'types' as const },
        body: { file: { name: file.name, data: file.data } },
      };
      expect(await admin.ok('importCheck', input)).toMatchObject({
        ...{ faults: [], ignored: [] },
        rows: [{ what: 'create', name: 'Contrato de trabajo' }],
      });
    }
  });

  it('is undone: what it made is gone, and what it changed is as it was', async () => {
    await admin.ok('typeCreate', { body: { name: 'Contrato', code: 'CONT', scope: 'internal' } });
    const before = await types();
    const run = await admin.ok('importRun', given(['Contrato;CONT;5;;;;', 'Plano;PLA;;;;;']));
    const id = run.import ?? '';
    expect(await admin.ok('importUndo', { params: { id } })).toEqual({ undone: 2, kept: [] });
    expect((await types()).map(({ rev, ...type }) => type)).toEqual(before.map(({ rev, ...type }) => type));
    expect((await admin.call('importUndo', { params: { id } })).status).toBe(404);
  });

  it('leaves what is used or was changed since, and says so by name', async () => {
    await admin.ok('typeCreate', { body: { name: 'Contrato', code: 'CONT' } });
    const run = await admin.ok(
      'importRun',
      given(['Contrato;CONT;5;;;;', 'Plano;PLA;;;;;', 'Acta;ACT;;;;;']),
    );
    const [, contrato, plano] = await types();
    const { rev = 0 } = contrato ?? {};
    await admin.ok('typeUpdate', {
      params: { id: contrato?._id ?? '' },
      body: {
        ...{ name: 'Contrato nuevo', code: 'CONT', scope: null, retention: 'none', retentionMonths: null },
        ...{ retentionFrom: 'creation', retentionBasis: null, reviewMonths: null, rev },
      },
    });
    await admin.ok('calendarCreate', {
      body: {
        name: 'Obras',
        obligations: [
          {
            title: 'Entregar planos',
            recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1',
            startsOn: '2040-01-01',
            documentType: plano?._id,
          },
        ],
      },
    });
    const { undone, kept } = await admin.ok('importUndo', { params: { id: run.import ?? '' } });
    expect(undone).toBe(1);
    expect(kept).toEqual([
      { name: 'Contrato', reason: expect.stringContaining('modificó') },
      { name: 'Plano', reason: expect.stringContaining('obligación') },
    ]);
    expect((await types()).map(({ name }) => name)).toEqual(['Contrato nuevo', 'Plano']);
  });

  it('is undone by whoever made it, and not for ever', async () => {
    const { make, signIn } = server();
    const other = await signIn((await make.person(organization, { isAdmin: true })).email);
    const run = await admin.ok('importRun', given(['Plano;PLA;;;;;']));
    expect((await other.call('importUndo', { params: { id: run.import ?? '' } })).status).toBe(404);
    await server()
      .database.db.updateTable('table_imports')
      .set({ made_at: new Date(Date.now() - 2 * 3_600_000) })
      .where('id', '=', run.import ?? '')
      .execute();
    const late = await admin.call('importUndo', { params: { id: run.import ?? '' } });
    expect([late.status, late.body.error?.code]).toEqual([409, 'conflict']);
    expect(await types()).toHaveLength(1);
  });

  if (engine === 'pglite') return;

  it('makes each thing once when two admins import the same table at the same moment', async () => {
    const { make, signIn } = server();
    const other = await signIn((await make.person(organization, { isAdmin: true })).email);
    const input = given(['Plano;PLA;;;;;', 'Acta;ACT;;;;;']);
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => admin.call('importRun', input),
      () => other.call('importRun', input),
    ]);
    expect(answers.map(({ status, body }) => [status, ...whats(body)])).toEqual([
      [200, 'create', 'create'],
      [200, 'same', 'same'],
    ]);
    expect((await types()).map(({ code }) => code)).toEqual(['ACT', 'PLA']);
  });

  it('is undone once when its person asks twice at the same moment', async () => {
    const run = await admin.ok('importRun', given(['Plano;PLA;;;;;']));
    const undo = () => admin.call('importUndo', { params: { id: run.import ?? '' } });
    const answers = await Promise.all([undo(), undo()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

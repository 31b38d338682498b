import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportKindName } from '#shared/imports/imports.schemas.ts';
import type { TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

const given = (kind: ImportKindName, ...rows: readonly string[]) => ({
  params: { kind },
  body: { file: { name: 'tabla.csv', data: Buffer.from(rows.join('\n')).toString('base64') } },
});
const whats = (report: { rows: readonly { what: string }[] }) => report.rows.map(({ what }) => what);

describe.each(testEngines)('importing trees on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let boss: TestPerson;
  let admin: TestClient;

  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    boss = await make.person(organization, { isAdmin: true });
    admin = await signIn(boss.email);
  });
  const labels = async () => {
    const all = await admin.ok('labelsManaged', {});
    const pathOf = (id: string | undefined): string => {
      const row = all.find(({ _id }) => _id === id);
      return row ? `${pathOf(row.parent?._id)}/${row.name}` : '';
    };
    return all.map((row) => ({ ...row, path: pathOf(row._id) }));
  };
  const paths = async () => (await labels()).map(({ path }) => path).toSorted();

  it('makes labels with those above them, each once, and changes what a row says otherwise', async () => {
    const library = await server().make.library(organization, 'Calidad');
    await admin.ok('labelCreate', { body: { name: 'Obras', icon: 'flag' } });
    const input = given(
      'labels',
      'Etiqueta;Ícono;Bibliotecas',
      'obras / Permisos / Municipales;Certificado;Calidad',
      'Obras / Permisos;;',
      'Obras;Estrella;Calidad',
      'Personas;;todas',
    );
    const checked = await admin.ok('importCheck', input);
    expect(checked.faults).toEqual([]);
    expect(checked.rows).toMatchObject([
      { what: 'create', name: 'Obras / Permisos / Municipales', also: ['Obras / Permisos'] },
      { what: 'create', name: 'Obras / Permisos', also: [] },
      {
        what: 'update',
        changes: [
          { column: 'Ícono', was: 'Bandera', now: 'Estrella' },
          { column: 'Bibliotecas', was: 'todas', now: 'Calidad' },
        ],
      },
      { what: 'create', name: 'Personas' },
    ]);
    const run = await admin.ok('importRun', input);
    expect(await paths()).toEqual(['/Obras', '/Obras/Permisos', '/Obras/Permisos/Municipales', '/Personas']);
    expect(await labels()).toContainEqual(
      expect.objectContaining({ name: 'Municipales', icon: 'certificate', groups: [library.id] }),
    );
    expect(whats(await admin.ok('importRun', input))).toEqual(['same', 'same', 'same', 'same']);
    expect(await admin.ok('importUndo', { params: { id: run.import ?? '' } })).toEqual({
      undone: 4,
      kept: [],
    });
    expect(await labels()).toMatchObject([{ path: '/Obras', icon: 'flag', groups: [] }]);
  });

  it('says of a stroke without spaces that it is read as part of a name', async () => {
    const input = given(
      'labels',
      'Etiqueta;Ícono;Bibliotecas',
      'Obras/Permisos;;',
      'Y/O;;',
      'Obras / Norte;;',
    );
    const { rows } = await admin.ok('importCheck', input);
    expect(rows.map(({ name, note }) => [name, note])).toEqual([
      ['Obras/Permisos', expect.stringContaining('escribe Obras / Permisos')],
      ['Y/O', null],
      ['Obras / Norte', null],
    ]);
    const units = await admin.ok('importCheck', given('departments', 'Departamento', 'Obras/Norte'));
    expect(units.rows[0]?.note).toContain('«Norte» va dentro de «Obras»');
  });

  it('makes what lies above a row that is left out, where another row needs it', async () => {
    const input = given(
      'labels',
      'Etiqueta;Ícono;Bibliotecas',
      'Uno / Dos;dragón;',
      'Uno / Dos / Tres;;Fantasma',
      'Uno / Cuatro;;',
      'A / B / C / D / E / F / G;;',
    );
    const checked = await admin.ok('importCheck', input);
    expect(checked.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 Ícono: «dragón» no es un ícono de Legajo: usa su nombre, como Certificado o Bandera, o deja la celda vacía.',
      '3 Bibliotecas: No hay una biblioteca «Fantasma».',
      '5 Etiqueta: Las etiquetas llegan hasta 6 niveles.',
    ]);
    const skipping = { ...input, body: { ...input.body, skipFaulty: true } };
    expect((await admin.ok('importRun', skipping)).rows).toMatchObject([{ row: 4, also: ['Uno'] }]);
    expect(await paths()).toEqual(['/Uno', '/Uno/Cuatro']);
  });

  it('leaves a label where something was put below it since', async () => {
    const run = await admin.ok('importRun', given('labels', 'Etiqueta', 'Uno / Dos'));
    const two = (await labels()).find(({ name }) => name === 'Dos')?._id ?? '';
    await admin.ok('labelCreate', { body: { name: 'Tres', parent: two } });
    const { undone, kept } = await admin.ok('importUndo', { params: { id: run.import ?? '' } });
    expect([undone, kept.map(({ name }) => name)]).toEqual([0, ['Uno', 'Dos']]);
    expect(await paths()).toEqual(['/Uno', '/Uno/Dos', '/Uno/Dos/Tres']);
  });

  it('makes departments with those above them and with their heads', async () => {
    const { make } = server();
    const head = await make.person(organization, { firstname: 'Ana', lastname: 'Soto' });
    const stranger = await make.person(await make.organization());
    const input = given(
      'departments',
      'Área;Jefatura;Notas',
      `Operaciones / Obras;${head.email.toUpperCase()};x`,
      'operaciones;;',
      `Finanzas;${stranger.email};`,
      'X;;',
    );
    const checked = await admin.ok('importCheck', input);
    expect(checked.ignored).toEqual(['Notas']);
    expect(checked.faults).toMatchObject([
      { row: 4, column: 'Jefatura', message: `Nadie de tu organización tiene el correo ${stranger.email}.` },
      { row: 5, column: 'Área' },
    ]);
    const skipping = { ...input, body: { ...input.body, skipFaulty: true } };
    const run = await admin.ok('importRun', skipping);
    expect(run.rows).toMatchObject([
      { name: 'Operaciones / Obras', also: ['Operaciones'], what: 'create' },
      { name: 'Operaciones', what: 'create' },
    ]);
    const made = await admin.ok('departments', {});
    expect(made).toMatchObject([
      { name: 'Obras', head: { _id: head.id } },
      { name: 'Operaciones', parent: null, head: null },
    ]);
    const moved = given('departments', 'Departamento;A cargo (correo)', `Operaciones;${boss.email}`);
    const changed = await admin.ok('importRun', moved);
    expect(changed.rows).toMatchObject([
      { what: 'update', changes: [{ column: 'A cargo (correo)', was: '—' }] },
    ]);
    await admin.ok('importUndo', { params: { id: changed.import ?? '' } });
    await admin.ok('userUpdate', { params: { id: head.id }, body: { department: made[0]?._id ?? null } });
    const { undone, kept } = await admin.ok('importUndo', { params: { id: run.import ?? '' } });
    expect([undone, kept.map(({ name }) => name)]).toEqual([0, ['Operaciones', 'Obras']]);
  });

  if (engine === 'pglite') return;

  it.each(['labels', 'departments'] as const)('makes %s once when two admins import them', async (kind) => {
    const { make, signIn } = server();
    const other = await signIn((await make.person(organization, { isAdmin: true })).email);
    const input = given(kind, 'Nombre', 'Uno / Dos', 'Uno / Tres');
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => admin.call('importRun', input),
      () => other.call('importRun', input),
    ]);
    expect(answers.map(({ status, body }) => [status, ...whats(body)])).toEqual([
      [200, 'create', 'create'],
      [200, 'same', 'same'],
    ]);
    const made = kind === 'labels' ? await labels() : await admin.ok('departments', {});
    expect(made.map(({ name }) => name).toSorted()).toEqual(['Dos', 'Tres', 'Uno']);
  });
});

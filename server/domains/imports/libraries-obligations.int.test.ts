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
const skipping = (input: ReturnType<typeof given>) => ({
  ...input,
  body: { ...input.body, skipFaulty: true },
});
const whats = (report: { rows: readonly { what: string }[] }) => report.rows.map(({ what }) => what);
const said = (report: {
  faults: readonly { row: number | null; column: string | null; message: string }[];
}) => report.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`);

describe.each(testEngines)('importing libraries and obligations on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let admin: TestClient;
  let ana: TestPerson;
  let eva: TestPerson;

  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    ana = await make.person(organization, { firstname: 'Ana', lastname: 'Soto' });
    eva = await make.person(organization, { firstname: 'Eva', lastname: 'Ríos' });
    admin = await signIn((await make.person(organization, { isAdmin: true })).email);
  });
  const libraries = () => admin.ok('groups', {});
  const membersOf = async (name: string) => {
    const id = (await libraries()).find((each) => each.name === name)?._id ?? '';
    const { members } = await admin.ok('groupGet', { params: { id } });
    return members.map(({ user, roles }) => [user.firstname, ...roles]);
  };
  const undo = (id: string | null) => admin.ok('importUndo', { params: { id: id ?? '' } });

  it('makes libraries and gives people their roles, a member in a row, and takes it back', async () => {
    const { make } = server();
    const quality = await make.library(organization, 'Calidad');
    await admin.ok('memberPut', { params: { id: quality.id, user: ana.id }, body: { roles: ['upload'] } });
    const input = given(
      'libraries',
      'Biblioteca;Correo;Rol;Descripción',
      `Obras;${ana.email};carga, revisión;Obras en curso`,
      `OBRAS;${eva.email};;`,
      'Personas;;;',
      `calidad;${ana.email};publicación;`,
      `Calidad;${eva.email};lectura;`,
    );
    const checked = await admin.ok('importCheck', input);
    expect(said(checked)).toEqual([]);
    expect(checked.rows).toMatchObject([
      { what: 'create', name: 'Obras · Ana Soto' },
      { what: 'create', name: 'Obras · Eva Ríos' },
      { what: 'create', name: 'Personas' },
      {
        ...{ what: 'update', name: 'Calidad · Ana Soto' },
        changes: [{ column: 'Roles', was: 'carga', now: 'publicación' }],
      },
      { what: 'create', name: 'Calidad · Eva Ríos' },
    ]);
    const run = await admin.ok('importRun', input);
    expect((await libraries()).map(({ name, description }) => [name, description])).toEqual([
      ['Calidad', expect.any(String)],
      ['Obras', 'Obras en curso'],
      ['Personas', ''],
    ]);
    expect(await membersOf('Obras')).toEqual(expect.arrayContaining([['Ana', 'upload', 'review'], ['Eva']]));
    expect(await membersOf('Calidad')).toEqual(expect.arrayContaining([['Ana', 'publish'], ['Eva']]));
    expect(whats(await admin.ok('importRun', input))).toEqual(['same', 'same', 'same', 'same', 'same']);
    expect(await undo(run.import)).toEqual({ undone: 4, kept: [] });
    expect((await libraries()).map(({ name }) => name)).toEqual(['Calidad']);
    expect(await membersOf('Calidad')).toEqual([['Ana', 'upload']]);
  });

  it('says what is missing and what there is, and leaves what was changed since', async () => {
    await server().make.library(organization, 'Calidad');
    await server().make.department(organization, 'Operaciones');
    const input = given(
      'libraries',
      'Biblioteca;Correo;Roles;Departamento',
      `Obras;nadie@legajo.test;jefa;Bodega`,
      'Calidad;;carga;',
      `Calidad;${eva.email};carga;Operaciones`,
      `calidad;${eva.email};carga;`,
    );
    const report = await admin.ok('importCheck', input);
    expect(said(report)).toEqual([
      '2 Roles: «jefa» no es un rol de biblioteca. Usa carga, revisión, publicación o lectura.',
      '2 Correo: Nadie de tu organización tiene el correo nadie@legajo.test.',
      '2 Departamento: No hay un departamento «Bodega». Hay: «Operaciones».',
      '3 Correo: Falta el correo de quien tiene estos roles.',
      '5 Correo: Ya está en la fila 4.',
    ]);
    const run = await admin.ok('importRun', skipping(input));
    const [library] = await libraries();
    expect(library?.department?.name).toBe('Operaciones');
    await admin.ok('memberPut', { params: { id: library?._id ?? '', user: eva.id }, body: { roles: [] } });
    expect(await undo(run.import)).toEqual({
      undone: 1,
      kept: [{ name: 'Calidad · Eva Ríos', reason: 'Cambió después de la importación.' }],
    });
    expect((await libraries())[0]?.department).toBeNull();
  });

  const HEADER =
    'Calendario;Obligación;Periodicidad;Primer día;Responsable;Suplente;Organismo;Base legal;Biblioteca;Tipo;Cantidad';
  const obligationsOf = async (calendar: string) =>
    (await admin.ok('calendarGet', { params: { id: calendar } })).obligations;

  it('makes obligations in words, changes those that are there, and takes it back', async () => {
    const { make } = server();
    const library = await make.library(organization, 'Finanzas');
    await admin.ok('typeCreate', { body: { name: 'Formulario 29', code: 'F29' } });
    const { _id: calendar, obligations } = await admin.ok('calendarCreate', {
      body: {
        name: 'Tributario',
        obligations: [
          {
            ...{ title: 'Renta anual', recurrence: 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=30' },
            ...{ startsOn: '2040-01-01', responsible: ana.id },
          },
        ],
      },
    });
    const input = given(
      'obligations',
      HEADER,
      `tributario;Declarar IVA;mensual, día 20;01/02/2040;${ana.email};${eva.email};SII;DL 825;finanzas;f29;2`,
      `Tributario;Renta anual;;;${eva.email};;;;;;`,
    );
    const checked = await admin.ok('importCheck', input);
    expect(said(checked)).toEqual([]);
    expect(checked.rows).toMatchObject([
      { what: 'create', changes: [{ column: 'Se repite', now: 'Cada mes, el día 20' }] },
      { what: 'update', changes: [{ was: 'Ana Soto', now: 'Eva Ríos' }] },
    ]);
    const run = await admin.ok('importRun', input);
    expect(await obligationsOf(calendar)).toMatchObject([
      {
        ...{ title: 'Declarar IVA', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=20', startsOn: '2040-02-01' },
        ...{ responsible: { _id: ana.id }, backup: { _id: eva.id }, authority: 'SII', legalBasis: 'DL 825' },
        ...{ group: { _id: library.id }, documentType: { name: 'Formulario 29' }, minCount: 2 },
      },
      { title: 'Renta anual', responsible: { _id: eva.id }, startsOn: '2040-01-01' },
    ]);
    expect(whats(await admin.ok('importRun', input))).toEqual(['same', 'same']);
    expect(await undo(run.import)).toEqual({ undone: 2, kept: [] });
    const back = await obligationsOf(calendar);
    const plain = ({ version, ...rest }: (typeof back)[number]) => rest;
    expect(back.map(plain)).toEqual(obligations.map(plain));
  });

  it('keeps and names what it made and somebody has changed or used since', async () => {
    const { _id: calendar } = await admin.ok('calendarCreate', { body: { name: 'Laboral' } });
    const made = await admin.ok(
      'importRun',
      given('libraries', 'Biblioteca;Descripción', 'Obras;Uno', 'Bodega;Dos', 'Patio;Tres', 'Archivo;Cuatro'),
    );
    const idOf = async (name: string) => (await libraries()).find((each) => each.name === name)?._id ?? '';
    const roles = { roles: ['upload' as const] };
    await admin.ok('memberPut', { params: { id: await idOf('Obras'), user: ana.id }, body: roles });
    const due = given(
      'obligations',
      'Calendario;Obligación;Se repite;Primer día;Biblioteca;Documentos pedidos',
      'Laboral;Póliza;mensual, día 10;01-03-2099;Bodega;0',
      'Laboral;Patente;mensual, día 10;01-03-2099;;0',
      'Laboral;Permiso;mensual, día 10;01-03-2099;;0',
    );
    const obligations = await admin.ok('importRun', due);
    const { obligations: rows } = await admin.ok('calendarGet', { params: { id: calendar } });
    const byTitle = (title: string) => rows.find((each) => each.title === title);
    const patent = byTitle('Patente');
    await admin.ok('obligationPeople', {
      params: { id: patent?._id ?? '' },
      body: { responsible: ana.id, backup: null, version: patent?.version ?? 0 },
    });
    const kept = [
      { name: 'Obras', reason: 'Cambió después de la importación.' },
      { name: 'Bodega', reason: expect.stringContaining('obligaciones que guardan en ella sus documentos') },
    ];
    expect(await undo(made.import)).toEqual({ undone: 2, kept });
    expect((await libraries()).map(({ name }) => name).sort()).toEqual(['Bodega', 'Obras']);
    expect(await undo(obligations.import)).toEqual({
      undone: 2,
      kept: [{ name: 'Patente', reason: 'Cambió después de la importación.' }],
    });
    const after = await admin.ok('calendarGet', { params: { id: calendar } });
    expect(after.obligations.map(({ title }) => title)).toEqual(['Patente']);
  });

  it('takes the error of a formula for no value, and says what is missing at its own column', async () => {
    await admin.ok('calendarCreate', { body: { name: 'Laboral' } });
    const wrong = given(
      'obligations',
      'Calendario;Obligación;Se repite;Organismo',
      'Laboral;Uno;mensual;#N/D',
      'Laboral;Dos;mensual;',
      ';Tres;cada 0 meses, día 3;',
      'Laboral;Cuatro;semestral, 31 de junio;',
      'Laboral;Cinco;anual, 29 de febrero;',
    );
    expect(said(await admin.ok('importCheck', wrong))).toEqual([
      '2 Organismo: La celda tiene un error de la planilla. Corrígelo allá, o deja la celda vacía.',
      '3 Primer día: Falta: «mensual» toma de este día lo que no dice.',
      '4 Calendario: Falta este dato.',
      expect.stringContaining('4 Se repite: «cada 0 meses, día 3» no se entiende'),
      expect.stringContaining('5 Se repite: «semestral, 31 de junio»: en junio no existe ese día'),
      '5 Primer día: Falta este dato.',
      expect.stringContaining('6 Se repite: «anual, 29 de febrero»: en febrero no existe ese día'),
      '6 Primer día: Falta este dato.',
    ]);
  });

  it('says what of an obligation is wrong, once for each cell', async () => {
    await admin.ok('calendarCreate', { body: { name: 'Laboral' } });
    const report = await admin.ok(
      'importCheck',
      given(
        'obligations',
        HEADER,
        'Tributario;Declarar IVA;mensual, día 20;01/02/2040;;;;;;;',
        'Laboral;Cotizaciones;cada tanto;mañana;;;;;;;',
        `Laboral;Libro;mensual;01-03-2040;${ana.email};${ana.email};;;Fantasma;X1;muchos`,
        'Laboral;Contratos;;;;;;;;;',
        'Laboral;Patente;anual, 1 de marzo;15-03-1999;;;;;;;',
      ),
    );
    expect(said(report)).toEqual([
      '2 Calendario: No hay un calendario «Tributario». Hay: «Laboral».',
      '3 Primer día: «mañana» no es una fecha: escribe por ejemplo 31-01-2027.',
      expect.stringMatching(/^3 Periodicidad: «cada tanto» no se entiende/),
      '4 Biblioteca: No hay una biblioteca «Fantasma».',
      '4 Tipo: No hay un tipo de documento «X1».',
      '4 Cantidad: «muchos» no es un número entero.',
      expect.stringMatching(/^4 Suplente: /),
      expect.stringMatching(/^5 Periodicidad: /),
      expect.stringMatching(/^5 Primer día: /),
      '6 Primer día: «15-03-1999» queda fuera de lo que se puede planificar: usa un año de 2000 a 2100.',
    ]);
  });

  if (engine === 'pglite') return;

  it('makes each thing once when two admins import the same table at the same moment', async () => {
    const { make, signIn } = server();
    const other = await signIn((await make.person(organization, { isAdmin: true })).email);
    await admin.ok('calendarCreate', { body: { name: 'Laboral' } });
    const tables = [
      given('libraries', 'Biblioteca;Correo', `Obras;${ana.email}`, `Obras;${eva.email}`),
      given('obligations', HEADER, 'Laboral;Cotizaciones;mensual, día 10;01/02/2040;;;;;;;'),
    ];
    for (const input of tables) {
      const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
        () => admin.call('importRun', input),
        () => other.call('importRun', input),
      ]);
      expect(answers.map(({ status, body }) => [status, ...new Set(whats(body))])).toEqual([
        [200, 'create'],
        [200, 'same'],
      ]);
    }
    expect((await libraries()).map(({ name }) => name)).toEqual(['Obras']);
  });
});

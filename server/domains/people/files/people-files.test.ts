import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Account } from '#shared/people/users.schemas.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { workbookOf, xlsxFile } from '../../../testing/files/files.ts';
import { cornerXlsx, longXlsx, wideXlsx, zipBombs } from '../../../testing/files/hostile-office.ts';
import { readGroups, readLibraries } from './columns.ts';
import { type KnownPeople, planImport } from './plan-import.ts';
import { type PeopleTable, readTable } from './read-table.ts';
import { peopleFile, templateFile } from './write-table.ts';

const LATIN1 =
  'Nombres;Apellidos;Correo electrónico;Área;Teléfono\r\nJosé;"Núñez\r\nSoto";jose@legajo.test;Obras;9\r\n';
const cellsOf = (table: PeopleTable) =>
  table.rows.map(({ number, cells }) => [number, ...Object.values(cells)]);
const csv = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('a table of people', () => {
  it.each([
    ['Latin-1', Buffer.from(LATIN1, 'latin1')],
    ['UTF-8', csv(LATIN1)],
    ['UTF-8 with a mark', csv(`\uFEFF${LATIN1}`)],
    ['UTF-16', Buffer.from(`\uFEFF${LATIN1}`, 'utf16le')],
    ['a hint for Excel', csv(`sep=;\r\n${LATIN1}`)],
  ])('is read from %s', async (_what, bytes) => {
    const table = await readTable(bytes);
    expect(cellsOf(table)).toEqual([[2, 'José', 'Núñez Soto', 'jose@legajo.test', 'Obras']]);
    expect(table.ignored).toEqual(['Teléfono']);
    expect(table.titles.email).toBe('Correo electrónico');
  });

  it.each([';', ',', '\t'])('is read with %j between its cells', async (separator) => {
    const rows = [
      ['APELLIDO', 'nombre', 'e-mail', 'R.U.T.'],
      [],
      ['Soto', 'Ana; la, mayor', 'ana@legajo.test', '1-9'],
    ];
    const table = await readTable(csv(Papa.unparse(rows, { delimiter: separator })));
    expect(cellsOf(table)).toEqual([[3, 'Ana; la, mayor', 'Soto', 'ana@legajo.test', '1-9']]);
  });

  it('is read from XLSX, its rows counted as they are shown', async () => {
    const table = await readTable(
      await xlsxFile([
        ['Correo', 'Nombres', 'Apellidos', 'RUT'],
        ['', '', '', ''],
        ['ana@legajo.test', 'Ana', 'Soto', '12.345.678-5'],
      ]),
    );
    expect(cellsOf(table)).toEqual([[3, 'Ana', 'Soto', 'ana@legajo.test', '12.345.678-5']]);
  });

  it('is read from the first sheet that is shown and not empty, and names the others', async () => {
    const people = [
      ['Correo', 'Nombres', 'Apellidos'],
      ['ana@legajo.test', 'Ana', 'Soto'],
    ];
    const table = await readTable(
      await workbookOf({ Portada: [['']], 'Obra & norte': people, Otra: people }),
    );
    expect(table.sheets).toEqual({
      hiddenRows: [],
      read: 'Obra & norte',
      others: [
        { name: 'Portada', hidden: false },
        { name: 'Otra', hidden: false },
      ],
    });
    expect(table.rows).toHaveLength(1);
    const hidden = await workbookOf({ Oculta: [['Correo'], ['x']], Personas: people });
    const parts = unzipSync(hidden);
    const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
    const marked = workbook.replace(/(<sheet [^>]*name="Oculta")/, '$1 state="hidden"');
    expect(marked).not.toBe(workbook);
    const shown = await readTable(zipSync({ ...parts, 'xl/workbook.xml': strToU8(marked) }));
    expect(shown.sheets).toEqual({
      ...{ read: 'Personas', others: [{ name: 'Oculta', hidden: true }] },
      hiddenRows: [],
    });
    expect(cellsOf(shown)).toEqual([[2, 'Ana', 'Soto', 'ana@legajo.test']]);
  });

  it('says which columns are missing or there twice', async () => {
    const table = await readTable(csv('Nombre;Nombres;RUT\nAna;Eva;1-9\n'));
    expect(table.rows).toEqual([]);
    expect(table.faults.map(({ message }) => message)).toEqual([
      'Hay dos columnas para «Nombres»: deja una.',
      'Falta la columna «Apellidos».',
      'Falta la columna «Correo».',
    ]);
  });

  it('has so many rows and no more', async () => {
    const rows = Array.from({ length: IMPORT.rows + 1 }, (_, at) => `A;B;p${at}@legajo.test`);
    const table = await readTable(csv(`Nombres;Apellidos;Correo\n${rows.join('\n')}`));
    expect(table.faults).toMatchObject([{ row: null, message: expect.stringContaining('más de 500') }]);
    const fits = await readTable(csv(`Nombres;Apellidos;Correo\n${rows.slice(1).join('\n')}\n`));
    expect(fits.rows).toHaveLength(IMPORT.rows);
  });

  const cell = (at: string) => xlsxFile([['Correo']]).then((bytes) => ({ bytes, at }));
  it.each([
    ['nothing', () => Buffer.alloc(0)],
    ['blanks', () => csv(' \n \n')],
    ['noise', () => Buffer.alloc(3000, 0)],
    ['an old Excel', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['half a zip', async () => (await cell('A1')).bytes.subarray(0, 300)],
    ['a zip of something else', () => zipBombs.nested()],
    ['a huge entry', () => zipBombs.oneEntry(40 * 1024 ** 2)],
    ['a million rows', () => longXlsx(1_000_000)],
    ['a hundred thousand cells of one long text', () => wideXlsx(100_000)],
    ['one cell at the far corner', () => cornerXlsx()],
    ['a million cells in one row', () => csv('a,'.repeat(IMPORT.bytes / 2))],
    ['too many bytes', () => Buffer.alloc(IMPORT.bytes + 1, 'a')],
  ])('is no table made of %s', async (_what, make) => {
    await expect(Promise.resolve(make()).then(readTable)).rejects.toThrow(/^(El archivo|Los? )/);
  });
});

describe('an import', () => {
  const ana: Account = {
    ...{ _id: '01a2b3c4-0000-7000-8000-000000000001', firstname: 'Ana', lastname: 'Soto', enabled: true },
    ...{ email: 'ana@legajo.test', rut: null, department: null, roles: ['admin'], lastSignInAt: null },
    ...{
      createdAt: '2026-01-01T00:00:00Z',
      libraries: [{ group: { _id: 'c', name: 'Calidad' }, roles: ['upload'] }],
    },
  };
  const known: KnownPeople = {
    people: new Map([[ana.email, ana]]),
    elsewhere: new Set(['ajena@legajo.test']),
    ruts: new Map([['7654321-6', 'luis@legajo.test']]),
    departments: [
      { id: 'd1', name: 'Obras' },
      { id: 'd2', name: 'Bodega' },
      { id: 'd3', name: 'Bodega' },
    ],
    libraries: [
      { id: 'c', name: 'Calidad' },
      { id: 'p', name: 'Prevención: norte' },
    ],
  };
  const plan = async (...rows: string[]) => {
    const header = 'Nombres;Apellidos;Correo;RUT;Departamento;Roles;Bibliotecas';
    return planImport(await readTable(csv([header, ...rows].join('\n'))), known);
  };

  it('names each wrong row by its number, its column and a sentence', async () => {
    const { faults, rows } = await plan(
      'Eva;Rojas;eva@legajo.test;12.345.678-4;Obras;;',
      ';Rojas;no es correo;;Finanzas;jefa;Calidad: todo',
      'Luz;Vera;EVA@legajo.test;;Bodega;;Calidad | calidad: carga',
      'Sol;Vera;Ajena@Legajo.test;;;;Norte',
      'Ana;Soto;sol@legajo.test;12.345.678-5;obras;Gestión;prevencion norte: carga y revisión',
    );
    expect(faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 RUT: El RUT no es válido: revisa el dígito verificador.',
      '3 Correo: Escribe un correo válido.',
      '3 Nombres: Escribe algo aquí.',
      '3 Departamento: No hay un departamento «Finanzas».',
      '3 Roles: «jefa» no es un rol. Usa Administración, Gestión, o deja la celda vacía.',
      '3 Bibliotecas: «todo» no es un rol de biblioteca. Usa carga, revisión, publicación o lectura.',
      '4 Departamento: Hay varios departamentos «Bodega»: escribe dónde está, como Operaciones / Bodega.',
      '4 Bibliotecas: La biblioteca «calidad» está dos veces.',
      '5 Bibliotecas: No hay una biblioteca «Norte».',
      '5 Correo: Este correo pertenece a una persona de otra organización.',
    ]);
    expect(rows).toMatchObject([
      {
        row: 6,
        what: 'create',
        create: {
          rut: '12345678-5',
          department: 'd1',
          roles: ['manager'],
          libraries: [{ group: 'p', roles: ['upload', 'review'] }],
        },
      },
    ]);
  });

  it('takes one e-mail once', async () => {
    const { faults } = await plan('Eva;Rojas;eva@legajo.test;;;;', 'Eva;Rojas;EVA@legajo.test;;;;');
    expect(faults).toEqual([{ row: 3, column: 'Correo', message: 'Este correo ya está en la fila 2.' }]);
  });

  it('takes one RUT once, and none of somebody else', async () => {
    const { faults, rows } = await plan(
      'Eva;Rojas;eva@legajo.test;12.345.678-5;;;',
      'Eva;Rojas;eva2@legajo.test;12345678-5;;;',
      'Luis;Pino;otro@legajo.test;7.654.321-6;;;',
      'Luis;Pino;luis@legajo.test;7.654.321-6;;;',
    );
    expect(faults).toEqual([
      { row: 3, column: 'RUT', message: 'Este RUT ya está en la fila 2.' },
      { row: 4, column: 'RUT', message: 'Este RUT es de luis@legajo.test.' },
    ]);
    expect(rows.map(({ row }) => row)).toEqual([2, 5]);
  });

  it('says which rights a row gives that its person does not have', async () => {
    const { rows } = await plan(
      'Eva;Rojas;eva@legajo.test;;;Administración;Calidad: carga | Prevención: norte: lectura',
      'Ana;Soto;ana@legajo.test;;;Administración y Gestión;Calidad: carga y publicación',
    );
    expect(rows.map(({ gives }) => gives)).toEqual([
      {
        roles: ['admin'],
        libraries: [
          { name: 'Calidad', roles: ['upload'] },
          { name: 'Prevención: norte', roles: [] },
        ],
      },
      { roles: ['manager'], libraries: [{ name: 'Calidad', roles: ['upload', 'publish'] }] },
    ]);
  });

  it('changes what is said of somebody who is there, and takes nothing away', async () => {
    const same = await plan('Ana;Soto;Ana@Legajo.test;;;;Calidad: carga');
    expect(same.rows).toEqual([
      {
        ...{ row: 2, what: 'same', email: 'ana@legajo.test', firstname: 'Ana', lastname: 'Soto' },
        gives: { roles: [], libraries: [] },
      },
    ]);
    const { rows } = await plan('Ana;Soto Vera;ana@legajo.test;;Obras;Gestión;Prevención: norte: lectura');
    expect(rows).toMatchObject([
      {
        what: 'update',
        update: {
          lastname: 'Soto Vera',
          department: 'd1',
          roles: ['admin', 'manager'],
          libraries: [{ group: 'p', roles: [] }],
        },
      },
    ]);
    expect(rows[0]).not.toHaveProperty('update.firstname');
    expect(rows[0]).not.toHaveProperty('update.rut');
  });

  it('reads back what an export writes, in either format', async () => {
    const people: Account[] = [
      { ...ana, rut: '12345678-5', department: { _id: 'd1', name: 'Obras' } },
      {
        ...ana,
        ...{
          firstname: '=HYPERLINK("http://x")',
          lastname: '+56 "2"; dos',
          email: 'x@legajo.test',
          roles: [],
        },
        libraries: [{ group: { _id: 'p', name: 'Prevención: norte' }, roles: [] }],
      },
    ];
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await peopleFile(people, format, '2026-11-21', 'America/Santiago');
      expect(file.name).toBe(`personas-2026-11-21.${format}`);
      const bytes = Buffer.from(file.data, 'base64');
      if (format === 'csv') expect(bytes.toString('utf8')).toContain(`"'=HYPERLINK`);
      const table = await readTable(bytes);
      expect(table.ignored).toEqual(['Estado', 'Último ingreso']);
      expect(table.rows.map(({ cells }) => cells)).toEqual([
        {
          ...{ firstname: 'Ana', lastname: 'Soto', email: 'ana@legajo.test', rut: '12.345.678-5' },
          ...{ department: 'Obras', roles: 'Administración', libraries: 'Calidad: carga' },
        },
        {
          ...{
            firstname: '=HYPERLINK("http://x")',
            lastname: '+56 "2"; dos',
            email: 'x@legajo.test',
            rut: '',
          },
          ...{ department: 'Obras', roles: '', libraries: 'Prevención: norte: lectura' },
          department: '',
        },
      ]);
    }
  });

  it('has a template with every column and nobody in it', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const { data } = await templateFile(format);
      const table = await readTable(Buffer.from(data, 'base64'));
      expect(Object.keys(table.titles)).toHaveLength(7);
      expect(table.faults).toMatchObject([{ message: 'No hay filas bajo los títulos.' }]);
    }
  });
});

describe('roles in words', () => {
  it.each([
    ['Administradora y gestora', ['admin', 'manager']],
    ['gestión; ADMIN', ['admin', 'manager']],
    ['', []],
    ['dueña', { unknown: 'dueña' }],
  ])('%j', (text, roles) => expect(readGroups(text)).toEqual(roles));

  it.each([
    ['Calidad', [{ name: 'Calidad', roles: [] }]],
    [
      'A: publicar, CARGA |B:lectura',
      [
        { name: 'A', roles: ['upload', 'publish'] },
        { name: 'B', roles: [] },
      ],
    ],
    ['A: jefatura', { unknown: 'jefatura' }],
  ])('%j', (text, libraries) => expect(readLibraries(text)).toEqual(libraries));
});

import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import readWorkbook, { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';

const run = promisify(execFile);
const OFFICE = 'soffice';
/** Parted by `;`, quoted by `"`, UTF-8, from the first line, every cell as it is shown, all sheets. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false,false,false,-1';

const installed = ((): boolean => {
  try {
    execFileSync(OFFICE, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Summary, due days, evidence, matrix, folders, lista maestra. */
const REPORT_SHEETS = 6;
const asWritten = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
/** A day is shown as the program's own language has it: it is one all the same. */
const asShown = (cell: string): string =>
  cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2').replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1');

type Cells = readonly (readonly string[])[];
const cellsOf = (csv: string): Cells =>
  Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { delimiter: ';', skipEmptyLines: true }).data;
const bytesOf = ({ data }: TableFile): Buffer => Buffer.from(data, 'base64');

describe.skipIf(!installed)('lists as LibreOffice opens them', () => {
  const server = useTestServer();
  let folder: string;
  let admin: TestClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legajo-office-'));
    const { make } = server();
    const organization = await make.organization();
    const library = await make.library(organization, 'Obras; "Ñuñoa"');
    const own = { libraries: [[library, ['upload']]] } as const;
    await make.person(organization, { ...own, firstname: '=1+1', lastname: 'Muñoz; "Ñandú"' });
    await make.person(organization, { firstname: '@SUM(A1)', lastname: "O'Higgins" });
    const boss = await make.person(organization, {
      ...own,
      isAdmin: true,
      firstname: '+56 9',
      lastname: '-3',
    });
    admin = await server().signIn(boss.email);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Every file through LibreOffice at once, which takes seconds to begin. @returns its words for each sheet */
  async function opened(files: Readonly<Record<string, Buffer>>): Promise<Map<string, Cells>> {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    const out = join(folder, 'out');
    const profile = pathToFileURL(join(folder, 'profile')).href;
    await run(OFFICE, [
      ...[`-env:UserInstallation=${profile}`, '--headless'],
      ...['--convert-to', AS_CSV, '--outdir', out, ...Object.keys(files).map((name) => join(folder, name))],
    ]);
    const found = new Map<string, Cells>();
    for (const name of await readdir(out)) found.set(name, cellsOf(await readFile(join(out, name), 'utf8')));
    return found;
  }

  it('have every cell as it was written, and no formula', async () => {
    const people = await admin.ok('userExport', { query: { format: 'xlsx', sort: 'name' } });
    const trail = await admin.ok('auditExport', { query: { format: 'xlsx' } });
    const obligations = [
      {
        title: '=2+2; "obligación"',
        recurrence: 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31',
        startsOn: '2026-01-01',
        minCount: 0,
      },
    ];
    await admin.ok('calendarCreate', { body: { name: '-Calendario', obligations } });
    const period = { from: '2026-01', to: '2026-12' };
    const report = await admin.ok('reportExport', { query: { ...period, format: 'xlsx' } });
    const sheets = await opened({
      ...{
        'personas.xlsx': bytesOf(people),
        'auditoria.xlsx': bytesOf(trail),
        'informe.xlsx': bytesOf(report),
      },
    });
    // The list of people, the trail with what it says of itself, and those of the report.
    expect(sheets.size).toBe(3 + REPORT_SHEETS);
    const written = await readWorkbook(bytesOf(report));
    expect(written).toHaveLength(REPORT_SHEETS);
    for (const { sheet, data } of written) {
      const shown = [...sheets].find(([each]) => each === `informe-${sheet}.csv`)?.[1] ?? [];
      expect(
        shown.map((row) => row.map(asShown)),
        sheet,
      ).toEqual(data.map((row) => row.map(asWritten)));
    }
    const cells = [...sheets.values()].flat(2).map(asShown);
    expect(cells).toEqual(expect.arrayContaining(['=2+2; "obligación"', '2026-03-31']));
    for (const [name, file, sheet] of [
      ['personas', people, 1],
      ['auditoria-Auditor', trail, 2],
    ] as const) {
      const shown = [...sheets].find(([each]) => each.startsWith(name))?.[1] ?? [];
      const written = (await readSheet(bytesOf(file), sheet)).map((row) =>
        row.map((cell) => String(cell ?? '')),
      );
      expect(shown, name).toEqual(written);
      expect(written.length, name).toBeGreaterThan(1);
    }
    const names = [...sheets].find(([each]) => each.startsWith('personas'))?.[1].flat() ?? [];
    expect(names).toContain('=1+1');
    expect(names).toContain('@SUM(A1)');
    expect(names).toContain('Muñoz; "Ñandú"');
  });
});

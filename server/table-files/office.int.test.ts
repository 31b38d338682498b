import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableFile } from '#shared/schemas/table-file.ts';
import { type TestClient, useTestServer } from '../testing/http.ts';

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

  it('have every cell as it was written, and no formula', { timeout: 120_000 }, async () => {
    const people = await admin.ok('userExport', { query: { format: 'xlsx', sort: 'name' } });
    const trail = await admin.ok('auditExport', { query: { format: 'xlsx' } });
    const sheets = await opened({ 'personas.xlsx': bytesOf(people), 'auditoria.xlsx': bytesOf(trail) });
    expect(sheets.size).toBe(2);
    for (const [name, file] of [
      ['personas', people],
      ['auditoria', trail],
    ] as const) {
      const shown = [...sheets].find(([each]) => each.startsWith(name))?.[1] ?? [];
      const written = (await readSheet(bytesOf(file))).map((row) => row.map((cell) => String(cell ?? '')));
      expect(shown, name).toEqual(written);
      expect(written.length, name).toBeGreaterThan(1);
    }
    const names = [...sheets].find(([each]) => each.startsWith('personas'))?.[1].flat() ?? [];
    expect(names).toContain('=1+1');
    expect(names).toContain('@SUM(A1)');
    expect(names).toContain('Muñoz; "Ñandú"');
  });
});

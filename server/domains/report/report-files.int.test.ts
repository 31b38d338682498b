import ICAL from 'ical.js';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { lead } from '../../testing/company.ts';
import { useTestServer } from '../../testing/http.ts';
import { reportedCompany } from '../../testing/reported-company.ts';
import { testEngines } from '../../testing/test-database.ts';

const bytesOf = ({ data }: { data: string }): Buffer => Buffer.from(data, 'base64');
const csvOf = (file: { data: string }): string[][] => {
  const text = bytesOf(file).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return Papa.parse<string[]>(text.slice(1).trimEnd(), { delimiter: ';' }).data;
};

describe.each(testEngines)('the report to be taken along on %s', (engine) => {
  const server = useTestServer({ engine });
  const setUp = () => reportedCompany(server());

  it('lists documents with their approval, in order, page by page, as one sees them', async () => {
    const { make } = server();
    const { as, boss, root, admin, organization, library, people, document, folder, ahead } = await setUp();
    const at = await folder('Calidad');
    const inside = await folder('Manuales', at);
    const plain = await document(inside, { title: 'Ñandú sin código', state: 0, expiresOn: ahead(30) });
    await lead(as, plain.record, 5, 1, 3);
    const reviewed = await document(null, { title: 'Plan zeta', code: 'A-2' });
    await server()
      .database.db.updateTable('record_faces')
      .set({ next_review_on: ahead(60) })
      .where('record_id', '=', reviewed.record)
      .execute();
    await document(null, { title: 'Plan alfa', code: 'A-10' });
    await document(null, { title: 'Oso sin código' });
    await document(null, { title: 'Borrador cerrado', state: 0 });
    await document(null, { title: 'Plan secreto', code: 'A-1', scope: 'confidential' });
    const other = await make.library(organization);
    await make.member(other, admin, ['upload']);
    await make.record(other, admin, { title: 'Ajeno', published: true });
    const first = await boss.ok('reportMaster', { query: { limit: '3' } });
    const second = await boss.ok('reportMaster', { query: { limit: '3', cursor: first.nextCursor ?? '' } });
    expect([first.count, second.count, second.nextCursor]).toEqual([4, 4, null]);
    const rows = [...first.items, ...second.items];
    // A reader of the library: what was published, and of that what is open to them.
    expect(rows.map((row) => [row.code, row.record.title])).toEqual([
      ['A-10', 'Plan alfa'],
      ['A-2', 'Plan zeta'],
      ['', 'Ñandú sin código'],
      ['', 'Oso sin código'],
    ]);
    const approver = people.reviewer;
    expect(rows[2]).toMatchObject({
      version: 1,
      state: 3,
      path: 'Calidad / Manuales',
      group: { _id: library.id },
      expiresOn: ahead(30),
      approvedBy: { _id: approver.id },
    });
    expect(rows[2]?.approvedOn).not.toBeNull();
    expect(rows[1]).toMatchObject({ nextReviewOn: ahead(60), path: '' });
    const wider = await root.ok('reportMaster', { query: {} });
    expect(wider.items.map((row) => row.record.title)).toEqual(
      expect.arrayContaining(['Ajeno', 'Borrador cerrado', 'Plan secreto']),
    );
    expect((await root.ok('reportMaster', { query: { group: other.id } })).count).toBe(1);
    expect((await boss.ok('reportMaster', { query: { group: other.id } })).count).toBe(0);
    expect((await boss.call('reportMaster', { query: { cursor: 'x' } })).status).toBe(400);
    // A file says where it is not about the whole organization.
    const headOf = async (client: typeof boss) => {
      const book = await client.ok('reportExport', { query: { format: 'xlsx' } });
      return (await readWorkbook(bytesOf(book)))[0]?.data.find(([label]) => label === 'Alcance');
    };
    expect((await headOf(boss))?.[1]).toBe('Vista parcial; bibliotecas no incluidas: 1');
    expect(await headOf(root)).toBeUndefined();
  });

  it('opens in spreadsheets as it stands on screen, and runs nothing', async () => {
    const { boss, root, manager, sample, period, folder, rule, document, ahead, library } = await setUp();
    await sample({ title: '=HYPERLINK("http://malo")', authority: '+56; "dos"' });
    const red = await folder('Contratista');
    await rule(red, { code: 'R-1' });
    await document(red, { title: 'Póliza vieja', code: '@suma', expiresOn: ahead(-3) });
    const query = { ...period, group: undefined };
    const book = await boss.ok('reportExport', { query: { ...query, format: 'xlsx' } });
    expect(book.name).toMatch(/^informe-\d{4}-\d\d-\d\d\.xlsx$/);
    const sheets = await readWorkbook(bytesOf(book));
    expect(sheets.map(({ sheet }) => sheet)).toEqual([
      ...['Resumen', 'Vencimientos', 'Matriz', 'Carpetas', 'Lista maestra'],
    ]);
    const [summary, occurrences, matrix, folders, master] = sheets.map(({ data }) => data);
    const line = (label: string) => summary?.find(([first]) => first === label);
    expect(line('Cumplidos de exigibles a la fecha')).toEqual([expect.any(String), 2, 3]);
    expect(line('Carpetas que no cumplen')).toEqual([expect.any(String), 1, 1]);
    expect(line('Generado por')?.[1]).toBe(`${manager.firstname} ${manager.lastname}`);
    expect(line('A la fecha')?.[1]).toBeInstanceOf(Date);
    expect(occurrences).toHaveLength(9);
    const { rows } = await boss.ok('report', { query: period });
    const due = occurrences?.[1]?.[6];
    expect(due).toBeInstanceOf(Date);
    expect((due as unknown as Date).toISOString().slice(0, 10)).toBe(rows[0]?.occurrences[0]?.dueOn);
    expect(occurrences?.[1]?.[1]).toBe('=HYPERLINK("http://malo")');
    expect(matrix?.[1]?.slice(2, 4)).toEqual([2, 3]);
    expect(folders?.[1]).toEqual([
      ...[library.name, 'Contratista', expect.any(Date), 'R-1 · Póliza vigente', 'Bloqueante'],
      expect.stringMatching(/^«Póliza vieja» venció el /),
    ]);
    expect(master?.[1]?.slice(0, 4)).toEqual(['@suma', 'Póliza vieja', 1, 'Publicado']);

    const csv = csvOf(await boss.ok('reportExport', { query: { ...query, format: 'csv' } }));
    expect(csv).toHaveLength(9);
    expect(csv[1]?.slice(1, 3)).toEqual([`'=HYPERLINK("http://malo")`, `'+56; "dos"`]);
    expect(csv.slice(1).map((row) => row[6])).toEqual(rows[0]?.occurrences.map((each) => each.dueOn));
    for (const [part, wanted] of [
      ['matrix', matrix],
      ['folders', folders],
      ['master', master],
    ] as const) {
      const file = await boss.ok('reportExport', { query: { ...query, format: 'csv', part } });
      expect(csvOf(file)).toHaveLength(wanted?.length ?? 0);
    }
    const { items } = await root.ok('auditTrail', { query: { area: 'calendars', actor: manager.id } });
    expect(items.filter(({ action }) => action === 'report.export')).toHaveLength(5);
  });

  it('goes into other calendars as whole days that keep their identity', async () => {
    const { boss, sample, period } = await setUp();
    const { dueDays } = await sample();
    const events = async (status?: string) => {
      const file = await boss.ok('reportExport', { query: { ...period, status, format: 'ics' } });
      expect(file.type).toMatch(/^text\/calendar/);
      const text = bytesOf(file).toString('utf8');
      return new ICAL.Component(ICAL.parse(text))
        .getAllSubcomponents('vevent')
        .map((each) => new ICAL.Event(each));
    };
    const all = await events();
    expect(all.map(({ uid }) => uid)).toEqual(dueDays.map(({ _id }) => `${_id}@legajo`));
    expect(all.every(({ startDate }) => startDate.isDate)).toBe(true);
    expect(all.map(({ startDate }) => startDate.toString())).toEqual(dueDays.map(({ dueOn }) => dueOn));
    expect((await events('overdue')).map(({ uid }) => uid)).toEqual([`${dueDays[2]?._id}@legajo`]);
  });
});

import ICAL from 'ical.js';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/platform/days.ts';
import { lead } from '../../../testing/companies/company.ts';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { pdfPages } from '../../../testing/files/pdf-text.ts';
import { useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

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
    expect((await headOf(boss))?.[1]).toMatch(
      /: todos los calendarios; vista parcial de .+, sin las carpetas de 1 biblioteca ni los documentos que en ella no puede ver\.$/,
    );
    expect((await headOf(root))?.[1]).toMatch(/: todos los calendarios; todas las bibliotecas\.$/);
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
      ...['Resumen', 'Vencimientos', 'Evidencia', 'Matriz', 'Carpetas', 'Lista maestra'],
    ]);
    const [summary, occurrences, evidence, matrix, folders, master] = sheets.map(({ data }) => data);
    expect(evidence).toHaveLength(1);
    const line = (label: string) => summary?.find(([first]) => first === label);
    expect(line('Cumplidos de exigibles a la fecha')).toEqual([expect.any(String), 2, 3]);
    expect(line('Carpetas que no cumplen')).toEqual([expect.any(String), 1, 1]);
    expect(line('Generado por')?.[1]).toBe(`${manager.firstname} ${manager.lastname}`);
    expect(line('Generado el')?.[1]).toMatch(/^\d{1,2} [a-z]{3} \d{4}, \d\d:\d\d$/);
    expect(line('A la fecha')?.[1]).toBeInstanceOf(Date);
    expect(occurrences).toHaveLength(9);
    const now = await boss.ok('report', { query: period });
    expect(now.scope).not.toContain('proyección');
    const { rows } = now;
    // Of a day to come nobody knows more than what is known today.
    const later = await boss.ok('report', { query: { ...period, asOf: ahead(40) } });
    expect(later.scope).toMatch(
      /, proyección al \d+ [a-z]{3} \d{4} con lo que consta al \d+ [a-z]{3} \d{4}: /,
    );
    const due = occurrences?.[1]?.[8];
    expect(due).toBeInstanceOf(Date);
    expect((due as unknown as Date).toISOString().slice(0, 10)).toBe(rows[0]?.occurrences[0]?.dueOn);
    expect(occurrences?.[1]?.[1]).toBe('=HYPERLINK("http://malo")');
    expect(matrix?.[1]?.slice(2, 4)).toEqual([2, 3]);
    expect(folders?.[1]).toEqual([
      ...[library.name, 'Contratista', expect.any(Date), 'R-1 · Póliza vigente', 'Bloqueante'],
      expect.stringMatching(/^«Póliza vieja» venció el /),
    ]);
    expect(master?.[1]?.slice(0, 4)).toEqual(['@suma', 'Póliza vieja', 1, 'Publicado']);

    const asCsv = await boss.ok('reportExport', { query: { ...query, format: 'csv' } });
    const csv = csvOf(asCsv);
    expect(csv[0]?.slice(0, 2)).toEqual(['Calendario', 'Obligación']);
    // Every file says what it is about, in the words of the screen; a table that begins with its head, by its name.
    const { scope, folders: counted } = await boss.ok('report', { query: period });
    expect(asCsv.name.includes('vista-parcial')).toBe((counted.hidden ?? 0) > 0);
    expect(summary?.[1]).toEqual(['Alcance', scope, null]);
    expect(csv).toHaveLength(9);
    expect(csv[1]?.slice(1, 3)).toEqual([`'=HYPERLINK("http://malo")`, `'+56; "dos"`]);
    expect(csv.slice(1).map((row) => row[8])).toEqual(rows[0]?.occurrences.map((each) => each.dueOn));
    for (const [part, wanted] of [
      ['evidence', evidence],
      ['matrix', matrix],
      ['folders', folders],
      ['master', master],
    ] as const) {
      const file = await boss.ok('reportExport', { query: { ...query, format: 'csv', part } });
      expect(csvOf(file)).toHaveLength(wanted?.length ?? 0);
    }
    const { items } = await root.ok('auditTrail', { query: { area: 'calendars', actor: manager.id } });
    expect(items.filter(({ action }) => action === 'report.export')).toHaveLength(6);
  });

  it('says why, by what law, who stands in, how late, and by which bytes; of what one does not see only how many', async () => {
    const { boss, root, sample, obligation, calendar, dueDays, document, period, people, as, ana, today } =
      await setUp();
    await sample({ legalBasis: 'Ley 16.744, art. 66', backup: people.author.id });
    const { _id } = await calendar([obligation({ title: 'Certificado', minCount: 1, responsible: ana.id })]);
    const [first] = await dueDays(_id);
    const link = async (record: string) => {
      const params = { id: first?._id ?? '' };
      const { rev } = await as.ana.ok('occurrenceGet', { params });
      await as.ana.ok('evidenceCreate', { params, body: { rev, record } });
    };
    const open = await document(null, { title: 'Comprobante «uno»' });
    const closed = await document(null, { title: 'Sueldos secretos', scope: 'restricted' });
    await link(open.record);
    await link(closed.record);
    const query = { ...period, format: 'csv' } as const;
    const tables = async (client: typeof boss, more: object = {}) => {
      const [head = [], ...rows] = csvOf(await client.ok('reportExport', { query: { ...query, ...more } }));
      return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
    };
    const rows = await tables(boss);
    const late = 'Cumplido fuera de plazo';
    expect(rows.slice(0, 4).map((row) => [row.Estado, row['Días de atraso'], row['Motivo o nota']])).toEqual([
      ['Cumplido', '', ''],
      [late, '3', ''],
      ['Vencido', '15', ''],
      ['No aplica', '', 'Sin movimiento'],
    ]);
    expect(rows[0]).toMatchObject({
      'Base legal': 'Ley 16.744, art. 66',
      Suplente: `${people.author.firstname} ${people.author.lastname}`,
    });
    const { sha256 } = open.version;
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const shown = rows.find((row) => row.Obligación === 'Certificado');
    expect(shown?.Evidencia).toBe(
      `«Comprobante «uno»», versión 1, SHA-256 ${sha256}\n1 documento que no puede ver quien exportó este archivo`,
    );
    const listed = await tables(boss, { part: 'evidence' });
    expect(listed.map((row) => [row.Documento, row['Versión'], row['Huella SHA-256']])).toEqual([
      ['Comprobante «uno»', '1', sha256],
      ['1 documento que no puede ver quien exportó este archivo', '', ''],
    ]);
    expect(listed[0]).toMatchObject({ 'Vinculado el': today, 'Aceptado el': today });
    expect(JSON.stringify([rows, listed])).not.toContain('secretos');
    const whole = await tables(root, { part: 'evidence' });
    expect(whole.map((row) => row.Documento)).toEqual(['Comprobante «uno»', 'Sueldos secretos']);
    // Nothing of it had happened on the day before.
    const before = { asOf: addDays(today, -1), part: 'evidence' } as const;
    expect(await tables(root, before)).toEqual([]);
  });

  it('is made as a PDF of what its reader sees', async () => {
    const { boss, root, admin, sample, organization, period, people, folder, rule } = await setUp();
    await sample({ title: 'Declaración jurada', responsible: people.author.id });
    await rule(await folder('Contratista'));
    const other = await server().make.library(organization, 'Reservada');
    await server().make.member(other, admin, ['upload']);
    const take = async (client: typeof boss) => {
      const file = await client.ok('reportExport', { query: { ...period, format: 'pdf' } });
      expect(file.name).toMatch(/^informe-\d{4}-\d\d-\d\d\.pdf$/);
      return (await pdfPages(file)).join(' ');
    };
    const { scope } = await boss.ok('report', { query: period });
    const seen = await take(boss);
    expect(scope).toContain('vista parcial');
    for (const said of [scope, 'Declaración jurada', people.author.lastname, '1 de 1 con reglas.', 'Elaboró'])
      expect(seen).toContain(said);
    expect(seen).toContain('No incluye 1 biblioteca que no puede ver quien exportó este archivo.');
    expect(await take(root)).not.toMatch(/vista parcial|no puede ver/);
  });

  it('goes into other calendars as whole days that keep their identity', async () => {
    const { boss, sample, period } = await setUp();
    const { dueDays } = await sample();
    const events = async (status?: string) => {
      const file = await boss.ok('reportExport', { query: { ...period, status, format: 'ics' } });
      expect(file.type).toMatch(/^text\/calendar/);
      const text = bytesOf(file).toString('utf8');
      expect(text).toContain('todos los calendarios');
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

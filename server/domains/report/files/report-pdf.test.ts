import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { monthsBetween, totalsOf } from '#shared/calendars/report.ts';
import type { OccurrenceStatus } from '#shared/calendars/status.ts';
import type { Report, ReportRow } from '#shared/report/report.schemas.ts';
import { pdfPages } from '../../../testing/files/pdf-text.ts';
import type { WrittenReport } from './report-file.ts';
import { reportPdf } from './report-pdf.ts';

const PERSON = { _id: 'p', firstname: 'Marta', lastname: 'Muñoz' };
const HASH = 'ab'.repeat(32);

/** An obligation with one due day on the fifth of each of some months. */
function rowOf(
  at: number,
  months: readonly string[],
  status: OccurrenceStatus,
  more: object = {},
): ReportRow {
  return {
    obligation: { _id: `o${at}`, title: `Obligación ${at}`, authority: 'SII', recurrence: '', ...more },
    calendar: { _id: 'c', name: 'Tributario', color: 'petrol' },
    groups: [],
    responsible: PERSON,
    backup: { ...PERSON, firstname: 'José' },
    met: { count: 0, of: months.length },
    occurrences: months.map((month) => ({
      ...{ _id: `${at} ${month}`, period: month, dueOn: `${month}-05`, status },
      ...{ completedOn: null, daysLate: status === 'overdue' ? 41 : null, reason: '' },
    })),
  };
}

const report = (rows: ReportRow[], more: Partial<Report> = {}): Report => ({
  ...{
    asOf: '2026-11-15',
    from: '2026-01',
    to: '2026-12',
    reconstructed: false,
    totals: totalsOf([]),
    months: [],
  },
  ...{ rows, folders: { ruled: 0, red: 0, items: [], hidden: 0 }, ...more },
});

const written = (of: Report, more: Partial<WrittenReport> = {}): WrittenReport => ({
  ...{ report: of, master: [], evidence: [], details: [], narrowed: false },
  ...{
    organization: 'Ñuble Ltda',
    title: null,
    hash: null,
    author: 'Marta Muñoz',
    made: new Date(0),
    logo: null,
  },
  ...{
    partial: false,
    scope: 'Ñuble Ltda, 2026: todos los calendarios.',
    head: [['Generado por', 'Marta Muñoz']],
  },
  ...more,
});

const opened = async (file: { data: string }) => {
  const data = new Uint8Array(Buffer.from(file.data, 'base64'));
  return getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
};

describe('the report on paper', () => {
  it('says what it is about, what is missing and who answers for it, with numbered pages and bookmarks', async () => {
    const file = await reportPdf(
      'informe',
      written(report([rowOf(1, ['2026-10'], 'overdue'), rowOf(2, ['2026-10'], 'done')])),
    );
    expect([file.name, file.type]).toEqual(['informe.pdf', 'application/pdf']);
    const pages = await pdfPages(file);
    expect(pages[0]).toContain('Informe de cumplimiento');
    expect(pages[0]).toContain('Ñuble Ltda, 2026: todos los calendarios.');
    for (const [at, page] of pages.entries()) expect(page).toContain(`Página ${at + 1} de ${pages.length}`);
    expect(pages.find((page) => page.includes('Obligaciones por mes'))).toMatch(
      /Ve = Vencido.*Cu = Cumplido/,
    );
    const missing = pages.find((page) => page.includes('Lo que falta'));
    expect(missing).toMatch(
      /1 vencimiento exigible sin cumplir.*Obligación 1.*Vencido 41 Marta Muñoz José Muñoz/,
    );
    expect(missing).not.toContain('Obligación 2');
    for (const place of ['Elaboró', 'Revisó', 'Aprobó']) expect(pages.at(-1)).toContain(place);
    const document = await opened(file);
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({
      Title: 'Informe de cumplimiento, Ñuble Ltda, 15 nov 2026',
      Language: 'es-CL',
    });
    expect((await document.getOutline()).map(({ title }) => title)).toEqual([
      ...[
        'Portada',
        'Obligaciones por mes',
        'Lo que falta',
        'Carpetas que no cumplen',
        'Evidencia',
        'Firmas',
      ],
    ]);
  });

  it('names a frozen one, and lists evidence by its hash; what is not seen is counted', async () => {
    const evidence = [
      {
        occurrence: '1 2026-10',
        shown: [
          {
            ...{ version: 'v', record: { _id: 'r', title: 'Comprobante' }, number: 3, sha256: HASH },
            ...{ linkedOn: '2026-10-04', acceptedOn: null },
          },
        ],
        hidden: 2,
      },
    ];
    const frozen = { title: 'Auditoría anual', hash: 'abcdef', evidence };
    const pages = await pdfPages(
      await reportPdf('x', written(report([rowOf(1, ['2026-10'], 'done')]), frozen)),
    );
    expect(pages[0]).toContain('Auditoría anual');
    expect(pages[1]).toContain('SHA-256 abcdef…');
    const list = pages.find((page) => page.includes('Huella SHA-256'));
    expect(list).toMatch(new RegExp(`Comprobante 3 ${HASH} 4 oct 2026`));
    expect(list).toContain('Además hay 2 documentos que no puede ver quien exportó este archivo.');
    const before = await pdfPages(await reportPdf('x', written(report([]), { evidence: null })));
    expect(before.join(' ')).toContain('No se guardó: el informe congelado es anterior');
  });

  it('makes no claim that it cannot know', async () => {
    const say = async (of: Report, more: Partial<WrittenReport> = {}) =>
      (await pdfPages(await reportPdf('x', written(of, more)))).join(' ');
    expect(await say(report([]))).toContain('Todo lo exigible a la fecha está cumplido.');
    expect(await say(report([]))).toContain('Ninguna carpeta tiene reglas.');
    const narrowed = await say(report([]), { narrowed: true });
    expect(narrowed).toContain('Entre los estados elegidos no hay vencimientos exigibles sin cumplir.');
    expect(narrowed).not.toContain('Todo lo exigible');
    const partial = await say(report([], { folders: { ruled: 3, red: 0, items: [], hidden: 2 } }));
    expect(partial).toContain(
      'Todas las carpetas con reglas que puede ver quien exportó este archivo cumplen.',
    );
    expect(partial).toContain('No incluye 2 bibliotecas que no puede ver quien exportó este archivo.');
  });

  it('says how it compares, and that there is nothing to compare with', async () => {
    const say = async (of: Partial<Report>, row = rowOf(1, ['2026-10'], 'late')) =>
      (await pdfPages(await reportPdf('x', written(report([row], of))))).join(' ');
    const since = { day: '2026-10-31', met: { count: 1, of: 2 }, caughtUp: 1, overdue: 0 };
    const caught = rowOf(1, ['2026-10'], 'late');
    const [due] = caught.occurrences;
    const changed = { ...caught, occurrences: due ? [{ ...due, change: 'caughtUp' as const }] : [] };
    const compared = await say({ since }, changed);
    expect(compared).toContain('Al 31 oct 2026 la parte cumplida de lo exigible era 50,0 %; ahora es —.');
    expect(compared).toContain(
      'Desde entonces 1 vencimiento atrasado se puso al día. Ninguno quedó vencido.',
    );
    expect(compared).toMatch(/Se pusieron al día .*Obligación 1 Tributario octubre 2026/);
    const fresh = await say({ since: { ...since, met: { count: 0, of: 0 }, caughtUp: 0 } });
    expect(fresh).toContain('Al 31 oct 2026 nada de este período era exigible: no hay con qué comparar.');
    expect(fresh).not.toMatch(/Se pusieron al día|se puso al día/);
    // One that was frozen before says nothing of it.
    expect(await say({})).not.toMatch(/comparar|al día/);
  });

  it('holds whatever is typed', async () => {
    const title = `Ñandú «😀» 漢字 ${'larguísimo '.repeat(30)}${'x'.repeat(300)} \u0007\u202e end`;
    const [, matrix = '', missing = ''] = await pdfPages(
      await reportPdf('x', written(report([rowOf(1, ['2026-10'], 'overdue', { title })]))),
    );
    for (const page of [matrix, missing]) expect(page).toMatch(/Ñandú «.*end/);
    // Nothing is cut off: all of the letters of a word without spaces are there.
    expect(missing.match(/x/g)?.length).toBeGreaterThanOrEqual(300);
  });

  it('holds 300 obligations in 36 months, the head of the matrix on every page', async () => {
    const months = monthsBetween('2024-01', '2026-12');
    const rows = Array.from({ length: 300 }, (_, at) => rowOf(at, months, 'overdue'));
    const pages = await pdfPages(await reportPdf('x', written(report(rows, { from: '2024-01' }))));
    const matrix = pages.slice(
      1,
      pages.findIndex((page) => page.includes('Lo que falta')),
    );
    expect(matrix.length).toBeGreaterThan(5);
    for (const page of matrix) expect(page).toMatch(/Ve = Vencido Obligación Cumplidos ene ’24.*dic ’26/);
    expect(matrix.at(-1)).toContain('Obligación 299');
    expect(pages.join(' ')).toContain('Se muestran 1000 de 10800. El Excel los tiene todos.');
  });
});

import type { Content } from 'pdfmake';
import { periodWords } from '#shared/calendars/period.ts';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import type { Report, Share } from '#shared/report/report.schemas.ts';
import { PAGE_MARGIN, PAGE_WIDTH, pdfFile } from '../../../platform/pdf/pdf.ts';
import type { PrintableLogo } from '../../organization/printable-logo.ts';
import { t } from '../texts.ts';
import type { WrittenReport } from './report-file.ts';
import { caughtUpPart, evidencePart, foldersPart, missingPart } from './report-pdf-lists.ts';
import { INK } from './report-pdf-look.ts';
import { matrixPart } from './report-pdf-matrix.ts';
import { percentOf } from './share-words.ts';
import { sinceWords } from './since-words.ts';

const WIDTH = PAGE_WIDTH - 2 * PAGE_MARGIN;

/** Points within which the organization's logo is drawn. */
const LOGO_BOX: readonly [number, number] = [180, 44];

/** Legajo's sign and name, and the organization's logo. A node of its own for each document: the library writes into them. */
const brand = (logo: PrintableLogo | null): Content => ({
  columns: [
    { canvas: [{ type: 'rect', x: 0, y: 0, w: 6, h: 14, color: INK.accent }], width: 12 },
    { text: 'Legajo', bold: true, fontSize: 11, color: INK.accent, marginTop: 1 },
    ...(logo ? [{ image: dataUrl(logo), fit: LOGO_BOX, alignment: 'right' as const }] : []),
  ],
});

const dataUrl = ({ type, bytes }: PrintableLogo): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const card = (label: string, { count, of }: Share): Content => ({
  stack: [
    { text: label, color: INK.soft, fontSize: 8 },
    {
      text: [
        { text: String(count), fontSize: 18, bold: true },
        { text: ` ${t('pdf.of', { of })}`, color: INK.quiet },
      ],
    },
    { text: percentOf({ count, of }), color: INK.soft },
  ],
});

function totals({ totals: of, folders }: Report): Content {
  const cells = [
    card(t('pdf.cards.met'), of.met),
    card(t('pdf.cards.onTime'), of.onTime),
    card(t('pdf.cards.overdue'), of.overdue),
    card(t('pdf.cards.inReview'), of.inReview),
    card(t('pdf.cards.remaining'), of.remaining),
    card(t('pdf.cards.failing'), { count: folders.red, of: folders.ruled }),
  ];
  return {
    table: { widths: cells.map(() => '*'), body: [cells] },
    layout: {
      hLineWidth: () => 0.6,
      vLineWidth: () => 0.6,
      hLineColor: () => INK.line,
      vLineColor: () => INK.line,
      paddingLeft: () => 8,
      paddingRight: () => 8,
      paddingTop: () => 8,
      paddingBottom: () => 8,
    },
    margin: [0, 22, 0, 8],
  };
}

/** What of the whole it is, what it counted, and who made it when. */
function cover({ report, scope, head, title, logo }: WrittenReport): Content[] {
  const compared = sinceWords(report);
  return [
    brand(logo),
    {
      text: title ?? t('pdf.title'),
      ...{ fontSize: 28, bold: true, margin: [0, 34, 0, 4], outline: true, outlineText: t('pdf.cover') },
    },
    ...(title ? [{ text: t('pdf.title'), fontSize: 13, color: INK.soft, marginBottom: 6 }] : []),
    { text: scope, fontSize: 11, lineHeight: 1.3 },
    ...(report.reconstructed ? [{ text: t('pdf.reconstructed'), color: INK.soft, marginTop: 4 }] : []),
    totals(report),
    ...(report.totals.notApplicable > 0
      ? [{ text: t('pdf.notApplicable', { count: report.totals.notApplicable }), color: INK.soft }]
      : []),
    ...(compared ? [{ text: compared, fontSize: 10, marginTop: 14 }] : []),
    {
      marginTop: 18,
      table: {
        widths: [120, '*'],
        body: head
          .filter(([, value]) => value !== '' && value !== null)
          .map(([label, value]) => [
            { text: label, color: INK.soft },
            { text: typeof value === 'object' && value ? periodWords(value.day) : String(value) },
          ]),
      },
      layout: 'noBorders',
    },
  ];
}

/** Where people sign. */
const signatures = (): Content => ({
  unbreakable: true,
  marginTop: 30,
  stack: [
    { text: t('pdf.signatures'), fontSize: 14, bold: true, color: INK.accent, outline: true },
    {
      marginTop: 44,
      columnGap: 30,
      columns: (['made', 'reviewed', 'approved'] as const).map((who) => ({
        stack: [
          {
            canvas: [
              { type: 'line', x1: 0, y1: 0, x2: WIDTH / 3 - 20, y2: 0, lineWidth: 0.8, lineColor: INK.soft },
            ],
          },
          { text: t(`pdf.signature.${who}`), bold: true, marginTop: 4 },
          ...(['name', 'position', 'date'] as const).map((what) => ({
            text: t(`pdf.signature.${what}`),
            ...{ color: INK.quiet, marginTop: 8 },
          })),
        ],
      })),
    },
  ],
});

/** A report as it is filed and signed on paper (docs/decisions/0112-report-on-paper.md). @param name without the extension */
export function reportPdf(name: string, written: WrittenReport): Promise<TableFile> {
  // What browsers draw may be more than the library can: a report without its logo is better than none.
  return written.logo
    ? write(name, written).catch(() => write(name, { ...written, logo: null }))
    : write(name, written);
}

function write(name: string, written: WrittenReport): Promise<TableFile> {
  const { report, evidence, narrowed, title, author, made, organization, hash } = written;
  const day = periodWords(report.asOf);
  const running = [
    organization,
    title ?? t('pdf.title'),
    day,
    ...(hash ? [t('pdf.hash', { hash })] : []),
  ].join(' · ');
  return pdfFile(name, {
    title: t('pdf.fileTitle', { title: title ?? t('pdf.title'), organization, day }),
    ...{ author, made },
    content: [
      ...cover(written),
      ...matrixPart(report),
      ...missingPart(report, narrowed),
      ...caughtUpPart(report),
      ...foldersPart(report.folders),
      ...evidencePart(report, evidence),
      signatures(),
    ],
    footer: (page, pages) => ({ left: running, right: t('pdf.page', { page, pages }) }),
  });
}

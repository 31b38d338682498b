import {
  AlignmentType,
  BorderStyle,
  convertMillimetersToTwip,
  Document,
  Footer,
  Header,
  LevelFormat,
  LineRuleType,
  PageNumber,
  Paragraph,
  Tab,
  type Table,
  TabStopType,
  TextRun,
} from 'docx';

/* What the built-in templates have in common: a letter-size page, its styles, its header and footer. */

export const PETROL = '005D6D';
export const INK = '1F2933';
export const GREY = '5B6770';
export const LINE = 'C9D1D6';
export const SHADE = 'EEF3F3';

const FONT = 'Calibri';
const mm = convertMillimetersToTwip;
const MARGIN = mm(25);
const TEXT_WIDTH = mm(216) - 2 * MARGIN;

/** The numbering of headings. Word counts them, so a section can be added without renumbering. */
export const NUMBERED = 'secciones';
export const BULLETS = 'puntos';

const line = { style: BorderStyle.SINGLE, size: 4, space: 6, color: LINE };
const small = (children: ConstructorParameters<typeof TextRun>[0]): TextRun =>
  new TextRun({ ...(typeof children === 'string' ? { text: children } : children), size: 17, color: GREY });

const header = new Header({
  children: [
    new Paragraph({
      style: 'Margen',
      tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH }],
      border: { bottom: line },
      children: [
        new TextRun({ text: '{{organización}}', bold: true, size: 18, color: PETROL }),
        small({ children: [new Tab(), '{{biblioteca}}'] }),
      ],
    }),
  ],
});

const footer = new Footer({
  children: [
    new Paragraph({
      style: 'Margen',
      tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH }],
      border: { top: line },
      children: [
        small('{{título}}'),
        small({
          children: [new Tab(), 'Página ', PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES],
        }),
      ],
    }),
  ],
});

const heading = (size: number, before: number, after: number) => ({
  run: { font: FONT, size, bold: true, color: PETROL },
  paragraph: { spacing: { before, after }, keepNext: true, keepLines: true },
});

/** A whole document around its content. */
export function page(children: readonly (Paragraph | Table)[]): Document {
  return new Document({
    title: '{{título}}',
    creator: '{{autor}}',
    styles: {
      default: {
        document: {
          run: { font: FONT, size: 22, color: INK, language: { value: 'es-CL' } },
          paragraph: { spacing: { after: 120, line: 276 } },
        },
        title: {
          run: { font: FONT, size: 40, bold: true, color: INK },
          paragraph: {
            spacing: { before: 120, after: 60, line: 240, lineRule: LineRuleType.AUTO },
            keepNext: true,
          },
        },
        heading1: heading(28, 320, 120),
        heading2: heading(24, 220, 80),
      },
      paragraphStyles: [
        {
          id: 'Subtitulo',
          name: 'Subtítulo',
          basedOn: 'Normal',
          next: 'Normal',
          quickFormat: true,
          run: { size: 24, color: GREY },
          paragraph: { spacing: { after: 240 } },
        },
        {
          // The style of header and footer, also for the page number.
          id: 'Margen',
          name: 'Margen',
          basedOn: 'Normal',
          run: { size: 17, color: GREY },
          paragraph: { spacing: { after: 0 } },
        },
        {
          id: 'Guia',
          name: 'Guía',
          basedOn: 'Normal',
          next: 'Normal',
          quickFormat: true,
          run: { italics: true, color: GREY },
        },
        {
          id: 'Celda',
          name: 'Celda',
          basedOn: 'Normal',
          quickFormat: true,
          run: { size: 20 },
          paragraph: { spacing: { before: 50, after: 50, line: 252 } },
        },
      ],
    },
    numbering: {
      config: [
        {
          reference: NUMBERED,
          levels: [
            {
              level: 0,
              format: LevelFormat.DECIMAL,
              text: '%1.',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: mm(8), hanging: mm(8) } } },
            },
            {
              level: 1,
              format: LevelFormat.DECIMAL,
              text: '%1.%2',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: mm(11), hanging: mm(11) } } },
            },
          ],
        },
        {
          reference: BULLETS,
          levels: [
            {
              level: 0,
              format: LevelFormat.BULLET,
              text: '•',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: mm(8), hanging: mm(5) } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: mm(216), height: mm(279) },
            margin: {
              top: mm(28),
              bottom: mm(24),
              left: MARGIN,
              right: MARGIN,
              header: mm(12),
              footer: mm(11),
            },
          },
        },
        headers: { default: header },
        footers: { default: footer },
        children,
      },
    ],
  });
}

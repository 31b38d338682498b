import { fileURLToPath } from 'node:url';
import pdfmake, { type Content, type Definition } from 'pdfmake';
import type { TableFile } from '#shared/platform/files/table-file.ts';

const fontFile = (name: string): string => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url));
const FONT = 'sans';
const FILES = { normal: fontFile('Archivo-Regular'), bold: fontFile('Archivo-SemiBold') };

// A document's content is what people typed: it reads no file and asks for no address.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(FILES).includes(path));
pdfmake.setFonts({ [FONT]: FILES });

/** A4 in landscape, in points. */
export const PAGE_WIDTH = 842;
export const PAGE_MARGIN = 36;

export interface PdfDocument {
  readonly title: string;
  readonly author: string;
  readonly made: Date;
  readonly content: readonly Content[];
  /** At the foot of each page. */
  readonly footer: (page: number, pages: number) => { readonly left: string; readonly right: string };
}

/**
 * A document in A4 landscape with Legajo's font, its language and title, and numbered pages. Headings with `outline` become
 * bookmarks. A character that the font does not have is drawn as an empty box, and is still there for who copies the text.
 * @param name without the extension
 */
export async function pdfFile(name: string, document: PdfDocument): Promise<TableFile> {
  const { title, author, made, content, footer } = document;
  const definition: Definition = {
    ...{
      pageSize: 'A4',
      pageOrientation: 'landscape',
      version: '1.7',
      language: 'es-CL',
      displayTitle: true,
    },
    info: { title, author, creator: 'Legajo', producer: 'Legajo', creationDate: made, modDate: made },
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN + 10],
    defaultStyle: { font: FONT, fontSize: 8.5, lineHeight: 1.15, color: '#191d1a' },
    footer: (page, pages) => {
      const { left, right } = footer(page, pages);
      return {
        margin: [PAGE_MARGIN, 12, PAGE_MARGIN, 0],
        fontSize: 7,
        color: '#5b605c',
        columns: [
          { text: left, width: '*' },
          { text: right, width: 90, alignment: 'right' },
        ],
      };
    },
    content,
  };
  const bytes = await pdfmake.createPdf(definition).getBuffer();
  return { name: `${name}.pdf`, type: 'application/pdf', data: Buffer.from(bytes).toString('base64') };
}

import { readPdf } from '../../platform/text/extract/pdf.ts';

/** The text of each page of a PDF file that an endpoint answers. */
export async function pdfPages({ data }: { readonly data: string }): Promise<string[]> {
  const pages: string[] = [];
  await readPdf(Buffer.from(data, 'base64'), {
    truncated: false,
    add: (_page: number, text: string) => {
      pages.push(text.replace(/\s+/g, ' '));
    },
  } as Parameters<typeof readPdf>[1]);
  return pages;
}

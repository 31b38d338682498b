import type { Photo } from './photo.ts';

/** Points: the longer side of A4. */
const LONGER_SIDE = 842;

/** A PDF with a photographed page on each of its pages, which are as large as the photos are high and wide. */
export async function photosPdf(photos: readonly Omit<Photo, 'id'>[], name: string): Promise<File> {
  const { PDFDocument, degrees } = await import('pdf-lib');
  const pdf = await PDFDocument.create();
  pdf.setCreator('Legajo');
  pdf.setLanguage('es-CL');
  for (const { jpeg, width, height, turns } of photos) {
    const image = await pdf.embedJpg(await jpeg.arrayBuffer());
    const scale = LONGER_SIDE / Math.max(width, height);
    const page = pdf.addPage([width * scale, height * scale]);
    page.drawImage(image, { x: 0, y: 0, width: width * scale, height: height * scale });
    page.setRotation(degrees((turns % 4) * 90));
  }
  const bytes = await pdf.save();
  return new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
}

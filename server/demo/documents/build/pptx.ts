import pptx from 'pptxgenjs';
import { chilean, type Slide } from '../content.ts';
import { withFixedDates } from './zip.ts';

const INK = '22262E';
const ACCENT = 'A84A29';

/** Slides in 16:9: a cover, then slides with a title, bullets, and some with a table. */
export async function buildPptx(
  title: string,
  subtitle: string,
  slides: readonly Slide[],
  day: string,
): Promise<Buffer> {
  const deck = new pptx();
  deck.layout = 'LAYOUT_WIDE';
  deck.title = title;
  deck.company = 'Constructora Andes SpA';
  const cover = deck.addSlide();
  cover.background = { color: 'F7F3EC' };
  cover.addText(title, { x: 0.8, y: 2.4, w: 11.5, h: 1.3, fontSize: 40, bold: true, color: INK });
  cover.addText(subtitle, { x: 0.8, y: 3.8, w: 11.5, h: 0.7, fontSize: 20, color: ACCENT });
  for (const slide of slides) {
    const page = deck.addSlide();
    page.addText(slide.title, { x: 0.6, y: 0.4, w: 12, h: 0.9, fontSize: 30, bold: true, color: INK });
    page.addText(
      slide.bullets.map((text) => ({ text, options: { bullet: true, breakLine: true } })),
      { x: 0.7, y: 1.5, w: 11.8, h: slide.table ? 2.6 : 5, fontSize: 20, color: INK, valign: 'top' },
    );
    if (slide.table) {
      const rows = slide.table.map((row, at) =>
        row.map((cell) => ({ text: chilean(cell), options: { bold: at === 0 } })),
      );
      page.addTable(rows, {
        x: 0.7,
        y: 4.2,
        w: 11.8,
        fontSize: 16,
        border: { type: 'solid', pt: 0.5, color: 'CCCCCC' },
      });
    }
  }
  const bytes = await deck.write({ outputType: 'nodebuffer' });
  return withFixedDates(Buffer.from(bytes as Uint8Array), day);
}

import { fillOf, type Palette } from './slide-colors.ts';
import { at, childOf, type Node } from './xml-tree.ts';

export interface Paragraph {
  readonly level: number;
  readonly align: 'left' | 'center' | 'right' | 'justify';
  readonly bullet: boolean;
  readonly runs: readonly Run[];
}

export interface Run {
  readonly text: string;
  /** In points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string | undefined;
}

/** Default font size in points, by the placeholder of the text. */
const SIZES: Readonly<Record<string, number>> = {
  title: 40,
  ctrTitle: 54,
  subTitle: 24,
  body: 24,
  obj: 24,
  dt: 12,
  ftr: 12,
  sldNum: 12,
};
const ALIGNS: Readonly<Record<string, Paragraph['align']>> = {
  l: 'left',
  ctr: 'center',
  r: 'right',
  just: 'justify',
};
const CHARACTERS = 20_000;

/** The text of a shape, with its most important formatting. */
export function paragraphsOf(shape: Node, palette: Palette, placeholder: string | undefined): Paragraph[] {
  const body = childOf(shape, 'txBody');
  const shrunk = Number(at(body, 'bodyPr', 'normAutofit')?.attribs.fontScale ?? 100_000) / 100_000;
  const usual = (SIZES[placeholder ?? ''] ?? 18) * (Number.isFinite(shrunk) && shrunk > 0.1 ? shrunk : 1);
  const listed = placeholder === 'body' || placeholder === 'obj';
  let left = CHARACTERS;
  const found = (body?.children ?? [])
    .filter((each) => each.name === 'p')
    .map((paragraph): Paragraph => {
      const properties = childOf(paragraph, 'pPr');
      const level = Math.min(8, Number(properties?.attribs.lvl) || 0);
      const runs = paragraph.children.flatMap((each): Run[] => {
        if (each.name === 'br')
          return [{ text: '\n', size: usual, bold: false, italic: false, color: undefined }];
        if (each.name !== 'r' && each.name !== 'fld') return [];
        const look = childOf(each, 'rPr');
        const text = (childOf(each, 't')?.text ?? '').slice(0, Math.max(0, left));
        left -= text.length;
        const points = Number(look?.attribs.sz) / 100;
        return [
          {
            text,
            size:
              points > 0 && points < 400
                ? points * (shrunk > 0.1 ? shrunk : 1)
                : Math.max(10, usual - level * 3),
            bold: look?.attribs.b === '1',
            italic: look?.attribs.i === '1',
            color: fillOf(look, palette),
          },
        ];
      });
      const marked = childOf(properties, 'buChar') ?? childOf(properties, 'buAutoNum');
      return {
        level,
        align: ALIGNS[properties?.attribs.algn ?? ''] ?? (placeholder === 'ctrTitle' ? 'center' : 'left'),
        bullet: marked !== undefined || (listed && !childOf(properties, 'buNone')),
        runs,
      };
    });
  return found.some((each) => each.runs.some((run) => run.text.trim() !== '')) ? found : [];
}

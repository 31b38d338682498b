/** A piece of text as pdf.js gives it; what marks structure has no `str`. */
export interface TextPiece {
  readonly str: string;
  /** A matrix: how the text is scaled, turned and moved. */
  readonly transform: readonly number[];
  readonly hasEOL: boolean;
}

/** A line of a page. `size` is the height of its largest letters in points; 0 where it is not horizontal. */
export interface Line {
  readonly text: string;
  readonly size: number;
}

/** Sizes are compared in tenths of a point: writers round them differently. */
function sizeOf({ transform: [a = 0, b = 0, c = 0, d = 0] }: TextPiece): number {
  const isHorizontal = Math.abs(b) < 0.01 * Math.abs(a);
  return isHorizontal ? Math.round(10 * Math.hypot(c, d)) / 10 : 0;
}

/** The lines of a page, in drawing order. Empty ones are kept: they stand between paragraphs. */
export function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  let text = '';
  let size = 0;
  for (const piece of pieces) {
    text += piece.str;
    if (piece.str.trim()) size = Math.max(size, sizeOf(piece));
    if (!piece.hasEOL) continue;
    lines.push({ text, size });
    text = '';
    size = 0;
  }
  if (text) lines.push({ text, size });
  return lines;
}

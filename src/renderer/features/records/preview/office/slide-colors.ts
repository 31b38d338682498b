import type { ZipEntries } from '#shared/office/zip.ts';
import { childOf, type Node, readTree } from './xml-tree.ts';

/** The colours of a presentation's theme, by the names that shapes use. */
export type Palette = ReadonlyMap<string, string>;

/** Themes name colours dark and light; shapes call them text and background. */
const ALIASES: Readonly<Record<string, string>> = { tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2' };
const HEX = /^[0-9a-f]{6}$/i;

const plain = (node: Node | undefined): string | undefined => {
  const value = childOf(node, 'srgbClr')?.attribs.val ?? childOf(node, 'sysClr')?.attribs.lastClr ?? '';
  return HEX.test(value) ? `#${value}` : undefined;
};

export function readPalette(zip: ZipEntries): Palette {
  const theme = zip.names.find((name) => /^ppt\/theme\/theme\d+\.xml$/.test(name));
  const scheme = theme ? childOf(childOf(readTree(zip, theme), 'themeElements'), 'clrScheme') : undefined;
  const colors = new Map<string, string>();
  for (const each of scheme?.children ?? []) {
    const color = plain(each);
    if (color) colors.set(each.name, color);
  }
  return colors;
}

/** The colour of a solid fill; undefined for pictures, gradients and no fill. */
export function fillOf(node: Node | undefined, palette: Palette): string | undefined {
  const fill = childOf(node, 'solidFill');
  const named = childOf(fill, 'schemeClr')?.attribs.val ?? '';
  return plain(fill) ?? palette.get(ALIASES[named] ?? named);
}

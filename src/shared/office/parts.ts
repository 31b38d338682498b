import { local, parseXml } from './xml.ts';
import type { ZipEntries } from './zip.ts';

/** The relations between the parts of an office document (OPC). */

export interface Relation {
  readonly target: string;
  /** The last word of its type: `image`, `slideLayout`, … */
  readonly type: string;
}

/** The targets of a part's relations, by id. External targets are left out. */
export function relations(zip: ZipEntries, of: string): Map<string, Relation> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1);
  const found = new Map<string, Relation>();
  const bytes = zip.read(`${folder}_rels/${of.slice(folder.length)}.rels`);
  if (!bytes) return found;
  parseXml(bytes, {
    onopentag(name, { Id, Target, Type, TargetMode }) {
      if (local(name) !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
      found.set(Id, { target: resolve(folder, Target), type: Type?.split('/').at(-1) ?? '' });
    },
  });
  return found;
}

function resolve(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const path = parts.join('/');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The attributes of each element of this name, in order: slides and sheets are listed this way. */
export function listed(zip: ZipEntries, name: string, tag: string): Record<string, string>[] {
  const bytes = zip.read(name);
  const rows: Record<string, string>[] = [];
  if (bytes) {
    parseXml(bytes, {
      onopentag(opened, attributes) {
        if (local(opened) === tag) rows.push(attributes);
      },
    });
  }
  return rows;
}

const relationOf = (row: Record<string, string>): string =>
  Object.entries(row).find(([name]) => name.includes(':') && local(name) === 'id')?.[1] ?? '';

/** Sorts names by the number at their end: slide2 before slide10. */
export const numbered = (names: readonly string[], pattern: RegExp): string[] =>
  names
    .filter((name) => pattern.test(name))
    .sort((a, b) => Number(/(\d+)\.xml$/.exec(a)?.[1] ?? 0) - Number(/(\d+)\.xml$/.exec(b)?.[1] ?? 0));

/** The parts of a presentation's slides, in the order of the show. */
export function slideParts(zip: ZipEntries): string[] {
  const paths = relations(zip, 'ppt/presentation.xml');
  const shown = listed(zip, 'ppt/presentation.xml', 'sldId').flatMap(
    (row) => paths.get(relationOf(row))?.target ?? [],
  );
  return shown.length > 0 ? shown : numbered(zip.names, /^ppt\/slides\/slide\d+\.xml$/);
}

export interface SheetPart {
  readonly name: string;
  readonly target: string;
}

/** The sheets of a workbook, in their order. */
export function sheetParts(zip: ZipEntries): SheetPart[] {
  const paths = relations(zip, 'xl/workbook.xml');
  const named = listed(zip, 'xl/workbook.xml', 'sheet').flatMap((row) => {
    const target = paths.get(relationOf(row))?.target;
    return target ? [{ name: row.name ?? '', target }] : [];
  });
  if (named.length > 0) return named;
  return numbered(zip.names, /^xl\/worksheets\/sheet\d+\.xml$/).map((target) => ({ name: '', target }));
}

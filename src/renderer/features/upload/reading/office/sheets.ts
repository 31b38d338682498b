import { sheetParts } from '#shared/office/parts.ts';
import { sharedStringHandler } from '#shared/office/shared-strings.ts';
import { local } from '#shared/office/xml.ts';
import type { ZipEntries } from '#shared/office/zip.ts';
import type { Found } from '../found.ts';
import { DayCells } from './cells.ts';
import { coreTitle, ENOUGH_CHARACTERS, Enough, readPart } from './entry.ts';

/** Shared texts that are kept, in number and in characters of each: the cells of the first rows use the first ones. */
const SHARED = { count: 20_000, characters: 1_000 } as const;
const SHEETS = 10;

/** The first rows of a workbook. Its title may stand alone in the first of them. */
export function readSheets(zip: ZipEntries): Found {
  const shared = sharedTexts(zip);
  const days = new DayCells(zip);
  let text = '';
  let alone: string | undefined;
  for (const [at, { target }] of sheetParts(zip).slice(0, SHEETS).entries()) {
    const rows = readRows(zip, target, (value, type, style) => {
      if (type === 's') return shared[Number(value)] ?? '';
      return type === '' || type === 'n' ? days.show(value, style) : value;
    });
    const [first] = rows;
    if (at === 0 && first?.length === 1) alone = first[0];
    text += `${rows.map((cells) => cells.join(' ')).join('\n')}\n`;
    if (text.length > ENOUGH_CHARACTERS) break;
  }
  return { text, titles: [coreTitle(zip), alone] };
}

function sharedTexts(zip: ZipEntries): string[] {
  const texts: string[] = [];
  const keep = (text: string): void => {
    if (texts.push(text) >= SHARED.count) throw new Enough();
  };
  readPart(zip, 'xl/sharedStrings.xml', sharedStringHandler(keep, SHARED.characters));
  return texts;
}

/** Rows with something in them, as the texts of their cells. */
function readRows(
  zip: ZipEntries,
  part: string,
  show: (value: string, type: string, style: number) => string,
): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let characters = 0;
  let type = '';
  let style = 0;
  let value = '';
  let reading = false;
  const endRow = (): void => {
    if (cells.length > 0) rows.push(cells);
    cells = [];
  };
  readPart(zip, part, {
    onopentag(name, attributes) {
      const tag = local(name);
      if (tag === 'c') {
        type = attributes.t ?? '';
        style = Number(attributes.s) || 0;
        value = '';
      } else if (tag === 'v' || tag === 't') reading = true;
    },
    ontext(data) {
      if (reading && value.length < ENOUGH_CHARACTERS) value += data.slice(0, ENOUGH_CHARACTERS);
    },
    onclosetag(name) {
      const tag = local(name);
      if (tag === 'v' || tag === 't') reading = false;
      else if (tag === 'row') endRow();
      else if (tag === 'c') {
        const shown = show(value, type, style).trim();
        if (shown) cells.push(shown);
        characters += shown.length + 1;
        if (characters > ENOUGH_CHARACTERS) throw new Enough();
      }
    },
  });
  endRow();
  return rows;
}

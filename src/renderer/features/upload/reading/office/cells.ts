import { local } from '#shared/office/xml.ts';
import type { ZipEntries } from '#shared/office/zip.ts';
import { addDays, isDay } from '#shared/platform/days.ts';
import { readPart } from './entry.ts';

/** Workbooks store a day as a number of days from this one, or from 1904 on old Macs. */
const DAY_ZERO = '1899-12-30';
const DAY_ZERO_1904 = '1904-01-01';
const LAST_NUMBER = 110_000;

/** Formats of Excel's own that show a day. */
const DAYS = new Set([14, 15, 16, 17, 22]);
const showsDay = (format: string): boolean => {
  const plain = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  return /y/i.test(plain) && /d/i.test(plain);
};

/** Says which numbers of a workbook are days, and which days. */
export class DayCells {
  readonly #styles: readonly boolean[];
  readonly #zero: string;

  constructor(zip: ZipEntries) {
    this.#styles = readStyles(zip);
    this.#zero = isFrom1904(zip) ? DAY_ZERO_1904 : DAY_ZERO;
  }

  /** @param style the number of a cell's style */
  show(value: string, style: number): string {
    const number = Math.floor(Number(value));
    if (!this.#styles[style] || value.trim() === '' || !(number > 0 && number < LAST_NUMBER)) return value;
    const day = addDays(this.#zero, number);
    return isDay(day) ? day : value;
  }
}

function readStyles(zip: ZipEntries): boolean[] {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  readPart(zip, 'xl/styles.xml', {
    onopentag(name, attributes) {
      const tag = local(name);
      if (tag === 'numFmt') own.set(Number(attributes.numFmtId), showsDay(attributes.formatCode ?? ''));
      else if (tag === 'cellXfs') inCells = true;
      else if (tag === 'xf' && inCells) {
        const format = Number(attributes.numFmtId);
        styles.push(own.get(format) ?? DAYS.has(format));
      }
    },
    onclosetag(name) {
      if (local(name) === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

function isFrom1904(zip: ZipEntries): boolean {
  let found = false;
  readPart(zip, 'xl/workbook.xml', {
    onopentag(name, attributes) {
      if (local(name) === 'workbookPr') found = /^(1|true)$/.test(attributes.date1904 ?? '');
    },
  });
  return found;
}

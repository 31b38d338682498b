import { LOCALE } from '#shared/platform/limits.ts';

/** How a workbook formats the numbers of a cell. */
export type CellFormat =
  | { readonly kind: 'general' | 'date' | 'time' | 'moment' }
  | {
      readonly kind: 'number' | 'percent';
      readonly decimals: number;
      readonly grouped: boolean;
      readonly sign: string;
    };

const GENERAL: CellFormat = { kind: 'general' };

const number = (decimals: number, grouped: boolean): CellFormat => ({
  kind: 'number',
  decimals,
  grouped,
  sign: '',
});
const percent = (decimals: number): CellFormat => ({ kind: 'percent', decimals, grouped: false, sign: '' });

/** Built-in formats that have a number and no code (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<number, CellFormat>> = {
  1: number(0, false),
  2: number(2, false),
  3: number(0, true),
  4: number(2, true),
  9: percent(0),
  10: percent(2),
  ...Object.fromEntries([14, 15, 16, 17].map((id) => [id, { kind: 'date' } as const])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 46, 47].map((id) => [id, { kind: 'time' } as const])),
  22: { kind: 'moment' },
  37: number(0, true),
  38: number(0, true),
  39: number(2, true),
  40: number(2, true),
};

/** A format by its number and, for a custom one, its code. */
export function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return BUILT_IN[id] ?? GENERAL;
  const [first = ''] = code.split(';');
  const sign = /"([^"]{1,4})"|\[\$([^\]-]{1,4})|([$€£])/.exec(first)?.slice(1).find(Boolean) ?? '';
  // Removes quoted, escaped and bracketed parts from a format's pattern, except for elapsed hours.
  const pattern = first
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase();
  if (/[ymdhs]/.test(pattern) && !/[0#]/.test(pattern.replace(/\.0+/g, ''))) {
    const day = /[yd]/.test(pattern) || (pattern.includes('m') && !/[hs]/.test(pattern));
    const time = /[hs]/.test(pattern);
    return { kind: day && time ? 'moment' : day ? 'date' : 'time' };
  }
  if (!/[0#]/.test(pattern)) return GENERAL;
  const decimals = /\.([0#]+)/.exec(pattern)?.[1]?.length ?? 0;
  const grouped = /[0#],[0#]/.test(pattern);
  return { kind: pattern.includes('%') ? 'percent' : 'number', decimals, grouped, sign };
}

const DAY_MS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** A workbook's day number as a moment: day 1 is 1 January 1900, or day 0 is 1 January 1904. */
const momentOf = (value: number, from1904: boolean): Date =>
  // Workbooks have a 29 February 1900, which did not exist: days before it are off by one.
  new Date(Math.round((value - (from1904 ? 24_107 : value < 61 ? 25_568 : 25_569)) * DAY_MS));

function withoutSign(value: number, format: Extract<CellFormat, { decimals: number }>): string {
  const shown = format.kind === 'percent' ? value * 100 : value;
  const text = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: Math.min(format.decimals, 20),
    maximumFractionDigits: Math.min(format.decimals, 20),
    useGrouping: format.grouped ? 'always' : false,
  } as Intl.NumberFormatOptions).format(shown);
  return format.kind === 'percent' ? `${text} %` : text;
}

/** A number as the workbook would show it to a Chilean reader. */
export function formatCell(value: number, format: CellFormat, from1904 = false): string {
  if (!Number.isFinite(value)) return String(value);
  if (format.kind === 'general') return String(Number(value.toPrecision(11))).replace('.', ',');
  if (format.kind === 'number' || format.kind === 'percent') {
    const text = withoutSign(value, format);
    return format.sign ? `${format.sign} ${text}` : text;
  }
  const at = momentOf(value, from1904);
  if (Number.isNaN(at.getTime())) return String(value);
  const day = `${two(at.getUTCDate())}-${two(at.getUTCMonth() + 1)}-${at.getUTCFullYear()}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  return format.kind === 'date' ? day : format.kind === 'time' ? time : `${day} ${time}`;
}

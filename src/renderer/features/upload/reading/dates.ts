import { type Day, isDay, monthNamed } from '#shared/platform/days.ts';
import { MONTH_NAMES } from '#shared/platform/texts/month-names.ts';
import { foldText } from '#shared/platform/texts/text.ts';

const FIRST_YEAR = 1950;

const WEEKDAY = '(?:(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo),? )?';
const DATE =
  '(?:' +
  `(?<day>\\d{1,2}|1[°º]|primero) de (?<month>${MONTH_NAMES.join('|')}|setiembre) (?:de|del|del ano) (?<year>\\d{4})` +
  '|(?<d>\\d{1,2})(?<mark>[-/.])(?<m>\\d{1,2})\\k<mark>(?<y>\\d{4})' +
  '|(?<iy>\\d{4})-(?<im>\\d{2})-(?<id>\\d{2})' +
  // A number that goes on is no date; a time may follow, as in 2026-03-12T10:22.
  ')(?![\\d-]|[/.]\\d)';

/** What a document may call itself in "Fecha del …". Births, terms and entries are other things' dates. */
const NAMED =
  'emision|documento|informe|carta|certificado|acta|factura|boleta|elaboracion|redaccion|suscripcion|otorgamiento|firma';
const LABEL =
  `(?:(?:lugar y )?fecha(?: y hora)?(?: (?:(?:de|del) )?(?:la |el )?(?:${NAMED}))?` +
  '|(?:emitid[oa]|extendid[oa]|otorgad[oa])(?: el| con fecha)|emision)';
/** In front of a label inside of a line: "por carta de fecha 3 de mayo" is the date of that letter. */
const INSIDE = '(?<![\\p{L}\\d])(?<!(?:^| )(?:de|del|con|a|la|su|en|esta|dicha|cuya) )';
const PLACE = "(?:en )?[\\p{L}.'’]+(?: [\\p{L}.'’]+){0,5}";

const LABELLED = [
  new RegExp(`^[^\\p{L}\\d]*${LABEL} ?[:;,.|\\-–]* ?${WEEKDAY}${DATE}`, 'u'),
  new RegExp(`^[^\\p{L}\\d]*${LABEL} ?: ?${PLACE}, (?:a )?${WEEKDAY}${DATE}`, 'u'),
  new RegExp(`${INSIDE}${LABEL} ?: ?${WEEKDAY}${DATE}`, 'u'),
];
/** A label alone in its line, whose value is the line below. */
const LABEL_ALONE = new RegExp(`^[^\\p{L}\\d]*${LABEL} ?:?$`, 'u');
const VALUE_ALONE = new RegExp(`^:? ?(?:${PLACE}, (?:a )?)?${WEEKDAY}${DATE}`, 'u');
/** "Santiago, 12 de marzo de 2026", "En Santiago de Chile, a 12 de marzo de 2026". */
const PLACE_AND_DAY = new RegExp(`^${PLACE}, (?:a )?${WEEKDAY}${DATE}`, 'u');
const CAPITALIZED = /^(?:[Ee]n )?\p{Lu}[\p{L}.'’]*(?: (?:de|del|la|las|los|el|y|\p{Lu}[\p{L}.'’]*))*, /u;
/** The line above says what the date below is of. */
const OTHERS = /\bfecha\b|\bnacimiento\b|\bvencimiento\b|:$/;

/**
 * The day that a text says is its document's: behind a label such as "Fecha de emisión", or behind a place at the
 * beginning of a line, as in letters. The first one counts.
 * @param thisYear dates after the next year are none
 */
export function findDay(text: string, thisYear: number): Day | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const folded = lines.map(foldText);
  for (const [at, line] of lines.entries()) {
    const plain = folded[at] ?? '';
    const before = folded[at - 1] ?? '';
    const found =
      firstMatch(LABELLED, plain) ??
      (LABEL_ALONE.test(before) ? VALUE_ALONE.exec(plain) : null) ??
      (CAPITALIZED.test(line) && !OTHERS.test(before) ? PLACE_AND_DAY.exec(plain) : null);
    const day = found && dayOf(found.groups ?? {}, thisYear);
    if (day) return day;
  }
  return undefined;
}

function firstMatch(patterns: readonly RegExp[], line: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const found = pattern.exec(line);
    if (found) return found;
  }
  return null;
}

function dayOf(found: Record<string, string | undefined>, thisYear: number): Day | undefined {
  const day = found.day === 'primero' ? 1 : Number.parseInt(found.day ?? found.d ?? found.id ?? '', 10);
  const month = found.month ? monthNamed(found.month) : Number(found.m ?? found.im);
  return realDay(Number(found.year ?? found.y ?? found.iy), month, day, thisYear);
}

function realDay(year: number, month: number, day: number, thisYear: number): Day | undefined {
  const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isBelievable(written, thisYear) ? written : undefined;
}

/** Whether a day exists and a document can be of it: from 1950 to the end of the next year. */
export const isBelievable = (day: Day, thisYear: number): boolean =>
  isDay(day, { first: `${FIRST_YEAR}-01-01`, last: `${thisYear + 1}-12-31` });

const DATE_LINE = new RegExp(`^[^\\d]{0,60}${DATE}\\W*$`, 'u');

/** Whether a line is no more than a date, with its label or place. */
export const isDateLine = (line: string): boolean => DATE_LINE.test(foldText(line));

import { foldTitle } from '../../../platform/tables/reading/fold-title.ts';
import { t } from '../texts.ts';
import { KEPT_FOREVER, KEPT_NEVER } from './understood.ts';

/** How long a type keeps its documents: for so many months, for ever, or nothing says so. */
export type Kept = number | 'forever' | 'none';

const YEARS = /^(\d{1,4}) ?(anos?|a)?$/;
const MONTHS = /^(\d{1,4}) ?(mes|meses|m)$/;
const BOTH = /^(\d{1,4}) ?(?:anos?|a)(?: y)? (\d{1,4}) ?(?:mes|meses|m)$/;

/** Reads `5 años`, `18 meses`, `1 año y 6 meses`, `siempre`, `sin plazo`; a number alone is years. Null for anything else. */
export function readPeriod(text: string): Kept | null {
  const words = foldDigits(text);
  if (KEPT_NEVER.includes(words)) return 'none';
  if (KEPT_FOREVER.includes(words)) return 'forever';
  const years = YEARS.exec(words);
  if (years) return Number(years[1]) * 12;
  const months = MONTHS.exec(words);
  if (months) return Number(months[1]);
  const both = BOTH.exec(words);
  return both ? Number(both[1]) * 12 + Number(both[2]) : null;
}

/** Folded titles pad numbers, so that they sort: here they are read. */
export const foldDigits = (text: string): string =>
  foldTitle(text).replace(/\d+/g, (digits) => String(Number(digits)));

/** The same in words, as `readPeriod` reads them. */
export function periodWords(kept: Kept): string {
  if (kept === 'none' || kept === 'forever') return t(`types.kept.${kept}`);
  const [years, months] = [Math.floor(kept / 12), kept % 12];
  const parts = [
    ...(years > 0 ? [t('types.period.years', { count: years })] : []),
    ...(months > 0 ? [t('types.period.months', { count: months })] : []),
  ];
  return parts.length === 2
    ? t('types.period.both', { years: parts[0] ?? '', months: parts[1] ?? '' })
    : (parts[0] ?? '');
}

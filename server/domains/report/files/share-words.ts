import { LOCALE } from '#shared/platform/limits.ts';
import type { Share } from '#shared/report/report.schemas.ts';

const percent = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A share as the screen says it: `93,0 %`; a dash for nothing. */
export const percentOf = ({ count, of }: Share): string =>
  of === 0 ? '—' : `${percent.format((count / of) * 100)} %`;

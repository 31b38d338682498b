import { isUnusualDay } from '#shared/platform/days.ts';
import { formatIsoDate } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';

/** A hint below a document's date whose year may be a typing error; undefined for the usual ones. It never blocks. */
export const yearHint = (day: string): string | undefined =>
  isUnusualDay(day, formatIsoDate(Date.now()))
    ? i18next.t('unusualYear', { year: day.slice(0, 4) })
    : undefined;

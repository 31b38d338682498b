import { useTranslation } from 'react-i18next';
import type { RetentionEvent } from '#shared/keeping/retention.ts';
import { LOCALE } from '#shared/platform/limits.ts';

/** For how long and since when something is kept, in words. */
export function useRetentionWords() {
  const { t } = useTranslation();
  /** "6 años y 3 meses". */
  const lengthOf = (months: number): string => {
    const [years, rest] = [Math.floor(months / 12), months % 12];
    return new Intl.ListFormat(LOCALE).format([
      ...(years > 0 ? [t('retention.years', { count: years })] : []),
      ...(rest > 0 ? [t('retention.months', { count: rest })] : []),
    ]);
  };
  /** "6 años desde su emisión". */
  const periodOf = (months: number, from: RetentionEvent): string =>
    `${lengthOf(months)} ${t(`retention.since.${from}`)}`;
  return { periodOf };
}

import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import type { RetentionEvent } from '#shared/keeping/retention.ts';
import { LOCALE } from '#shared/platform/limits.ts';

/** How long something is kept, counted from what, in words. */
export function useRetentionWords() {
  const { t } = useTranslation('retention');
  /** For example "6 años y 3 meses". */
  const lengthOf = (months: number): string => {
    const [years, rest] = [Math.floor(months / 12), months % 12];
    return new Intl.ListFormat(LOCALE).format([
      ...(years > 0 ? [t('years', { count: years })] : []),
      ...(rest > 0 ? [t('months', { count: rest })] : []),
    ]);
  };
  /** For example "6 años desde su emisión". */
  const periodOf = (months: number, from: RetentionEvent): string =>
    `${lengthOf(months)} ${t(`since.${from}`)}`;
  return { periodOf };
}

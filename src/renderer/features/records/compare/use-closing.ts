import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { type Compared, closingOf, type Uncompared } from './closing.ts';

/** What a comparison says beside its changes, sentence by sentence: what was left out, and whether all else is the same. */
export function useClosing(what: Compared, changes: number, uncompared: readonly Uncompared[]): string[] {
  const { t } = useTranslation('records');
  const left = uncompared.map((each) => {
    if ('count' in each) return t(`compare.uncompared.${each.part}`, { count: each.count });
    const first = formatNumber(each.first);
    if (!('sheet' in each)) return t(`compare.uncompared.${each.part}`, { first });
    if (each.sheet === '') return t(`compare.uncompared.${each.part}`, { first });
    return t(`compare.uncompared.${each.part}Of`, { first, sheet: each.sheet });
  });
  const closing = closingOf(what, changes, uncompared);
  return closing ? [...left, t(closing)] : left;
}

import { useTranslation } from 'react-i18next';
import { recurrenceWords } from '#shared/calendars/words.ts';
import type { ItemKind } from '#shared/starting/starter-set.ts';
import { ITEM_KINDS } from '#shared/starting/starter-set.ts';
import type { StarterItem } from '#shared/starting/starting.schemas.ts';
import { useRetentionWords } from '../../components/retention/use-retention-words.ts';
import { formatList } from '../../i18n/format.ts';

/** The path of a folder's key, without its kind. */
const pathOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** What is said of an item below its name. @param willBe whether there will be a thing of the set */
export function useItemWords(willBe: (key: string) => boolean): (item: StarterItem) => string {
  const { t } = useTranslation('starting');
  const { periodOf } = useRetentionWords();
  const partsOf = (item: StarterItem): readonly string[] => {
    switch (item.kind) {
      case 'type': {
        const { code, retentionMonths, retentionFrom, retentionBasis } = item;
        const kept =
          retentionMonths === null ? [] : [t('kept', { period: periodOf(retentionMonths, retentionFrom) })];
        return [code, ...kept, retentionBasis ?? ''];
      }
      case 'rule':
        return [
          `${t(`reach.${item.appliesTo}`)} ${pathOf(item.within ?? '')}`,
          t(`severity.${item.severity}`),
          item.legalBasis,
        ];
      case 'obligation':
        return [
          ...[recurrenceWords(item.recurrence), item.authority, item.legalBasis],
          willBe(`folder:${item.place}`) ? item.place : '',
        ];
      case 'library':
      case 'calendar':
        return [item.description];
      default:
        return [];
    }
  };
  return (item) =>
    item.state === 'new'
      ? partsOf(item)
          .filter((part) => part !== '')
          .join(' · ')
      : t(item.state);
}

/** Counts of kinds in words: "3 bibliotecas, 12 carpetas y 2 calendarios". */
export function useCountWords(): (counts: Readonly<Record<ItemKind, number>>) => string {
  const { t } = useTranslation('starting');
  return (counts) =>
    formatList(
      ITEM_KINDS.flatMap((kind) => (counts[kind] > 0 ? t(`kindCount.${kind}`, { count: counts[kind] }) : [])),
    );
}

import { useTranslation } from 'react-i18next';
import { stateRow } from '#shared/access/states.ts';
import type { Rule } from '#shared/compliance/compliance.schemas.ts';
import type { RulesSeed } from '../../hooks/shell-actions.ts';
import { formatList } from '../../i18n/format.ts';
import { reachKey } from './store.ts';

/** A rule in one line: the document, how many, how often, valid until when, and how severe. */
export function useSummary(seed: RulesSeed): (rule: Rule) => string {
  const { t } = useTranslation('rules');
  return ({ match, minCount, acceptedStates, validity, periodicity, severity, appliesTo }) => {
    const { documentType, labelsAll, labelsAny, titlePattern } = match;
    const wanted = [
      ...(documentType ? [documentType.name] : []),
      ...[...labelsAll, ...labelsAny].map((label) => label.name),
      ...(titlePattern ? [`«${titlePattern}»`] : []),
    ].join(', ');
    const states = formatList(acceptedStates.map((state) => stateRow(state).label));
    return [
      t(reachKey(appliesTo, seed)),
      minCount > 1 ? t('summary.count', { count: minCount, wanted }) : wanted,
      states,
      ...(periodicity === 'once' ? [] : [t(`periodicity.${periodicity}`)]),
      ...(validity.basis === 'none' || validity.basis === 'period'
        ? []
        : [t(`summary.${validity.basis}`, { count: validity.months ?? 0 })]),
      t(`severity.${severity}`),
    ].join(' · ');
  };
}

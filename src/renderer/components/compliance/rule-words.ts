import { useTranslation } from 'react-i18next';
import { stateRow } from '#shared/access/states.ts';
import { periodWords } from '#shared/calendars/period.ts';
import type { RuleReason, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { formatDate } from '../../i18n/format.ts';

/** Why a rule fails, as a sentence. */
export function useReasonText(): (reason: RuleReason) => string {
  const { t } = useTranslation();
  return (reason) => {
    const period = reason.period === undefined ? undefined : periodWords(reason.period);
    const title = reason.record?.title;
    switch (reason.code) {
      case 'EXPIRED':
        return reason.until
          ? t('ruleWords.reason.EXPIRED', { title, date: formatDate(reason.until) })
          : t('ruleWords.reason.UNDATED', { title });
      case 'WRONG_STATE': {
        const state = reason.state === undefined ? '' : stateRow(reason.state).label;
        return period
          ? t('ruleWords.reason.WRONG_STATEOf', { title, state, period })
          : t('ruleWords.reason.WRONG_STATE', { title, state });
      }
      case 'TOO_FEW': {
        const { have, need } = reason;
        return period
          ? t('ruleWords.reason.TOO_FEWOf', { have, need, period })
          : t('ruleWords.reason.TOO_FEW', { have, need });
      }
      case 'WRONG_PERIOD':
        return title
          ? t('ruleWords.reason.WRONG_PERIODAfter', { period, title })
          : t('ruleWords.reason.WRONG_PERIOD', { period });
      case 'MISSING':
        return period ? t('ruleWords.reason.MISSINGOf', { period }) : t('ruleWords.reason.MISSING');
    }
  };
}

/** Why a folder's rule fails, or until when it is fulfilled. */
export function useRuleText(): (result: Pick<RuleResult, 'status' | 'reasons' | 'failsOn'>) => string {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  return ({ status, reasons, failsOn }) => {
    if (status === 'fails') return reasons.map(reasonText).join(' ');
    return failsOn ? t('ruleWords.ends', { date: formatDate(failsOn) }) : t('ruleWords.endsSoon');
  };
}

/** Sort order: blocking failures, then warnings, then rules that soon will fail. */
export const ruleWeight = ({ status, rule }: Pick<RuleResult, 'status' | 'rule'>): number =>
  status !== 'fails' ? 2 : rule.severity === 'blocking' ? 0 : 1;

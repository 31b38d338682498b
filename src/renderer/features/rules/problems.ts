import { useTranslation } from 'react-i18next';
import type { RuleValues } from './form.ts';

const within = (value: number | string, min: number, max: number): boolean =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= min && Number(value) <= max;

/** Errors that keep the form from being sent, by field. The server checks the rest. */
export function useProblems(values: RuleValues): Record<string, string> {
  const { t } = useTranslation('rules');
  const problems: Record<string, string> = {};
  const number = (field: keyof RuleValues & string, value: number | string, min: number, max: number) => {
    if (!within(value, min, max)) problems[field] = t('needNumber', { min, max });
  };
  const name = values.name.trim();
  if (name.length < 3 || name.length > 80) problems.name = t('needName');
  const { documentType, labelsAll, labelsAny, titlePattern } = values;
  if (!documentType && labelsAll.length + labelsAny.length === 0 && titlePattern.trim() === '') {
    problems.documentType = t('hints.match');
  }
  if (values.acceptedStates.length === 0) problems.acceptedStates = t('needStates');
  if (values.basis === 'period' && values.periodicity === 'once') problems.periodicity = t('hints.once');
  number('minCount', values.minCount, 1, 1000);
  if (values.basis === 'issuedOn' && values.periodicity === 'once') number('months', values.months, 1, 600);
  if (values.basis !== 'none' || values.periodicity !== 'once') number('graceDays', values.graceDays, 0, 366);
  for (const [at, { folder, reason }] of values.exemptions.entries()) {
    if (!folder) problems[`exemptions.${at}.folder`] = t('exemption.needFolder');
    if (reason.trim().length < 3) problems[`exemptions.${at}.reason`] = t('exemption.needReason');
  }
  return problems;
}

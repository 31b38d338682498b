import './catalogue.ts';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconMinus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Compliance } from './compliance-badge.tsx';
import styles from './rule-results.module.css';
import { useReasonText, useRuleText } from './rule-words.ts';

const LOOKS = ['fail', 'warning', 'soon', 'exempt', 'ok'] as const;
type Look = (typeof LOOKS)[number];

const ICONS: Readonly<Record<Look, TablerIcon>> = {
  fail: IconX,
  warning: IconAlertTriangle,
  soon: IconClock,
  exempt: IconMinus,
  ok: IconCheck,
};

function lookOf({ status, dueSoon, rule }: RuleResult): Look {
  if (status === 'fails') return rule.severity === 'blocking' ? 'fail' : 'warning';
  if (status === 'exempt') return 'exempt';
  return dueSoon ? 'soon' : 'ok';
}

const inOrder = (results: readonly RuleResult[]): RuleResult[] =>
  [...results].sort((a, b) => LOOKS.indexOf(lookOf(a)) - LOOKS.indexOf(lookOf(b)));

/** A folder's standing in words, with how many of its rules are met. `children` follow, where there is more to say. */
export function RuleSummary({
  colour,
  results,
  children,
}: {
  colour: Compliance;
  results: readonly RuleResult[];
  children?: ReactNode;
}) {
  const { t } = useTranslation('compliance');
  const done = results.filter((each) => each.status !== 'fails').length;
  return (
    <div className={styles.head}>
      <p>
        <b>{t(`common:compliance.${colour}`)}</b>
        {results.length > 0 && <span>{t('counted', { count: results.length, done })}</span>}
      </p>
      {results.length > 0 && (
        <span className={styles.bar} aria-hidden="true">
          {inOrder(results)
            .reverse()
            .map((each) => (
              <i key={each.rule._id} data-look={lookOf(each)} />
            ))}
        </span>
      )}
      {children}
    </div>
  );
}

/** Failing rules first, then those that soon will fail. Fulfilled ones are folded away. */
export function RuleResults({ results }: { results: readonly RuleResult[] }) {
  const { t } = useTranslation('compliance');
  const sorted = inOrder(results);
  const told = sorted.filter((each) => lookOf(each) !== 'ok');
  const fine = sorted.filter((each) => lookOf(each) === 'ok');
  return (
    <>
      {told.length > 0 && (
        <ul>
          {told.map((each) => (
            <Result key={each.rule._id} result={each} />
          ))}
        </ul>
      )}
      {fine.length > 0 && (
        <details className={styles.fine} open={told.length === 0}>
          <summary>{t('fine', { count: fine.length })}</summary>
          <ul>
            {fine.map((each) => (
              <Result key={each.rule._id} result={each} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Result({ result }: { result: RuleResult }) {
  const { t } = useTranslation('compliance');
  const reasonText = useReasonText();
  const ruleText = useRuleText();
  const look = lookOf(result);
  const Icon = ICONS[look];
  const { rule, reasons, satisfiedBy, exemption } = result;
  return (
    <li className={styles.result}>
      <span className={styles.mark} data-look={look}>
        <Icon size={14} aria-hidden="true" />
      </span>
      <div className="grow">
        <p className={styles.rule}>
          <b>{rule.name}</b>
          <span>{t(look === 'exempt' ? 'exempt' : rule.severity)}</span>
        </p>
        {reasons.map((reason) => (
          <p key={`${reason.code} ${reason.record?._id}`}>{reasonText(reason)}</p>
        ))}
        {exemption && (
          <p>
            {exemption.until
              ? t('exemptUntil', { reason: ended(exemption.reason), date: formatDate(exemption.until) })
              : t('exemptForever', { reason: ended(exemption.reason) })}
          </p>
        )}
        {look === 'soon' && <p>{ruleText(result)}</p>}
        {result.status === 'complies' &&
          (satisfiedBy.length > 0 ? (
            <p>
              {t('by', { count: satisfiedBy.length })}{' '}
              {satisfiedBy.slice(0, 3).map(({ record }, at) => (
                <span key={record._id}>
                  {at > 0 && ', '}
                  <Link to={`/records/view/${record._id}`}>{record.title}</Link>
                </span>
              ))}
              {satisfiedBy.length > 3 && '…'}
            </p>
          ) : (
            <p>{result.startsOn ? t('startsOn', { date: formatDate(result.startsOn) }) : t('byHidden')}</p>
          ))}
        {rule.legalBasis && <p className="meta">{rule.legalBasis}</p>}
      </div>
    </li>
  );
}

/** A reason as a complete sentence. */
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

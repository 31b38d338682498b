import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconMinus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FolderCompliance, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { useReasonText, useRuleText } from '../../../components/compliance/rule-words.ts';
import { formatDate } from '../../../i18n/format.ts';
import styles from './compliance.module.css';

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

/** Failing rules first, then those that soon will fail. Fulfilled ones are folded away. */
export function ComplianceReasons({ found, group }: { found: FolderCompliance; group: string }) {
  const { t } = useTranslation('library');
  const results = [...found.results].sort((a, b) => LOOKS.indexOf(lookOf(a)) - LOOKS.indexOf(lookOf(b)));
  const done = results.filter((each) => each.status !== 'fails').length;
  const told = results.filter((each) => lookOf(each) !== 'ok');
  const fine = results.filter((each) => lookOf(each) === 'ok');
  return (
    <>
      <div className={styles.head}>
        <p>
          <b>{t(`common:compliance.${found.colour}`)}</b>
          {results.length > 0 && <span>{t('compliance.counted', { count: results.length, done })}</span>}
        </p>
        {results.length > 0 && (
          <span className={styles.bar} aria-hidden="true">
            {[...results].reverse().map((each) => (
              <i key={each.rule._id} data-look={lookOf(each)} />
            ))}
          </span>
        )}
        {results.length === 0 && (
          <p className="secondary">
            {found.colour !== 'none'
              ? t(found.folder._id === group ? 'compliance.onlyBelowRoot' : 'compliance.onlyBelow')
              : t(found.reconstructed ? 'compliance.noRulesThen' : 'compliance.noRules')}
          </p>
        )}
      </div>
      <div className={styles.scroll}>
        {told.length > 0 && (
          <ul>
            {told.map((each) => (
              <Result key={each.rule._id} result={each} />
            ))}
          </ul>
        )}
        {fine.length > 0 && (
          <details className={styles.fine} open={told.length === 0}>
            <summary>{t('compliance.fine', { count: fine.length })}</summary>
            <ul>
              {fine.map((each) => (
                <Result key={each.rule._id} result={each} />
              ))}
            </ul>
          </details>
        )}
        {found.below.length > 0 && (
          <div className={styles.part}>
            <h3>{t(found.folder._id === group ? 'compliance.belowIn' : 'compliance.below')}</h3>
            <ul>
              {found.below.map(({ folder, path, blocking }) => (
                <li key={folder._id}>
                  <Link to={`/records/search?group=${group}&folder=${folder._id}`}>{path}</Link>
                  <span className="meta">{t('compliance.failing', { count: blocking })}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </>
  );
}

function Result({ result }: { result: RuleResult }) {
  const { t } = useTranslation('library');
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
          <span>{t(look === 'exempt' ? 'compliance.exempt' : `compliance.${rule.severity}`)}</span>
        </p>
        {reasons.map((reason) => (
          <p key={`${reason.code} ${reason.record?._id}`}>{reasonText(reason)}</p>
        ))}
        {exemption && (
          <p>
            {exemption.until
              ? t('compliance.exemptUntil', {
                  reason: ended(exemption.reason),
                  date: formatDate(exemption.until),
                })
              : t('compliance.exemptForever', { reason: ended(exemption.reason) })}
          </p>
        )}
        {look === 'soon' && <p>{ruleText(result)}</p>}
        {result.status === 'complies' &&
          (satisfiedBy.length > 0 ? (
            <p>
              {t('compliance.by', { count: satisfiedBy.length })}{' '}
              {satisfiedBy.slice(0, 3).map(({ record }, at) => (
                <span key={record._id}>
                  {at > 0 && ', '}
                  <Link to={`/records/view/${record._id}`}>{record.title}</Link>
                </span>
              ))}
              {satisfiedBy.length > 3 && '…'}
            </p>
          ) : (
            <p>
              {result.startsOn
                ? t('compliance.startsOn', { date: formatDate(result.startsOn) })
                : t('compliance.byHidden')}
            </p>
          ))}
        {rule.legalBasis && <p className="meta">{rule.legalBasis}</p>}
      </div>
    </li>
  );
}

/** A reason as a complete sentence. */
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

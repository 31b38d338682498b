import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FolderCompliance } from '#shared/compliance/compliance.schemas.ts';
import { RuleResults, RuleSummary } from '../../../components/compliance/rule-results.tsx';
import styles from './compliance.module.css';

/** How a folder stands by its rules, and which sub-folders do not comply. */
export function ComplianceReasons({ found, group }: { found: FolderCompliance; group: string }) {
  const { t } = useTranslation('library');
  const { results } = found;
  return (
    <>
      <RuleSummary colour={found.colour} results={results}>
        {results.length === 0 && (
          <p className="secondary">
            {found.colour !== 'none'
              ? t(found.folder._id === group ? 'compliance.onlyBelowRoot' : 'compliance.onlyBelow')
              : t(found.reconstructed ? 'compliance.noRulesThen' : 'compliance.noRules')}
          </p>
        )}
      </RuleSummary>
      <div className={styles.scroll}>
        <RuleResults results={results} />
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

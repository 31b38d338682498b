import { useTranslation } from 'react-i18next';
import type { Party } from '#shared/contractors/contractors.schemas.ts';
import { ComplianceBadge, DueSoon } from '../../components/compliance/compliance-badge.tsx';
import styles from './contractors.module.css';

/** How somebody stands by the rules: a pill, and how many rules fail; those that only warn where no other does. */
export function Standing({ standing }: { standing: Party['standing'] }) {
  const { t } = useTranslation('contractors');
  const { colour, dueSoon, blocking, warnings, unsure } = standing;
  const failing = blocking || warnings;
  return (
    <span className={styles.standing}>
      <ComplianceBadge
        value={unsure ? 'unsure' : colour}
        {...(colour === 'none' ? { text: t('noRules') } : {})}
      />
      {!unsure && dueSoon && failing === 0 && <DueSoon />}
      {!unsure && failing > 0 && (
        <span className="meta">{t(blocking > 0 ? 'failing' : 'warning', { count: failing })}</span>
      )}
    </span>
  );
}

/** Said beside the name of whoever no longer works here. */
export function EndedTag() {
  const { t } = useTranslation('contractors');
  return <span className={styles.ended}>{t('ended')}</span>;
}

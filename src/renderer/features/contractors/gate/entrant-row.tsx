import { IconCheck, IconQuestionMark, IconX, type TablerIcon } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { EntrantRow as Entrant } from '#shared/contractors/contractors.schemas.ts';
import type { Light } from '#shared/contractors/entry.ts';
import { formatRut } from '#shared/people/rut.ts';
import { DueSoon } from '../../../components/compliance/compliance-badge.tsx';
import { formatList } from '../../../i18n/format.ts';
import styles from './gate.module.css';
import { shownLight } from './stale.ts';

const ICONS: Readonly<Record<Light, TablerIcon>> = { yes: IconCheck, no: IconX, unknown: IconQuestionMark };

/** Why somebody may not enter, or why it is not known, a sentence each. */
export function reasonsOf(t: TFunction<'contractors'>, entrant: Entrant): string[] {
  const { reasons, missing, contractorMissing, contractor } = entrant;
  return reasons.map((reason) => {
    if (reason === 'missing' && missing.length > 0) {
      return t('contractors:gate.lacks', { names: formatList(missing) });
    }
    if (reason === 'contractor_missing' && contractorMissing.length > 0) {
      return t('contractors:gate.contractorLacks', { names: formatList(contractorMissing) });
    }
    return t(`contractors:gate.reasons.${reason}`, { contractor: contractor?.name });
  });
}

/** Somebody at the gate, and a light that is read from two metres: a colour, a sign and a word. */
export function EntrantRow({ entrant, stale }: { entrant: Entrant; stale: boolean }) {
  const { t } = useTranslation('contractors');
  const { worker, contractor, dueSoon } = entrant;
  const light = shownLight(entrant.light, stale);
  const Icon = ICONS[light];
  return (
    <li className={styles.entrant} data-light={light}>
      <span className={styles.light}>
        <Icon size={40} aria-hidden="true" />
      </span>
      <div className={styles.text}>
        <p className={styles.word}>{t(`gate.lights.${light}`)}</p>
        <p className={styles.person}>
          <Link to={`/contractors/${worker._id}`}>{worker.name}</Link>
          {worker.rut && <span className="nowrap">{formatRut(worker.rut)}</span>}
        </p>
        {contractor && <p className={styles.worksFor}>{contractor.name}</p>}
        {!stale &&
          reasonsOf(t, entrant).map((reason) => (
            <p key={reason} className={styles.reason}>
              {reason}
            </p>
          ))}
        {!stale && light === 'yes' && dueSoon && <DueSoon />}
      </div>
    </li>
  );
}

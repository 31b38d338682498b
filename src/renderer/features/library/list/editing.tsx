import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#shared/platform/primitives.ts';
import { useLeases } from '../../../api/leases.ts';
import { formatList, fullName } from '../../../i18n/format.ts';
import styles from './record-table.module.css';

/**
 * Somebody is editing it in an office program. A separate component, so that only rows that need these texts load them.
 */
export function Editing({ record }: { record: string }) {
  const leases = useLeases(record);
  return leases.length > 0 && <EditedBy people={leases.map(({ person }) => person)} />;
}

function EditedBy({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation('library');
  const name = people[0]?.firstname;
  return (
    <span className={styles.editing} title={formatList(people.map(fullName))}>
      <IconPencil size={13} aria-hidden="true" />
      <span>
        {people.length === 1
          ? t('table.editing', { name })
          : t('table.editingMany', { name, count: people.length - 1 })}
      </span>
    </span>
  );
}

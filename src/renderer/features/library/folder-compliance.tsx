import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Folder } from '#shared/schemas/folder.ts';
import { ComplianceBadge, DueSoon } from '../../components/compliance-badge.tsx';
import { DateField } from '../../components/date-field.tsx';
import { ErrorState, LoadingRows } from '../../components/screen-states.tsx';
import styles from './compliance.module.css';
import { ComplianceReasons } from './compliance-reasons.tsx';
import { useFolderCompliance } from './queries.ts';
import { type FolderStanding, type Standings, standingOf } from './standings.ts';

/** The badge beside a folder's name, and behind it why it has that colour, and on which day that is looked at. */
export function FolderCompliance({
  folder,
  name,
  group,
  folders,
  standing,
  standings,
  asOf,
  onAsOf,
  onRules,
}: {
  /** Missing for the library as a whole. */
  folder: Folder | undefined;
  name: string;
  group: string;
  folders: readonly Folder[];
  standing: FolderStanding;
  standings: Standings | undefined;
  asOf: string | undefined;
  onAsOf: (day: string) => void;
  onRules: (() => void) | undefined;
}) {
  const { t } = useTranslation('library');
  const [opened, setOpened] = useState(false);
  return (
    <span className={styles.badge}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={420}>
        <Popover.Target>
          <ComplianceBadge value={standing.colour} onOpen={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown className={styles.pop ?? ''} aria-label={t('compliance.label', { name })}>
          {folder ? (
            <FolderReasons folder={folder} asOf={asOf} enabled={opened} />
          ) : (
            <LibraryReasons group={group} folders={folders} standings={standings} standing={standing} />
          )}
          <div className={styles.foot}>
            {onRules && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setOpened(false);
                  onRules();
                }}
              >
                {t('compliance.see')}
              </button>
            )}
            <span className="grow" />
            <DateField
              aria-label={t('compliance.asOf')}
              placeholder={t('compliance.asOf')}
              size="xs"
              className={styles.day ?? ''}
              clearable
              minDate="1990-01-01"
              maxDate="2099-12-31"
              popoverProps={{ withinPortal: false, position: 'bottom-end' }}
              value={asOf ?? ''}
              onChange={onAsOf}
            />
          </div>
        </Popover.Dropdown>
      </Popover>
      {standing.dueSoon && <DueSoon />}
    </span>
  );
}

function FolderReasons({
  folder,
  asOf,
  enabled,
}: {
  folder: Folder;
  asOf: string | undefined;
  enabled: boolean;
}) {
  const { t } = useTranslation('library');
  const found = useFolderCompliance(folder._id, asOf, enabled);
  if (found.isPending) return <LoadingRows rows={3} height={44} />;
  if (found.isError) {
    return (
      <div className={styles.part}>
        <ErrorState title={t('compliance.failed')} error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  }
  return <ComplianceReasons found={found.data} group={folder.group} />;
}

/** The library as a whole keeps no rules: its colour is that of the folders in it. */
function LibraryReasons({
  group,
  folders,
  standings,
  standing,
}: {
  group: string;
  folders: readonly Folder[];
  standings: Standings | undefined;
  standing: FolderStanding;
}) {
  const { t } = useTranslation('library');
  const red = folders.filter(
    (each) => each.parent === null && standingOf(standings, each._id)?.colour === 'fail',
  );
  return (
    <>
      <p className={styles.head}>
        <b>{t(`common:compliance.${standing.colour}`)}</b>
      </p>
      {red.length > 0 && (
        <div className={styles.part}>
          <h3>{t('compliance.belowIn')}</h3>
          <ul>
            {red.map((each) => (
              <li key={each._id}>
                <Link to={`/records/search?group=${group}&folder=${each._id}`}>{each.name}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

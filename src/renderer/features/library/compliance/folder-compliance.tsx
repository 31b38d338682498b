import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ComplianceBadge, DueSoon } from '../../../components/compliance/compliance-badge.tsx';
import { DateField } from '../../../components/inputs/date-field.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { Popover } from '../../../components/popover.tsx';
import { useFolderCompliance } from '../queries.ts';
import styles from './compliance.module.css';
import { ComplianceReasons } from './compliance-reasons.tsx';
import type { FolderStanding } from './standings.ts';

/** The badge beside a folder's name. It opens the reasons of its colour, and the choice of the day. */
export function FolderCompliance({
  place,
  name,
  group,
  standing,
  asOf,
  onAsOf,
  onRules,
}: {
  /** A folder, or the library itself for the rules of its root. */
  place: string;
  name: string;
  group: string;
  standing: FolderStanding;
  asOf: string | undefined;
  onAsOf: (day: string) => void;
  onRules: (() => void) | undefined;
}) {
  const { t } = useTranslation('library');
  const [opened, setOpened] = useState(false);
  const { search, key } = useLocation();
  const asked = new URLSearchParams(search).get('reasons') === 'open';
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again must open it again
  useEffect(() => {
    if (asked) setOpened(true);
  }, [asked, key]);
  return (
    <span className={styles.badge}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={420}>
        <Popover.Target>
          <ComplianceBadge value={standing.colour} onOpen={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown className={styles.pop ?? ''} aria-label={t('compliance.label', { name })}>
          <FolderReasons place={place} group={group} asOf={asOf} enabled={opened} />
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
  place,
  group,
  asOf,
  enabled,
}: {
  place: string;
  group: string;
  asOf: string | undefined;
  enabled: boolean;
}) {
  const { t } = useTranslation('library');
  const found = useFolderCompliance(place, asOf, enabled);
  if (found.isPending) return <LoadingRows rows={3} height={44} />;
  if (found.isError) {
    return (
      <div className={styles.part}>
        <ErrorState title={t('compliance.failed')} error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  }
  return <ComplianceReasons found={found.data} group={group} />;
}

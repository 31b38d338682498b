import { ActionIcon, Button } from '@mantine/core';
import { IconX, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWritePause } from '../write.tsx';
import styles from './selection-bar.module.css';

export interface SelectionAction {
  id: string;
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  busy?: boolean;
  danger?: boolean;
}

/** Offered where what is selected is all that is loaded of a list, and not all of it. */
export interface MoreToSelect {
  label: string;
  onClick: () => void;
  busy: boolean;
}

/** Floats over the end of a list while something is selected. It follows the list, so that nothing moves. */
export function SelectionBar({
  count,
  label,
  actions,
  more,
  onClear,
}: {
  count: number;
  /** What is selected, in words. */
  label?: string;
  actions: readonly SelectionAction[];
  more?: MoreToSelect | undefined;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const pause = useWritePause();
  const said = label ?? t('selected', { count });
  // Always present: a screen reader announces only changes of a live region that already exists.
  const heard = (
    <span className="visually-hidden" aria-live="polite">
      {count > 0 && said}
    </span>
  );
  if (count === 0) return heard;
  return (
    <div className={styles.anchor}>
      {heard}
      <div className={styles.bar} data-bottom-bar role="toolbar" aria-label={said}>
        <b>
          <span className={styles.short}>{count}</span>
          <span className={styles.long}>{said}</span>
        </b>
        {more && (
          <Button className={styles.more} variant="subtle" loading={more.busy} onClick={more.onClick}>
            {more.label}
          </Button>
        )}
        <span className={styles.rule} />
        {actions.map(({ id, label, icon: Icon, onClick, busy, danger }) => (
          <Button
            key={id}
            variant="subtle"
            loading={busy ?? false}
            {...pause}
            leftSection={<Icon size={17} aria-hidden="true" />}
            onClick={onClick}
            {...(danger ? { 'data-danger': true } : {})}
          >
            {label}
          </Button>
        ))}
        <span className={styles.rule} />
        <ActionIcon size="md" aria-label={t('clearSelection')} onClick={onClear}>
          <IconX size={17} />
        </ActionIcon>
      </div>
    </div>
  );
}

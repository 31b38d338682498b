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

/** Floats over the end of a list while something is selected. It follows the list, so that nothing moves. */
export function SelectionBar({
  count,
  actions,
  onClear,
}: {
  count: number;
  actions: readonly SelectionAction[];
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const pause = useWritePause();
  if (count === 0) return null;
  return (
    <div className={styles.anchor}>
      <div className={styles.bar} role="toolbar" aria-label={t('selected', { count })}>
        <b aria-live="polite">
          <span className={styles.short}>{count}</span>
          <span className={styles.long}>{t('selected', { count })}</span>
        </b>
        <span className={styles.rule} />
        {actions.map(({ id, label, icon: Icon, onClick, busy, danger }) => (
          <Button
            key={id}
            variant="subtle"
            loading={busy ?? false}
            {...pause}
            leftSection={<Icon size={17} aria-hidden="true" className={styles.icon} />}
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

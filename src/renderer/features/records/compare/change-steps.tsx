import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import styles from './comparison.module.css';

export interface Steps {
  /** The change that is marked, from 0; -1 before the first step. */
  readonly at: number;
  readonly count: number;
  readonly step: (by: 1 | -1) => void;
}

/** Steps from one change to the next, also by the keys J and K; after the last comes the first. */
export function useChangeSteps(count: number): Steps {
  const [at, setAt] = useState(-1);
  const step = (by: 1 | -1): void =>
    setAt((now) => (count === 0 ? -1 : now < 0 && by < 0 ? count - 1 : (now + by + count) % count));
  useShortcuts({ j: () => step(1), k: () => step(-1) });
  return { at, count, step };
}

/** How many changes there are, the steps between them, and what else is chosen about how they are shown. */
export function ChangeSteps({
  steps: { at, count, step },
  counted = true,
  where,
  children,
}: {
  steps: Steps;
  /** Whether all is compared. Until then "no changes" is not known. */
  counted?: boolean;
  /** Where the marked change is, for those who do not see its frame. */
  where?: string | undefined;
  children?: ReactNode;
}) {
  const { t } = useTranslation('records');
  return (
    <div className={styles.steps} role="toolbar" aria-label={t('compare.changes')}>
      <span role="status" className="meta">
        {at >= 0
          ? t('compare.at', { at: at + 1, count })
          : (counted || count > 0) && t('compare.count', { count })}
        {at >= 0 && where && <span className="visually-hidden">: {where}</span>}
      </span>
      <StepButton label={t('compare.previous')} keyName="K" onClick={() => step(-1)}>
        <IconChevronUp size={18} aria-hidden="true" />
      </StepButton>
      <StepButton label={t('compare.next')} keyName="J" onClick={() => step(1)}>
        <IconChevronDown size={18} aria-hidden="true" />
      </StepButton>
      {children}
    </div>
  );
}

function StepButton({
  label,
  keyName,
  onClick,
  children,
}: {
  label: string;
  keyName: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={`${label} (${keyName})`}>
      <ActionIcon variant="subtle" aria-label={label} aria-keyshortcuts={keyName} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './index-tabs.module.css';

export interface IndexTab<Id extends string> {
  id: Id;
  label: ReactNode;
  /** A plain grey number after the label. */
  count?: number | undefined;
  /** A sign before the label: the wizard's step numbers. */
  leading?: ReactNode;
  disabled?: boolean;
  /** Its panel stays when another one is open: what is typed there is not lost. */
  keep?: boolean;
  panel: ReactNode;
}

/**
 * Index tabs: the chosen one is joined to the panel it opens. Arrow keys move, and only the open panel is mounted
 * unless `keepMounted` (forms keep what was typed).
 */
export function IndexTabs<Id extends string>({
  tabs,
  value,
  onChange,
  label,
  keepMounted = false,
  className,
}: {
  tabs: readonly IndexTab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** What the tabs are about, for those who cannot see where they stand. */
  label: string;
  keepMounted?: boolean;
  className?: string | undefined;
}) {
  return (
    <Tabs
      variant="none"
      value={value}
      onChange={(id) => id && onChange(id as Id)}
      keepMounted={keepMounted}
      className={className}
      classNames={{ list: styles.list ?? '', tab: styles.tab ?? '', panel: styles.panel ?? '' }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.id} value={tab.id} disabled={tab.disabled ?? false} leftSection={tab.leading}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.id} value={tab.id} keepMounted={keepMounted || (tab.keep ?? false)}>
          {tab.panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

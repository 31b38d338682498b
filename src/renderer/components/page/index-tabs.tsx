import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './index-tabs.module.css';

export interface IndexTab<Id extends string> {
  id: Id;
  label: ReactNode;
  /** A count after the label, in grey. */
  count?: number | undefined;
  /** A mark before the label: the wizard's step numbers. */
  leading?: ReactNode;
  disabled?: boolean;
  /** Its panel stays mounted while another one is open, so that nothing typed is lost. */
  keep?: boolean;
  panel: ReactNode;
}

/**
 * Tabs. Arrow keys move, and only the open panel is mounted unless `keepMounted`. A tab that is alone is not shown, and its
 * panel stays as it is when others come.
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
  /** Accessible name of the tabs. */
  label: string;
  keepMounted?: boolean;
  className?: string | undefined;
}) {
  const list = useRef<HTMLDivElement>(null);
  // Counts that come later make the row wider.
  const counts = tabs.map(({ count }) => count).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is read from the page
  useEffect(() => showOpenTab(list.current), [value, counts]);
  return (
    <Tabs
      variant="none"
      value={value}
      onChange={(id) => id && onChange(id as Id)}
      keepMounted={keepMounted}
      className={className}
      classNames={{ list: styles.list ?? '', tab: styles.tab ?? '', panel: styles.panel ?? '' }}
    >
      <Tabs.List ref={list} aria-label={label} hidden={tabs.length === 1}>
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

/**
 * On a phone the row of tabs is wider than the screen: scrolls it to the open one. Only the row: the page itself stays
 * where it is.
 */
function showOpenTab(row: HTMLDivElement | null): void {
  const tab = row?.querySelector('[role="tab"][aria-selected="true"]');
  if (!row || !tab) return;
  const [open, seen] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  if (open.left < seen.left) row.scrollLeft -= seen.left - open.left;
  else if (open.right > seen.right) row.scrollLeft += open.right - seen.right;
}

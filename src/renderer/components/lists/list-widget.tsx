import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './list-widget.module.css';

/** The value at a dotted path of an item: `user._id`. */
function at(item: unknown, path: string): string {
  let value: unknown = item;
  for (const part of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return value === undefined || value === null ? '' : encodeURIComponent(String(value));
}

/** An item's address: prefix, then the values of its keys joined by slashes, then suffix. */
export const itemLink = (item: unknown, prefix: string, keys: readonly string[], suffix = ''): string =>
  `${prefix}${keys.map((key) => at(item, key)).join('/')}${suffix}`;

/**
 * A generic list. Each item links to prefix + its keys + suffix, and `children` renders it. Rows are 50 px high with
 * two lines, or 36 with `dense`.
 */
export function ListWidget<Item>({
  items,
  prefix,
  keys,
  suffix = '',
  itemKey,
  label,
  dense = false,
  onOpen,
  children,
}: {
  items: readonly Item[];
  prefix: string;
  keys: readonly string[];
  suffix?: string;
  itemKey: (item: Item) => string;
  label?: string;
  dense?: boolean;
  onOpen?: (item: Item) => void;
  children: (item: Item) => ReactNode;
}) {
  return (
    <ul className={`${styles.list} ${dense ? styles.dense : ''}`} aria-label={label}>
      {items.map((item) => (
        <li key={itemKey(item)} className={styles.item}>
          <Link
            to={itemLink(item, prefix, keys, suffix)}
            className={styles.row}
            onClick={() => onOpen?.(item)}
          >
            {children(item)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Obligation } from '#shared/calendars/calendars.schemas.ts';
import { RowCheck } from '../../../components/lists/row-check.tsx';
import styles from './series-group.module.css';

/** The obligations of one list as one row, which opens to all of them. */
export function SeriesGroup({
  obligations,
  selected,
  onSelect,
  children,
}: {
  obligations: readonly Obligation[];
  selected: number;
  /** Selects all of them, or none. Absent where the reader may not change them. */
  onSelect?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('calendars');
  const [open, setOpen] = useState(false);
  const series = obligations[0]?.series;
  if (!series) return null;
  const { title } = series;
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        {onSelect && (
          <RowCheck
            label={t('series.select', { title })}
            checked={selected === obligations.length}
            some={selected > 0 && selected < obligations.length}
            onToggle={onSelect}
          />
        )}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => setOpen((before) => !before)}
        >
          <IconChevronRight size={16} aria-hidden="true" className={styles.chevron} data-open={open} />
          <span>
            <b>{title}</b>
            <small>{t(`series.each.${series.kind}`, { count: obligations.length })}</small>
          </span>
        </button>
      </div>
      {open && <div className={styles.members}>{children}</div>}
    </div>
  );
}

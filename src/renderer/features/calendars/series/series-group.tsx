import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Obligation } from '#shared/calendars/calendars.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import { call } from '../../../api/client.ts';
import { modals } from '../../../components/dialogs.ts';
import { RowCheck } from '../../../components/lists/row-check.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import styles from './series-group.module.css';

/** The obligations of one list as one row, which opens to all of them. */
export function SeriesGroup({
  obligations,
  today,
  selected,
  onSelect,
  children,
}: {
  obligations: readonly Obligation[];
  /** In the time zone of their calendar. */
  today: Day;
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
  const end = async (): Promise<void> => {
    try {
      await call('obligationSeriesEnd', { params: { id: series._id } });
      toast.success(t('obligation.ended', { title }));
    } catch (error) {
      toast.error(t('obligation.notEnded'), error);
    }
  };
  const ask = (): void => {
    modals.openConfirmModal({
      title: t('obligation.endOne', { title }),
      children: t('series.endBody', { count: obligations.length }),
      labels: { confirm: t('obligation.end'), cancel: t('common:cancel') },
      confirmProps: { variant: 'filled' },
      onConfirm: () => void end(),
    });
  };
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
        {onSelect && obligations.some(({ endsOn }) => endsOn === null || endsOn > today) && (
          <WriteButton
            size="compact-sm"
            variant="subtle"
            aria-label={t('obligation.endOne', { title })}
            onClick={ask}
          >
            {t('obligation.end')}
          </WriteButton>
        )}
      </div>
      {open && <div className={styles.members}>{children}</div>}
    </div>
  );
}

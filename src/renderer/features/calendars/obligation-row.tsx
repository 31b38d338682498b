import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Obligation } from '#shared/calendars/calendars.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import { call } from '../../api/client.ts';
import { modals } from '../../components/dialogs.ts';
import { RowCheck } from '../../components/lists/row-check.tsx';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatDate } from '../../i18n/format.ts';
import styles from './calendars.module.css';
import { bodyOf, valuesOf } from './obligation-values.ts';
import { describeSchedule } from './recurrence.ts';
import { nameInSeries } from './series/in-series.ts';

/**
 * An obligation in the list of its calendar. One of which something was due already is ended, so that its history stays;
 * one without any is deleted.
 */
export function ObligationRow({
  obligation,
  today,
  onOpen,
  selected = false,
  onSelect,
}: {
  obligation: Obligation;
  /** In the time zone of its calendar. */
  today: Day;
  /** Absent where the reader may not change it. */
  onOpen?: () => void;
  selected?: boolean;
  /** Absent where it cannot be selected. */
  onSelect?: () => void;
}) {
  const { t } = useTranslation('calendars');
  const { title, authority, deletable, startsOn, endsOn, nextDueOn, responsible } = obligation;
  // One that has not begun yet cannot end before its first day.
  const lastDay = today > startsOn ? today : startsOn;
  const isOver = endsOn !== null && endsOn <= lastDay;
  const remove = async (): Promise<void> => {
    try {
      await call('obligationDelete', { params: { id: obligation._id } });
      toast.success(t('obligation.removed'));
    } catch (error) {
      toast.error(t('obligation.notRemoved'), error);
    }
  };
  const setEnd = (version: number, end: Day | null): Promise<Obligation> => {
    const body = { ...bodyOf(valuesOf(obligation)), endsOn: end, version };
    return call('obligationUpdate', { params: { id: obligation._id }, body });
  };
  const end = async (): Promise<void> => {
    try {
      const ended = await setEnd(obligation.version, lastDay);
      toast.undo(t('obligation.ended', { title }), () => {
        setEnd(ended.version, endsOn).catch((error: unknown) =>
          toast.error(t('obligation.notResumed'), error),
        );
      });
    } catch (error) {
      toast.error(t('obligation.notEnded'), error);
    }
  };
  const ask = (): void => {
    modals.openConfirmModal({
      title: t(deletable ? 'obligation.removeOne' : 'obligation.endOne', { title }),
      children: t(deletable ? 'obligation.removeBody' : 'obligation.endBody'),
      labels: {
        confirm: t(deletable ? 'obligation.remove' : 'obligation.end'),
        cancel: t('common:cancel'),
      },
      confirmProps: { variant: 'filled', ...(deletable ? { color: 'red' } : {}) },
      onConfirm: () => void (deletable ? remove() : end()),
    });
  };
  return (
    <div className={styles.obligation}>
      {onSelect && <RowCheck label={t('bulk.select', { title })} checked={selected} onToggle={onSelect} />}
      <span className={`${styles.name} grow`}>
        <b>{nameInSeries(obligation)}</b>
        <small>{[authority, describeSchedule(obligation, t)].filter(Boolean).join(' · ')}</small>
        <small>
          {isOver
            ? t(endsOn > today ? 'obligation.ends' : 'obligation.over', { date: formatDate(endsOn) })
            : nextDueOn
              ? t('obligation.next', { date: formatDate(nextDueOn) })
              : t('obligation.nothing')}
        </small>
      </span>
      {responsible ? (
        <PersonAvatar person={responsible} size={24} named />
      ) : (
        <small className={styles.nobody}>{t('obligation.nobody')}</small>
      )}
      {onOpen && (
        <>
          <Button size="compact-sm" aria-label={t('obligation.editOne', { title })} onClick={onOpen}>
            {t('obligation.change')}
          </Button>
          {(deletable || !isOver) && (
            <WriteButton
              size="compact-sm"
              variant="subtle"
              aria-label={t(deletable ? 'obligation.removeOne' : 'obligation.endOne', { title })}
              onClick={ask}
            >
              {t(deletable ? 'obligation.remove' : 'obligation.end')}
            </WriteButton>
          )}
        </>
      )}
    </div>
  );
}

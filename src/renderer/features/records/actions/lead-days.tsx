import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Record } from '#shared/documents/records.schemas.ts';
import { addDays } from '#shared/platform/days.ts';
import { useEndpoint } from '../../../api/client.ts';
import { formatIsoDate } from '../../../i18n/format.ts';
import styles from './reminder-dialog.module.css';

/** Buttons for the organization's numbers of days before the document expires or must be reviewed again. */
export function LeadDays({ record, onChoose }: { record: Record; onChoose: (day: string) => void }) {
  const { t } = useTranslation('records');
  const { data } = useEndpoint('settingsInForce', {});
  const { expiresOn, nextReviewOn } = record;
  const today = formatIsoDate(Date.now());
  const ends = [
    ...(expiresOn ? [{ key: 'expiry', day: expiresOn }] : []),
    ...(nextReviewOn && nextReviewOn !== expiresOn ? [{ key: 'review', day: nextReviewOn }] : []),
  ];
  const rows = ends.flatMap(({ key, day }) => {
    const leads = (data?.reminderLeadDays ?? []).map((count) => ({ count, on: addDays(day, -count) }));
    const ahead = leads.filter(({ on }) => on > today);
    return ahead.length > 0 ? [{ key, ahead }] : [];
  });
  return rows.map(({ key, ahead }) => (
    <fieldset key={key} className={styles.leads}>
      <legend className="meta">{t(`reminder.before.${key}`)}</legend>
      {ahead.map(({ count, on }) => (
        <Button key={count} size="compact-xs" onClick={() => onChoose(on)}>
          {t('reminder.lead', { count })}
        </Button>
      ))}
    </fieldset>
  ));
}

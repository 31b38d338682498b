import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { useUser } from '../../api/session-store.ts';
import { formatDateTime, formatNumber, fullName } from '../../i18n/format.ts';
import styles from './audit-paper.module.css';
import { EventSentence } from './event-sentence.tsx';
import { exactMoment } from './words.ts';

/** What is to be printed. */
export interface Paper {
  readonly events: readonly AuditEvent[];
  /** Whether there are older ones that are not among them. */
  readonly cut: boolean;
  /** The filters in words. */
  readonly filters: readonly string[];
}

/**
 * The trail on paper, with the organization and the filters at its head. Not to be seen on the screen, whose table has
 * only the rows in view. Prints once it is drawn.
 */
export function AuditPaper({ paper, onEnd }: { paper: Paper; onEnd: () => void }) {
  const { t } = useTranslation('audit');
  const user = useUser();
  const { events, cut, filters } = paper;
  useEffect(() => {
    window.addEventListener('afterprint', onEnd);
    // The menu from which it was asked for has to be gone from the paper.
    const print = setTimeout(() => window.print(), 250);
    return () => {
      clearTimeout(print);
      window.removeEventListener('afterprint', onEnd);
    };
  }, [onEnd]);
  return createPortal(
    <div className={styles.paper} data-mantine-color-scheme="light">
      <h1>{t('title')}</h1>
      <p>
        <b>{user.organization.name}</b>
      </p>
      <p>
        {t('print.filters')}: {filters.join(' · ') || t('print.none')}
      </p>
      <p>{t('print.at', { at: formatDateTime(Date.now()), name: fullName(user) })}</p>
      {cut && <p>{t('print.cut', { count: events.length, total: formatNumber(events.length) })}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('columns.at')}</th>
            <th scope="col">{t('columns.what')}</th>
            <th scope="col">{t('columns.ip')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event._id}>
              <td>{exactMoment(event.at)}</td>
              <td>
                <EventSentence event={event} />
              </td>
              <td>{event.ip ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

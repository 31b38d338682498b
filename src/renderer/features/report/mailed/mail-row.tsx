import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { periodWords } from '#shared/calendars/period.ts';
import type { ReportMail } from '#shared/report/report-mails.schemas.ts';
import { useCall } from '../../../api/client.ts';
import { useUser } from '../../../api/session-store.ts';
import { modals } from '../../../components/dialogs.ts';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { formatDate, fullName } from '../../../i18n/format.ts';
import { filterNames, formatsWords, personWords } from './mail-words.ts';
import styles from './mails.module.css';

/** One monthly mail: when, of what, to whom with what became of the last one, and what can be done. */
export function MailRow({ mail, onEdit }: { mail: ReportMail; onEdit: () => void }) {
  const { t } = useTranslation('report-mails');
  const me = useUser();
  const { day } = mail;
  const params = { id: mail._id };
  const failed = (error: unknown): void => {
    toast.error(t('actionFailed'), error);
  };
  const stop = useCall('reportMailStop', {
    onSuccess: () => toast.success(t('stopped')),
    onError: failed,
  });
  const own = useCall('reportMailOwn', {
    onSuccess: (_, { body }) => toast.success(t(body.receives ? 'returned' : 'left')),
    onError: failed,
  });
  const test = useCall('reportMailTry', { onSuccess: () => toast.success(t('tried')), onError: failed });
  const mine = mail.people.find(({ person }) => person._id === me._id);
  const receives = mine?.standing === 'receives';
  const filters = filterNames(t, mail);
  const ask = (): void =>
    modals.openConfirmModal({
      title: t('stopTitle'),
      children: t('stopBody'),
      labels: { confirm: t('stop'), cancel: t('common:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => stop.mutate({ params }),
    });
  return (
    <li className={styles.mail}>
      <h3>{t('day', { day })}</h3>
      <p className="meta">
        {formatsWords(t, mail.formats)} · {filters === null ? t('whole') : t('filtered', { filters })}
      </p>
      <p className="meta">
        {t('next', { day: formatDate(mail.nextOn) })} · {t('by', { name: fullName(mail.madeBy) })}
      </p>
      {mail.missed && (
        <p className={styles.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {t('missed', { month: periodWords(mail.missed) })}
        </p>
      )}
      {mail.people.length === 0 ? (
        <p className="meta">{t('nobody')}</p>
      ) : (
        <ul className={styles.people} aria-label={t('people')}>
          {mail.people.map((each) => (
            <li key={each.person._id} data-standing={each.standing}>
              <span>{fullName(each.person)}</span>
              <span className="meta">{personWords(t, each)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        {mail.editable && (
          <WriteButton size="xs" aria-label={t('editOf', { day })} data-mail={mail._id} onClick={onEdit}>
            {t('edit')}
          </WriteButton>
        )}
        <WriteButton
          size="xs"
          aria-label={t('tryOf', { day })}
          loading={test.isPending}
          onClick={() => test.mutate({ params })}
        >
          {t('try')}
        </WriteButton>
        {mine && (
          <WriteButton
            size="xs"
            aria-label={t(receives ? 'leaveOf' : 'returnOf', { day })}
            loading={own.isPending}
            onClick={() => own.mutate({ params, body: { receives: !receives } })}
          >
            {t(receives ? 'leave' : 'return')}
          </WriteButton>
        )}
        {mail.editable && (
          <WriteButton
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('stopOf', { day })}
            loading={stop.isPending}
            onClick={ask}
          >
            {t('stop')}
          </WriteButton>
        )}
      </div>
    </li>
  );
}

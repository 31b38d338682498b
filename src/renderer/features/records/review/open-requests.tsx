import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../../api/client.ts';
import { DueDay } from '../../../components/compliance/due-day.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { When } from '../../../components/when.tsx';
import { formatList, fullName } from '../../../i18n/format.ts';
import styles from './review.module.css';

/** Open requests for this version: who asks whom, the comment and the day. Empty where there are none. */
export function OpenRequests({ record }: { record: string }) {
  const { t } = useTranslation('records');
  const requests = useEndpoint('requestsByRecord', { params: { id: record } });
  // They are additional: if they cannot be loaded, the review still works.
  if (!requests.data || requests.data.length === 0) return null;
  return (
    <ul className={styles.requests} aria-label={t('requests.label')}>
      {requests.data.map((request) => (
        <li key={request._id}>
          <PersonAvatar person={request.by} />
          <div className="grow">
            <p>
              <b>{fullName(request.by)}</b>{' '}
              {request.to.length > 0
                ? t(`requests.${request.kind}Of`, { names: formatList(request.to.map(fullName)) })
                : t(`requests.${request.kind}`)}
            </p>
            {request.message && <p className={styles.comment}>{request.message}</p>}
            <p className="meta">
              <When value={request.createdAt} />
            </p>
            {request.dueOn && <DueDay day={request.dueOn} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

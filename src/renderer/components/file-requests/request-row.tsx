import { useTranslation } from 'react-i18next';
import type { FileRequest, FileRequestMade } from '#shared/file-requests/file-requests.schemas.ts';
import { useCall } from '../../api/client.ts';
import { formatDate, formatSize, fullName } from '../../i18n/format.ts';
import { modals } from '../dialogs.ts';
import { toast } from '../toast.tsx';
import { WriteButton } from '../write.tsx';
import styles from './file-requests.module.css';
import { useRenewal } from './use-renewal.ts';

/** The day that a state is about. */
const dayOf = ({ state, expiresAt, revokedAt }: FileRequest): string =>
  formatDate(state === 'revoked' ? (revokedAt ?? expiresAt) : expiresAt);

/** One link: whether it takes files, what came by it, to whom it was sent. */
export function RequestRow({
  request,
  mailLeaves,
  onRenewed,
}: {
  request: FileRequest;
  /** Whether this server sends mail. */
  mailLeaves: boolean;
  onRenewed: (made: FileRequestMade) => void;
}) {
  const { t } = useTranslation('file-requests');
  const { title, state, received, maxFiles, mails, createdBy, revokedBy } = request;
  const revoke = useCall('fileRequestRevoke', {
    onSuccess: () => toast.success(t('revoked')),
    onError: (error) => toast.error(t('common:errors.generic'), error),
  });
  const ask = (): void =>
    modals.openConfirmModal({
      title: t('revokeTitle'),
      children: t('revokeBody', { title }),
      labels: { confirm: t('revoke'), cancel: t('common:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.mutate({ params: { id: request._id } }),
    });
  const renew = useRenewal(request, mailLeaves, onRenewed);
  const came = t(received.bytes > 0 ? 'receivedSize' : 'received', {
    ...{ files: received.files, max: maxFiles, size: formatSize(received.bytes) },
  });
  const facts = [
    came,
    received.lastAt && t('last', { when: formatDate(received.lastAt) }),
    received.pending > 0 && t('pending', { count: received.pending }),
  ].filter(Boolean);
  const live = state === 'open' || state === 'full' || state === 'closed';
  return (
    <li className={styles.row} data-over={!live || undefined}>
      <div className="grow">
        <p className={styles.title}>{title}</p>
        <p className={`meta ${styles.state}`} data-state={state}>
          {t(`state.${state}`, { day: dayOf(request), by: revokedBy ? fullName(revokedBy) : '' })}
        </p>
        <p className="meta">{`${facts.join(', ')} · ${t('madeBy', { by: fullName(createdBy) })}`}</p>
        {mails.map((mail) => (
          <p key={`${mail.email} ${mail.sentAt}`} className={`meta ${styles.mail}`}>
            {t('sent', { email: mail.email, day: formatDate(mail.sentAt) })}
          </p>
        ))}
      </div>
      {live && (
        <div className={styles.actions}>
          <WriteButton
            size="xs"
            aria-label={t('renewOf', { title })}
            loading={renew.isPending}
            onClick={renew.ask}
          >
            {t('renew')}
          </WriteButton>
          <WriteButton
            size="xs"
            aria-label={t('revokeOf', { title })}
            loading={revoke.isPending}
            onClick={ask}
          >
            {t('revoke')}
          </WriteButton>
        </div>
      )}
    </li>
  );
}

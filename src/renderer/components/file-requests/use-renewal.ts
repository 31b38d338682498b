import { useTranslation } from 'react-i18next';
import type { FileRequest, FileRequestMade } from '#shared/file-requests/file-requests.schemas.ts';
import { useCall } from '../../api/client.ts';
import { modals } from '../dialogs.ts';
import { toast } from '../toast.tsx';

/**
 * Asks for the same by another link, to the same addresses, and revokes this one. The server keeps no secret, so that it
 * cannot mail a link again.
 */
export function useRenewal(
  { _id, folder, title, mails }: FileRequest,
  mailLeaves: boolean,
  onRenewed: (made: FileRequestMade) => void,
) {
  const { t } = useTranslation('file-requests');
  const emails = mailLeaves ? [...new Set(mails.map(({ email }) => email))] : [];
  // The new one is there first: whoever is left with two links can revoke one, and nobody is left without any.
  const revoke = useCall('fileRequestRevoke', {
    onError: (error) => toast.error(t('renewHalf'), error),
  });
  const create = useCall('fileRequestCreate', {
    onSuccess: (made) => {
      onRenewed(made);
      revoke.mutate({ params: { id: _id } });
    },
    onError: (error) => toast.error(t('common:errors.generic'), error),
  });
  const ask = (): void =>
    modals.openConfirmModal({
      title: t('renewTitle'),
      children: [
        t('renewBody', { title }),
        emails.length > 0 ? t('renewTo', { emails: emails.join(', ') }) : t('renewCopy'),
      ].join(' '),
      labels: { confirm: t('renewConfirm'), cancel: t('common:cancel') },
      onConfirm: () => create.mutate({ body: { folder, title, emails } }),
    });
  return { ask, isPending: create.isPending || revoke.isPending };
}

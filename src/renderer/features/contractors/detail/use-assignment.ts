import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { toast } from '../../../components/toast.tsx';

interface Named {
  readonly _id: string;
  readonly name: string;
}

/** Takes somebody off a site at once, and offers to put them back. */
export function useTakeOff(): (party: Named, site: Named) => void {
  const { t } = useTranslation('contractors');
  const change = (site: Named, body: { add?: string[]; remove?: string[] }) =>
    call('partyAssign', { params: { id: site._id }, body });
  return (party, site) => {
    change(site, { remove: [party._id] }).then(
      () =>
        toast.undo(t('sites.removed', { name: party.name, site: site.name }), () => {
          change(site, { add: [party._id] }).catch((error: unknown) =>
            toast.error(t('sites.undoFailed'), error),
          );
        }),
      (error: unknown) => toast.error(t('sites.removeFailed'), error),
    );
  };
}

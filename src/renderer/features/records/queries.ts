import { useTranslation } from 'react-i18next';
import { type Input, useCall, useEndpoint, useFreshEndpoint } from '../../api/client.ts';
import { toast } from '../../components/toast.tsx';

export const useRecord = (id: string) => useFreshEndpoint('recordById', { params: { id } });
export const useVersions = (record: string, enabled = true) =>
  useEndpoint('versionsByRecord', { params: { id: record } }, { enabled });
export const useReviews = (record: string, enabled = true) =>
  useEndpoint('reviewsByRecord', { params: { id: record } }, { enabled });
export const useMembers = (group: string, enabled = true) =>
  useEndpoint('members', { params: { id: group } }, { enabled });
/** The words of a version. Requested again while they wait to be extracted. */
export const useVersionText = (id: string, enabled = true) =>
  useEndpoint(
    'versionText',
    { params: { id } },
    { enabled, refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? 3_000 : false) },
  );
export const useDocumentTypes = () => useEndpoint('documentTypes', {});

/**
 * A call whose failure is shown as a toast, for actions without a form.
 * @param done message after success; undefined where the caller shows one
 */
export function useAction<
  N extends 'versionRestore' | 'versionUse' | 'versionKeep' | 'versionDiscard' | 'batchMove',
>(
  name: N,
  done: string | undefined,
  after?: () => void,
): { run: (input: Input<N>) => void; running: boolean } {
  const { t } = useTranslation('records');
  const { mutate, isPending } = useCall(name, {
    onSuccess: () => {
      if (done) toast.success(done);
      after?.();
    },
    onError: (error) => toast.error(t('actions.failed'), error),
  });
  return { run: mutate, running: isPending };
}

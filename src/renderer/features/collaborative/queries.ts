import { useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';

/** Libraries in which the person may upload. */
export const useLibraries = () =>
  useEndpoint(
    'groupsByMember',
    {},
    { select: (list) => list.filter(({ roles }) => roles?.includes('upload')) },
  );

export const useFolders = (group: string | null) =>
  useEndpoint('foldersByGroup', { params: { group: group ?? '' } }, { enabled: group !== null });

/** The other people who may upload in a library, by name. */
export function useWriters(group: string | null) {
  const user = useUser();
  return useEndpoint(
    'members',
    { params: { id: group ?? '' } },
    {
      enabled: group !== null,
      select: (list) => list.filter((each) => each.roles.includes('upload') && each.user._id !== user._id),
    },
  );
}

export const useTemplates = () => useEndpoint('templates', {});

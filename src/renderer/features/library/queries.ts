import { useEndpoint } from '../../api/client.ts';

export const useLibraries = () => useEndpoint('groupsByMember', {});
export const useFolders = (group: string) => useEndpoint('foldersByGroup', { params: { group } });
/** The compliance of a library's folders, today or on the chosen day. */
export const useCompliance = (group: string, asOf: string | undefined) =>
  useEndpoint('complianceByGroup', { params: { group }, query: asOf ? { asOf } : {} });
/** The compliance of one folder, rule by rule. Requested when its reasons are opened. */
export const useFolderCompliance = (id: string, asOf: string | undefined, enabled: boolean) =>
  useEndpoint('complianceByFolder', { params: { id }, query: asOf ? { asOf } : {} }, { enabled });
export const useDocumentTypes = () => useEndpoint('documentTypes', {});
export const useLabels = () => useEndpoint('labelsByOrganization', {});
export const usePeople = () => useEndpoint('usersByOrganization', {});

import { useEndpoint } from '../../api/client.ts';

export const useRulesOf = (folder: string) => useEndpoint('rulesByFolder', { params: { id: folder } });
export const useFolders = (group: string) => useEndpoint('foldersByGroup', { params: { group } });
export const useDocumentTypes = () => useEndpoint('documentTypes', {});
export const useLabels = (group: string) => useEndpoint('labels', { query: { group } });
export const useMembers = (group: string) => useEndpoint('members', { params: { id: group } });

import { useEffect } from 'react';
import { fetchEndpoint } from '../../../api/client.ts';
import { setLabels, useWizard } from './wizard-store.ts';

/** The default labels of a folder that may be assigned in its library. */
async function applyDefaults(group: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { visit } = useWizard.getState();
  const all = await fetchEndpoint('labels', { query: { group } }).catch(() => []);
  const now = useWizard.getState();
  // The person chose labels or another place meanwhile, so they are not applied.
  if (now.visit !== visit || now.details.group !== group || now.labels.length > 0) return;
  const found = all.filter(({ _id }) => ids.includes(_id));
  if (found.length > 0) setLabels(found);
}

/** Applies a folder's default labels if no labels were chosen yet. */
export function useDefaultLabels(): (ids: readonly string[]) => void {
  const group = useWizard((state) => state.details.group);
  return (ids) => {
    if (group) void applyDefaults(group, ids);
  };
}

/** Applies the default labels of a folder, or of a library's root. */
export async function applyPlaceLabels(group: string, folder: string | null | undefined): Promise<void> {
  const ids = folder
    ? await fetchEndpoint('foldersByGroup', { params: { group } }).then(
        (list) => list.find(({ _id }) => _id === folder)?.effectiveLabels,
      )
    : await fetchEndpoint('groupsByMember', {}).then(
        (list) => list.find(({ _id }) => _id === group)?.defaultLabels,
      );
  await applyDefaults(group, ids ?? []);
}

/** A wizard opened from a folder, or from a library's root, starts with its default labels. */
export function useSeedLabels(): void {
  const { opened, visit, seed } = useWizard();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opening
  useEffect(() => {
    const { group, folder } = seed;
    // Without them the person chooses their own.
    if (opened && group) applyPlaceLabels(group, folder).catch(() => undefined);
  }, [opened, visit]);
}

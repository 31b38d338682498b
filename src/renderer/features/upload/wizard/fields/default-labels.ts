import { useEffect } from 'react';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { fetchEndpoint } from '../../../../api/client.ts';
import { setDefaults, useWizard } from '../wizard-store.ts';

const idsOf = (labels: readonly Label[]): string =>
  labels
    .map(({ _id }) => _id)
    .sort()
    .join();

/** Ids of the default labels of a folder, which may be those of its library; without a folder, of the library's root. */
const defaultsAt = async (group: string, folder: string | null): Promise<readonly string[]> =>
  (folder
    ? (await fetchEndpoint('foldersByGroup', { params: { group } })).find(({ _id }) => _id === folder)
        ?.effectiveLabels
    : (await fetchEndpoint('groupsByMember', {})).find(({ _id }) => _id === group)?.defaultLabels) ?? [];

/**
 * Chooses the default labels of a folder, or of a library's root, beforehand, as an upload by the API has them. They take
 * the place of those of another folder; labels that the person chose, or left out of these, stay as they are.
 */
export async function applyPlaceLabels(group: string, folder: string | null): Promise<void> {
  const { visit, seed } = useWizard.getState();
  const wanted = seed.labels ?? [];
  const usual = await defaultsAt(group, folder);
  const all = wanted.length + usual.length > 0 ? await fetchEndpoint('labels', { query: { group } }) : [];
  // What the wizard was opened with, as far as this library has it, comes before what its places have.
  const ids = all.some(({ _id }) => wanted.includes(_id)) ? wanted : usual;
  const { details, labels, defaults, ...now } = useWizard.getState();
  // Another place was chosen meanwhile.
  if (now.visit !== visit || details.group !== group || details.folder !== folder) return;
  if (idsOf(labels) !== idsOf(defaults)) return;
  setDefaults(all.filter(({ _id }) => ids.includes(_id)));
}

/** A wizard opened from a folder, or from a library's root, starts with its default labels. */
export function useSeedLabels(): void {
  const { opened, visit, seed } = useWizard();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opening
  useEffect(() => {
    const { group, folder } = seed;
    // Without them the person chooses their own.
    if (opened && group) applyPlaceLabels(group, folder ?? null).catch(() => undefined);
  }, [opened, visit]);
}

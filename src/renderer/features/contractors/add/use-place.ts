import type { PartyKind } from '#shared/contractors/party.ts';
import { useEndpoint } from '../../../api/client.ts';
import { useParties } from '../queries.ts';
import { usualPlace } from './place.ts';

/**
 * The folder in which those of a kind are made in a library: where most of them are.
 * @returns `parent` for the call, left to the server where there are none; and the folder's name, undefined for the top
 */
export function usePlace(kind: PartyKind, group: string | undefined) {
  const known = group !== undefined;
  const folders = useEndpoint('foldersByGroup', { params: { group: group ?? '' } }, { enabled: known });
  const { query, items } = useParties({ kind, ...(group ? { group } : {}) }, { enabled: known });
  const waits = known && (folders.isPending || query.isPending || query.isPlaceholderData);
  const place = waits ? undefined : usualPlace(folders.data ?? [], items);
  return {
    waits,
    name: place?.name,
    top: place === null,
    /** For the call's body. */
    body: place === undefined ? {} : { parent: place?._id ?? null },
  };
}

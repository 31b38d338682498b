import { DEFAULT_SCOPE } from '#shared/access/scopes.ts';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { evidenceState } from '#shared/calendars/evidence-draft.ts';
import { type Actor, rolesIn } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { effectiveLabels, loadLibrary } from '../../documents/records/library.queries.ts';
import type { ListedOccurrence } from '../occurrences/occurrences.queries.ts';

/**
 * What a file becomes that the actor gives as evidence: in the obligation's place, with its labels, or else with the
 * place's. Null where there is no place, no label, or the actor may not upload there.
 */
export async function draftOfEvidence(
  executor: Executor,
  actor: Actor,
  row: ListedOccurrence,
): Promise<OccurrenceSheet['draft']> {
  const { group_id: group, folder_id: folder } = row;
  if (group === null || !rolesIn(actor, group).includes('upload')) return null;
  const library = await loadLibrary(executor, actor, group, folder === null ? [] : [folder]);
  if (library.archived || (folder !== null && !library.folders.has(folder))) return null;
  const own = row.labels.filter((label) => library.labels.has(label));
  const labels = own.length > 0 ? own : effectiveLabels(library, folder);
  if (labels.length === 0) return null;
  return {
    state: evidenceState(library.roles, row.accepted_states),
    scope: library.types.get(row.document_type ?? '')?.default_scope ?? DEFAULT_SCOPE,
    labels: [...labels],
  };
}

import { useEffect } from 'react';
import { z } from 'zod';
import type { LibraryRole } from '#shared/access/roles.ts';
import { creationStates, type RecordState, STATE, STATE_NONE } from '#shared/access/states.ts';
import { fetchEndpoint } from '../../../../api/client.ts';
import { useStoredValue } from '../../../../hooks/stored-value.ts';
import { setDetails, useWizard } from '../wizard-store.ts';
import { applyPlaceLabels } from './default-labels.ts';

/** Where a person uploaded last on this computer, and in which state. */
const place = z.object({ group: z.string(), folder: z.string().nullable(), state: z.number() });

const UNDECIDED: readonly RecordState[] = [STATE.draft, STATE.pendingReview];

/** The state of the last upload, where the roles allow it. Whoever approves or publishes at once decides so each time. */
export const stateAgain = (last: number, roles: readonly LibraryRole[]): number =>
  creationStates(roles).find((state) => state === last && UNDECIDED.includes(state)) ?? STATE_NONE;

type Place = z.infer<typeof place>;

/** What of a remembered place still exists, and is still allowed to this person. */
async function stillThere(last: Place, seed: { group?: string; folder?: string | null }) {
  const group = seed.group ?? last.group;
  const groups = await fetchEndpoint('groupsByMember', {});
  const library = groups.find(({ _id, roles }) => _id === group && roles?.includes('upload'));
  if (!library) return undefined;
  const [folders, roles] = await Promise.all([
    fetchEndpoint('foldersByGroup', { params: { group } }),
    fetchEndpoint('rolesByGroup', { params: { group } }),
  ]);
  const wanted = seed.group ? (seed.folder ?? null) : last.folder;
  return {
    group,
    folder: folders.some(({ _id }) => _id === wanted) ? wanted : null,
    state: stateAgain(last.state, roles),
  };
}

/** The wizard starts where the person uploaded last, unless it was opened for a place; there only the state is theirs. */
export function useRememberedPlace(): void {
  const { opened, visit, seed, step, details } = useWizard();
  const [last, setLast] = useStoredValue('uploadPlace', place.nullable(), null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was created is kept once
  useEffect(() => {
    const { group, folder, state } = details;
    if (step === 'done' && group) setLast({ group, folder, state });
  }, [step]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opening
  useEffect(() => {
    if (!opened || !last) return;
    stillThere(last, seed).then(
      (found) => {
        const now = useWizard.getState();
        const { group, state } = now.details;
        // The person chose something meanwhile.
        if (!found || now.visit !== visit || state !== STATE_NONE || group !== (seed.group ?? null)) return;
        if (seed.group) {
          setDetails({ state: found.state });
          return;
        }
        setDetails({ group: found.group });
        setDetails({ folder: found.folder, state: found.state });
        applyPlaceLabels(found.group, found.folder).catch(() => undefined);
      },
      () => undefined,
    );
  }, [opened, visit]);
}

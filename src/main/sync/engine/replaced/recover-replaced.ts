import { dropSecondName } from '../../executors/removal.ts';
import { joinPath } from '../../planner/trees.ts';
import type { ReplacedFile } from '../../ports/journal.ts';
import { ASIDE, readAside } from '../layout.ts';
import type { Work } from '../work/work.ts';

/**
 * After a crash a file may have stayed in its place with a second name, and have got another one when it was replaced
 * later.
 * @returns the names that were dropped: the one in the journal stays
 */
export async function dropDoubles(work: Work, identity: string): Promise<readonly string[]> {
  const names = ((await work.files.list(ASIDE)) ?? [])
    .filter((entry) => entry.identity === identity)
    .map(({ name }) => name);
  const stays = names.find((name) => work.memory.content.replaced.has(name)) ?? names[0];
  const dropped: string[] = [];
  for (const name of names) {
    if (stays === undefined || name === stays) continue;
    if (await dropSecondName(work.files, joinPath(ASIDE, name), joinPath(ASIDE, stays))) dropped.push(name);
  }
  return dropped;
}

/**
 * A file that the journal does not know: the journal was lost, or a crash came before its commit. `undefined` where its
 * name is not the engine's.
 */
export function describeUnknown(work: Work, name: string): ReplacedFile | undefined {
  const known = readAside(name);
  if (!known) return undefined;
  const node =
    work.memory.content.synced.get(known.recordId) ?? work.memory.content.remote.get(known.recordId);
  return {
    ...known,
    name,
    library: node?.library ?? '',
    path: node ? placeOf(work, node.parent, node.name) : name,
    stamp: '',
    since: work.clock.date(),
    withdrawn: !work.memory.content.remote.has(known.recordId),
  };
}

/** The path of a node by the journal. */
function placeOf(work: Work, parent: string, name: string): string {
  const { libraries, synced, remote } = work.memory.content;
  const library = libraries.get(parent);
  if (library) return joinPath(library.path, name);
  const folder = synced.get(parent) ?? remote.get(parent);
  return folder ? joinPath(placeOf(work, folder.parent, folder.name), name) : name;
}

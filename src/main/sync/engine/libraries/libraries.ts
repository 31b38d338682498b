import { clashKey } from '#shared/platform/files/names.ts';
import { baseName, parentPath } from '../../planner/trees.ts';
import type { Files } from '../../ports/files.ts';
import { type LibraryInfo, type Remote, RemoteError, type SessionInfo } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';
import { libraryPath, QUARANTINE } from '../layout.ts';
import { forgetRemote, markUnsure } from '../pull.ts';
import { COMPARES_ANEW } from '../removals/root-guard.ts';
import { chooseLibraries } from './chosen-libraries.ts';

/**
 * Updates the list of libraries. A new one gets its folder. One that this person left loses its Remote tree, so the
 * next plan removes clean copies and moves edited ones to Retirados.
 */
export async function refreshLibraries(
  remote: Remote,
  memory: Memory,
  session: SessionInfo,
  wanted: readonly string[],
): Promise<readonly LibraryInfo[]> {
  const all = await remote.libraries();
  const chosen = chooseLibraries(memory, all, wanted);
  const { libraries } = memory.content;
  for (const library of chosen) {
    if (libraries.has(library.id)) continue;
    const taken = new Set([
      clashKey(QUARANTINE),
      ...[...libraries.values()].map(({ path }) => clashKey(baseName(path))),
    ]);
    const path = libraryPath(session.organization, library.name, taken);
    const { id, name } = library;
    const anew = memory.content.meta.get(COMPARES_ANEW);
    const startedOver = anew ? Number(anew) : undefined;
    const fresh = { id, name, path, cursor: undefined, epoch: undefined, settledOnce: false, startedOver };
    memory.commit([{ type: 'library', library: fresh }]);
  }
  const present = new Set(all.map((library) => library.id));
  for (const { id } of [...libraries.values()]) {
    if (!present.has(id) && (await isClosed(remote, id))) leave(memory, id, (await remote.session()).epoch);
  }
  return chosen;
}

/** Asked again before anything is removed: an empty list may be a mistake. */
async function isClosed(remote: Remote, id: string): Promise<boolean> {
  try {
    await remote.changes(id, undefined);
    return false;
  } catch (error) {
    if (error instanceof RemoteError && (error.kind === 'gone' || error.kind === 'refused')) return true;
    throw error;
  }
}

/**
 * A server that was restored from a backup may have lost this person's membership together with what they sent since.
 * Then nothing is removed, and a person decides.
 */
function leave(memory: Memory, id: string, epoch: string): void {
  const library = memory.content.libraries.get(id);
  if (!library) return;
  const left = [...memory.content.synced.values()].some((node) => node.library === id);
  if (left)
    memory.commit([
      ...forgetRemote(memory, id),
      ...(library.epoch !== undefined && library.epoch !== epoch ? markUnsure(memory, id) : []),
      { type: 'library', library: { ...library, cursor: undefined } },
    ]);
  else memory.commit([...forgetRemote(memory, id), { type: 'library gone', id }]);
}

/** Codes of refusals that end when somebody has their rights again. */
const BY_RIGHTS: ReadonlySet<string> = new Set(['forbidden', 'archived', 'not_found']);

/**
 * New files that were refused for a missing right are tried again where their person may send new ones: a role, or an
 * archived library, may have come back since.
 */
export function unblockByRights(memory: Memory, open: readonly LibraryInfo[]): void {
  const { libraries, blocked } = memory.content;
  const paths = open.flatMap(({ id, canUpload }) => (canUpload ? (libraries.get(id)?.path ?? []) : []));
  const again = [...blocked.values()].filter(
    ({ reason, detail = '', path, again: isTried }) =>
      !isTried &&
      reason === 'refused' &&
      BY_RIGHTS.has(detail) &&
      paths.some((folder) => path.startsWith(`${folder}/`)),
  );
  memory.commit(again.map((item) => ({ type: 'blocked', item: { ...item, again: true } })));
}

/** Whether this person has lost a role in a library, and what follows from that is not done yet. */
export function lostRole(memory: Memory, { id, roles }: LibraryInfo): boolean {
  const before = memory.content.libraries.get(id)?.roles ?? [];
  return before.some((role) => !roles.includes(role));
}

/** Notes roles, once what follows from them is done on the disk. */
export function noteRoles(memory: Memory, open: readonly LibraryInfo[]): void {
  for (const { id, roles } of open) {
    const library = memory.content.libraries.get(id);
    if (library && library.roles?.join() !== roles.join())
      memory.commit([{ type: 'library', library: { ...library, roles } }]);
  }
}

/** Drops libraries that are not in `open` and of which no document is known, on the server or on the disk. */
export function dropLeftLibraries(memory: Memory, open: ReadonlySet<string>): void {
  const { libraries, remote, synced, operations } = memory.content;
  const left = new Set([...libraries.keys()].filter((id) => !open.has(id)));
  if (left.size === 0) return;
  for (const nodes of [remote, synced, operations])
    for (const { library } of nodes.values()) left.delete(library);
  memory.commit([...left].map((id) => ({ type: 'library gone', id })));
}

/** Makes the folder of a library that has none yet. One that its person removed is left to the guard. */
export async function makeLibraryFolders(
  files: Files,
  memory: Memory,
  missing: readonly string[],
): Promise<boolean> {
  let made = false;
  for (const library of memory.content.libraries.values()) {
    if (!missing.includes(library.path)) continue;
    const kept = [...memory.content.synced.values()].some(
      (node) => node.library === library.id && !node.stopped,
    );
    if (kept) continue;
    await files.makeFolder(library.path);
    await files.syncFolder(parentPath(library.path));
    made = true;
  }
  return made;
}

import { SYSTEM_FOLDER } from '../engine/layout.ts';
import { baseName, placeKey, type SyncedNode } from '../planner/trees.ts';
import { Broken } from './broken.ts';
import type { Client } from './client.ts';
import { LIBRARY } from './fakes/fake-server.ts';
import type { World } from './world.ts';

/**
 * Checks every invariant of docs/simulation.md that can be seen from outside, at rest. Throws with the first that is
 * broken.
 */
export function check(world: World): void {
  always(world);
  noLostBytes(world);
  noDoubles(world);
  for (const client of world.clients) {
    journaledTrees(world, client);
    converged(world, client);
    nothingForeign(world, client);
  }
}

/** Checks what must hold after every step, in the middle of anything. Throws with the first that is broken. */
export function always(world: World): void {
  atomicPaths(world);
  someWhere(world);
  compareAndSet(world);
  onlyWithPermission(world);
  serverTree(world);
  legalSteps(world);
}

/** 3: whoever reads a document reads a complete content, old or new. */
function atomicPaths(world: World): void {
  for (const client of world.clients) {
    for (const { path, bytes } of world.documents(client)) {
      if (!world.ledger.has(bytes)) throw new Broken(3, `${client.name} ${path} holds "${bytes}"`);
    }
  }
}

/** 1: what was written and not taken back is a version, a file, or a copy that was set aside. */
function noLostBytes(world: World): void {
  const reachable = new Set(world.server.ready().map((version) => version.bytes));
  for (const client of world.clients) {
    for (const { path, bytes } of client.disk.filesBelow('')) {
      if (!path.startsWith(`${SYSTEM_FOLDER}/`)) reachable.add(bytes);
    }
  }
  for (const [text, { by, discarded }] of world.ledger) {
    if (!discarded && !reachable.has(text)) throw new Broken(1, `"${text}" of ${by}`);
  }
}

/** 1, in the middle of a history: what is being transferred may be where only the engine looks. */
function someWhere(world: World): void {
  const reachable = new Set([...world.server.state.versions.values()].map((version) => version.bytes));
  for (const client of world.clients)
    for (const node of client.disk.names.values()) if (node.kind === 'file') reachable.add(node.bytes);
  for (const [text, { by, discarded }] of world.ledger) {
    if (!discarded && !reachable.has(text)) throw new Broken(1, `"${text}" of ${by} is nowhere`);
  }
}

/** 5: one content makes one version, however often its calls were made. */
function noDoubles(world: World): void {
  // Without its journal the engine takes a file whose record was moved and edited meanwhile for a new one.
  if (world.restored || world.journalLost) return;
  const seen = new Map<string, string>();
  for (const version of world.server.ready()) {
    // A renamed file with another in its old place may be a backup: it is a document of its own then.
    if (world.moved.has(version.bytes)) continue;
    // Made by a call whose answer was lost, and deleted by others before its desktop knew: the file is a new one again.
    if (world.answerLost && world.server.isDeleted(version.record)) continue;
    const other = seen.get(version.bytes);
    if (other) throw new Broken(5, `"${version.bytes}" is ${other} and ${version.id}`);
    seen.set(version.bytes, version.id);
  }
  if (world.rolesChanged) return;
  for (const version of world.server.state.versions.values()) {
    if (version.status !== 'pending' || world.server.isDeleted(version.record)) continue;
    throw new Broken(5, `${version.id} was made and left behind`);
  }
}

/** 6: a version became current only on top of the current one; numbers have no gaps. */
function compareAndSet(world: World): void {
  const numbers = new Map<string, number[]>();
  for (const version of world.server.ready()) {
    numbers.set(version.record, [...(numbers.get(version.record) ?? []), version.number]);
    if (!version.conflict && version.replaced !== version.base) {
      throw new Broken(6, `${version.id} on ${version.base} replaced ${version.replaced}`);
    }
    if (version.conflict && world.server.state.nodes.get(version.record)?.current === version.id) {
      throw new Broken(6, `the conflict ${version.id} is current`);
    }
  }
  for (const [record, found] of numbers) {
    const sorted = found.sort((a, b) => a - b);
    if (sorted.some((each, index) => each !== index + 1)) throw new Broken(6, `${record} has ${sorted}`);
  }
}

/** 2: what the server shows lies on the disk, in its place, with its bytes; or a blocked item says why not. */
function converged(world: World, client: Client): void {
  if (world.server.roleOf(client.name) === 'none') return;
  if (client.memory === undefined) throw new Broken(2, `${client.name} is not even started`);
  const memory = client.memory;
  const excused = new Set(client.blocked.flatMap((item) => [item.key, item.recordId]));
  const backups = client.notSynced.filter(({ reason }) => reason === 'backup');
  const heldPaths = new Set([...client.blocked, ...backups].map(({ path }) => path));
  const expected = new Map<string, string>();
  const root = world.rootOf(client);
  if (!isNamed(root, world.server.state.libraryName))
    throw new Broken(2, `${client.name}: the library ${world.server.state.libraryName} lies in ${root}`);
  for (const node of world.server.state.nodes.values()) {
    const served = node.kind === 'record' ? world.server.servedTo(client.name, node) : undefined;
    if (!served) continue;
    if (
      excused.has(node.id) ||
      memory?.synced.get(node.id)?.stopped ||
      underStopped(world, client, node.parent)
    )
      continue;
    const path = world.serverPath(node.id, root);
    expected.set(placeKey(path), node.id);
    const bytes = client.disk.read(path);
    const wanted = world.server.state.versions.get(served)?.bytes;
    if (bytes !== wanted) throw new Broken(2, `${client.name} ${path}: "${bytes}", not "${wanted}"`);
  }
  for (const { path } of world.documents(client)) {
    if (expected.has(placeKey(path)) || heldPaths.has(path)) continue;
    const id = [...(memory?.synced.values() ?? [])].find((node) => excused.has(node.id));
    if (!id) throw new Broken(2, `${client.name} keeps ${path}`);
  }
  foldersSaid(world, client, root);
}

/** 2: a folder on the disk is on the server too, or holds something that is on its way there, or is listed. */
function foldersSaid(world: World, client: Client, root: string): void {
  const known = new Set([...(client.memory?.synced.keys() ?? [])].map((id) => client.pathOf(id)));
  const documents = world.documents(client).map(({ path }) => path);
  const listed = [...client.notSynced, ...client.blocked].map(({ path }) => path);
  for (const [path, node] of client.disk.names) {
    if (node.kind !== 'folder' || !path.startsWith(`${root}/`) || known.has(path)) continue;
    const isSaid = listed.some((each) => path === each || path.startsWith(`${each}/`));
    if (!isSaid && !documents.some((each) => each.startsWith(`${path}/`)))
      throw new Broken(2, `${client.name} says nothing of the empty folder ${path}`);
  }
}

/** Whether a folder has its library's name, with a number where something else has that name. */
function isNamed(root: string, name: string): boolean {
  return baseName(root).replace(/ \(\d+\)$/, '') === name;
}

function underStopped(world: World, client: Client, parent: string): boolean {
  if (parent === LIBRARY) return false;
  if (client.memory?.synced.get(parent)?.stopped) return true;
  if (client.blocked.some((item) => item.key === parent)) return true;
  return underStopped(world, client, world.server.state.nodes.get(parent)?.parent ?? LIBRARY);
}

/** 7: nothing stays that its person may not see, apart from what they wrote themselves. */
function nothingForeign(world: World, client: Client): void {
  // Without its journal the engine cannot know whose a file is: it stays.
  if (world.server.roleOf(client.name) === 'upload' || world.journalLost) return;
  const shown = new Set<string | undefined>();
  for (const node of world.server.state.nodes.values())
    shown.add(world.server.state.versions.get(world.server.servedTo(client.name, node) ?? '')?.bytes);
  const reads = world.server.roleOf(client.name) === 'reader';
  // Kept for a server that lost it by a restore.
  const known = new Set(world.server.ready().map((version) => version.bytes));
  // What the server may have lost by a restore stays until a person decides.
  const kept = new Set(
    client.blocked.filter((item) => item.reason === 'gone-after-restore').map(({ path }) => path),
  );
  for (const { path, bytes } of client.disk.filesBelow('')) {
    // A copy that a person made of an older version is a file of their own, and looks the same.
    if (
      kept.has(path) ||
      world.copied.has(bytes) ||
      // Renamed while another file took its place, it is a file of its person's own as well.
      (reads && world.moved.has(bytes)) ||
      shown.has(bytes) ||
      (world.restored && !known.has(bytes))
    )
      continue;
    const by = world.ledger.get(bytes)?.by;
    if (by !== undefined && by !== client.name && !path.startsWith(`${SYSTEM_FOLDER}/`)) {
      throw new Broken(7, `${client.name} still has ${path} of ${by}`);
    }
  }
}

/** 7: nobody wrote without permission, and nothing was deleted on the server that no person deleted there. */
function onlyWithPermission({ server }: World): void {
  const [offence] = server.offences;
  if (offence) throw new Broken(7, offence);
  for (const { id, deleted } of server.state.nodes.values())
    if (deleted && !server.deletedByPeople.has(id)) throw new Broken(7, `${id} was deleted by nobody`);
}

/** 5: a desktop reports the steps of an operation in order, each once. */
function legalSteps({ realtime, restored }: World): void {
  // A restored server may have given the same operation another record before.
  if (restored) return;
  const [refused] = realtime.refused;
  if (refused) throw new Broken(5, refused);
}

/** 8: on the server every node has an existing parent, and is in the library. */
function serverTree({ server }: World): void {
  oneTree('the server', server.state.nodes);
}

/** 8: the same for what a desktop knows, once it has read its feeds to the end. */
function journaledTrees(world: World, client: Client): void {
  if (!client.rests || world.server.roleOf(client.name) === 'none') return;
  oneTree(`${client.name}, remote`, client.journaled.remote);
  const { synced } = client.journaled;
  // What a restored server lost waits for its person, without the folder that is gone with it.
  const sure = [...synced].filter(([, node]) => node.kind === 'folder' || !node.unsure);
  oneTree(`${client.name}, synced`, new Map<string, SyncedNode>(sure));
}

function oneTree(
  whose: string,
  nodes: ReadonlyMap<string, { readonly id: string; readonly parent: string }>,
): void {
  for (const [id, node] of nodes) {
    if (node.id !== id) throw new Broken(8, `${whose}: ${id} is ${node.id}`);
    let up = node;
    for (let steps = 0; up.parent !== LIBRARY; steps += 1) {
      const next = nodes.get(up.parent);
      if (!next) throw new Broken(8, `${whose}: ${up.id} hangs on ${up.parent}, which is not there`);
      if (steps > nodes.size) throw new Broken(8, `${whose}: ${id} hangs on itself`);
      up = next;
    }
  }
}

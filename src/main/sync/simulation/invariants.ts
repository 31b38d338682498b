import { SYSTEM_FOLDER } from '../layout.ts';
import { placeKey } from '../plan-draft.ts';
import { LIBRARY } from './fake-server.ts';
import { type Client, ROOT, type World } from './world.ts';

/** Leaves everybody in peace until nothing moves any more. */
export async function settle(world: World): Promise<void> {
  world.lostReplies = 0;
  for (const client of world.clients) {
    client.online = true;
    for (const { path } of client.disk.filesBelow(ROOT)) if (path.includes('~$')) client.disk.unlink(path);
  }
  for (let round = 0; round < 40; round += 1) {
    world.advance(70_000);
    let moved = 0;
    for (const client of world.clients) {
      moved += await client.cycle();
      if (client.question?.kind === 'mass-delete') {
        client.acceptDeletes();
        moved += 1;
      }
    }
    if (moved === 0 && round > 3) return;
  }
  throw new Error(`No rest after 40 rounds: ${describe(world)}`);
}

/** Everything of sync.md's invariants that can be seen from outside. Raises with the first that is broken. */
export function check(world: World): void {
  noLostBytes(world);
  noDoubles(world);
  compareAndSet(world);
  for (const client of world.clients) {
    converged(world, client);
    nothingForeign(world, client);
  }
}

/** 3: whoever reads a document sees a whole content, old or new. */
export function atomicPaths(world: World): void {
  for (const client of world.clients) {
    for (const { path, bytes } of world.documents(client)) {
      if (!world.ledger.has(bytes)) throw new Error(`3: ${client.name} ${path} holds "${bytes}"`);
    }
  }
}

/** 1: what was written and not taken back is a version, a local file, a quarantined or a sibling copy. */
function noLostBytes(world: World): void {
  const reachable = new Set(world.server.ready().map((version) => version.bytes));
  for (const client of world.clients) {
    for (const { path, bytes } of client.disk.filesBelow('')) {
      if (!path.startsWith(`${SYSTEM_FOLDER}/`)) reachable.add(bytes);
    }
  }
  for (const [text, { by, discarded }] of world.ledger) {
    if (!discarded && !reachable.has(text)) throw new Error(`1: lost "${text}" of ${by}\n${describe(world)}`);
  }
}

/** 5: one content makes one version, however often its calls were made. */
function noDoubles(world: World): void {
  // Without its journal, a file whose record was moved and edited meanwhile is a new one to the engine.
  if (world.restored || world.journalLost) return;
  const seen = new Map<string, string>();
  for (const version of world.server.ready()) {
    // A renamed file with another in its old place may be a backup: it is a document of its own then.
    if (world.moved.has(version.bytes)) continue;
    const other = seen.get(version.bytes);
    if (other) throw new Error(`5: "${version.bytes}" is ${other} and ${version.id}\n${describe(world)}`);
    seen.set(version.bytes, version.id);
  }
  if (world.rolesChanged) return;
  for (const version of world.server.state.versions.values()) {
    if (version.status !== 'pending' || world.server.isDeleted(version.record)) continue;
    throw new Error(`5: ${version.id} was made and left behind\n${describe(world)}`);
  }
}

/** 6: a version became current only on what was current; numbers have no gaps. */
function compareAndSet(world: World): void {
  const numbers = new Map<string, number[]>();
  for (const version of world.server.ready()) {
    numbers.set(version.record, [...(numbers.get(version.record) ?? []), version.number]);
    if (!version.conflict && version.replaced !== version.base) {
      throw new Error(`6: ${version.id} on ${version.base} replaced ${version.replaced}`);
    }
    if (version.conflict && world.server.state.nodes.get(version.record)?.current === version.id) {
      throw new Error(`6: the conflict ${version.id} is current`);
    }
  }
  for (const [record, found] of numbers) {
    const sorted = found.sort((a, b) => a - b);
    if (sorted.some((each, index) => each !== index + 1)) throw new Error(`6: ${record} has ${sorted}`);
  }
}

/** 2: what the server shows lies on the disk, at its place, with its bytes; or a hold says why not. */
function converged(world: World, client: Client): void {
  if (world.server.access.get(client.name)?.role === 'none') return;
  const memory = client.memory;
  const excused = new Set(client.holds.flatMap((hold) => [hold.key, hold.recordId]));
  const heldPaths = new Set(client.holds.map((hold) => hold.path));
  const expected = new Map<string, string>();
  for (const node of world.server.state.nodes.values()) {
    if (node.kind !== 'record' || !node.current || world.server.isDeleted(node.id)) continue;
    if (
      excused.has(node.id) ||
      memory?.synced.get(node.id)?.stopped ||
      underStopped(world, client, node.parent)
    )
      continue;
    const path = world.serverPath(node.id);
    expected.set(placeKey(path), node.id);
    const bytes = client.disk.read(path);
    const wanted = world.server.state.versions.get(node.current)?.bytes;
    if (bytes !== wanted)
      throw new Error(`2: ${client.name} ${path}: "${bytes}", not "${wanted}"\n${describe(world)}`);
  }
  for (const { path } of world.documents(client)) {
    if (expected.has(placeKey(path)) || heldPaths.has(path)) continue;
    const id = [...(memory?.synced.values() ?? [])].find((node) => excused.has(node.id) || node.stopped);
    if (!id) throw new Error(`2: ${client.name} keeps ${path}\n${describe(world)}`);
  }
}

function underStopped(world: World, client: Client, parent: string): boolean {
  if (parent === LIBRARY) return false;
  if (client.memory?.synced.get(parent)?.stopped) return true;
  if (client.holds.some((hold) => hold.key === parent)) return true;
  return underStopped(world, client, world.server.state.nodes.get(parent)?.parent ?? LIBRARY);
}

/** 7: nothing stays that its person may not see, but what they wrote themselves. */
function nothingForeign(world: World, client: Client): void {
  // Without its journal the engine cannot tell whose a file is: what lies there stays.
  if (world.server.access.get(client.name)?.role !== 'none' || world.journalLost) return;
  // What the server may have lost with a restore stays until a person decides.
  const kept = new Set(
    client.holds.filter((hold) => hold.reason === 'gone-after-restore').map(({ path }) => path),
  );
  for (const { path, bytes } of client.disk.filesBelow('')) {
    // A copy that its person made of an older version is a file of their own: nothing tells it from one.
    if (kept.has(path) || world.copied.has(bytes)) continue;
    const by = world.ledger.get(bytes)?.by;
    if (by !== undefined && by !== client.name && !path.startsWith(`${SYSTEM_FOLDER}/`)) {
      throw new Error(`7: ${client.name} still has ${path} of ${by}\n${describe(world)}`);
    }
  }
}

export function describe(world: World): string {
  const lines = ['server:'];
  for (const node of world.server.state.nodes.values()) {
    lines.push(
      `  ${node.id} ${node.kind} ${world.serverPath(node.id)} current=${node.current} deleted=${node.deleted}`,
    );
  }
  for (const version of world.server.state.versions.values()) {
    lines.push(
      `  ${version.id} of ${version.record} #${version.number} ${version.status} base=${version.base} "${version.bytes}"`,
    );
  }
  for (const client of world.clients) {
    lines.push(`${client.name} (${world.server.access.get(client.name)?.role}):`);
    for (const { path, bytes } of client.disk.filesBelow('')) lines.push(`  ${path} "${bytes}"`);
    for (const [path, node] of client.disk.names) if (node.kind === 'folder') lines.push(`  ${path}/`);
    for (const hold of client.holds) lines.push(`  hold ${hold.reason} ${hold.path} ${hold.detail ?? ''}`);
    for (const node of client.memory?.synced.values() ?? []) lines.push(`  synced ${JSON.stringify(node)}`);
    for (const node of client.memory?.remote.values() ?? []) lines.push(`  remote ${JSON.stringify(node)}`);
    for (const node of client.memory?.operations.values() ?? [])
      lines.push(`  operation ${JSON.stringify(node)}`);
  }
  return lines.join('\n');
}

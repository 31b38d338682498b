import { splitExtension } from '#shared/platform/files/names.ts';
import { QUARANTINE, SYSTEM_FOLDER } from '../engine/layout.ts';
import { baseName, parentPath } from '../planner/trees.ts';
import { Broken } from './broken.ts';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** Cycles that a desktop is left in peace for, to come to rest. */
const CYCLES = 6;

/**
 * Invariant 4: from here on a desktop ends in the same state, whatever the order of its batches. Played on two copies
 * of the world, which are dropped afterwards.
 */
export async function commutes(world: World, index: number, order: number): Promise<void> {
  const pictures: string[] = [];
  for (const seed of [0, order]) {
    const twin = world.fork(seed);
    const client = twin.clients[index];
    if (!client) return;
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      twin.advance(70_000);
      await client.cycle();
      if (client.question?.kind === 'mass-delete') client.acceptDeletes();
    }
    pictures.push(pictureOf(twin, client));
  }
  const [first = '', second = ''] = pictures;
  if (first !== second)
    throw new Broken(4, `${world.clients[index]?.name} by another order\n${differences(first, second)}`);
}

/** The state without what another order may change: ids, times, and the numbers that make names unique. */
function pictureOf(world: World, client: Client): string {
  const { nodes } = world.server.state;
  const bytesOf = (id: string | undefined) => world.server.state.versions.get(id ?? '')?.bytes;
  const lines: string[] = [];
  const place = (id: string) => plain(world.serverPath(id));
  for (const [path, node] of client.disk.names) {
    if (path.startsWith(SYSTEM_FOLDER)) continue;
    // Its depth there depends on where it lay just before.
    if (node.kind === 'folder' && path.includes(`/${QUARANTINE}/`)) continue;
    lines.push(node.kind === 'folder' ? `disk ${plain(path)}/` : `disk ${plain(path)} "${node.bytes}"`);
  }
  for (const node of nodes.values())
    lines.push(`server ${place(node.id)} ${node.kind} deleted=${node.deleted} "${bytesOf(node.current)}"`);
  const versions = [...world.server.state.versions.values()];
  for (const { record, status, number, conflict, bytes } of versions) {
    // Conflict versions may come at any time, which shifts the numbers of the others too.
    const before = versions.filter(
      (each) => each.record === record && !each.conflict && each.number < number,
    ).length;
    const order = conflict ? 'in conflict' : `after ${before}`;
    lines.push(`version ${place(record)} ${status} ${order} "${bytes}"`);
  }
  const pathOf = new Map([...client.disk.names].map(([path, { ino }]) => [`1:${ino}`, path]));
  for (const node of client.journaled.synced.values()) {
    const at = plain(pathOf.get(node.identity) ?? '');
    const bytes = node.kind === 'record' ? bytesOf(node.versionId) : '';
    lines.push(`synced ${place(node.id)} at ${at} stopped=${node.stopped} "${bytes}"`);
  }
  for (const { reason, path } of client.blocked) lines.push(`blocked ${reason} ${plain(path)}`);
  return lines.sort().join('\n');
}

/** Without ` (2)` before the extension, and without the time of a copy. */
function plain(path: string): string {
  if (path === '') return '';
  const { stem, extension } = splitExtension(baseName(path));
  const parent = parentPath(path);
  const name = `${stem.replace(/ \(\d+\)$/, '')}${extension}`;
  // Names from several folders meet in Retirados.
  const retired = new RegExp(`^.*/${QUARANTINE}/[^/]+`).exec(path)?.[0];
  return retired && retired !== path ? `${retired}/…` : `${plain(parent)}/${name}`;
}

function differences(first: string, second: string): string {
  const [a, b] = [first.split('\n'), second.split('\n')];
  const only = (these: string[], those: string[]) =>
    these.filter((line) => !those.includes(line)).join('\n  ');
  return `in the app's order:\n  ${only(a, b)}\nin another:\n  ${only(b, a)}\nboth:\n  ${a.filter((line) => b.includes(line)).join('\n  ')}`;
}

import type { World } from './world.ts';

/** The whole state of a world, for the report of a failure. */
export function describe(world: World): string {
  const lines = ['server:'];
  for (const node of world.server.state.nodes.values()) {
    lines.push(
      `  ${node.id} ${node.kind} ${world.serverPath(node.id)} current=${node.current} published=${node.published} deleted=${node.deleted}`,
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
    for (const item of client.blocked)
      lines.push(`  blocked ${item.reason} ${item.path} ${item.detail ?? ''}`);
    for (const node of client.memory?.synced.values() ?? []) lines.push(`  synced ${JSON.stringify(node)}`);
    for (const node of client.memory?.remote.values() ?? []) lines.push(`  remote ${JSON.stringify(node)}`);
    for (const node of client.memory?.operations.values() ?? [])
      lines.push(`  operation ${JSON.stringify(node)}`);
  }
  return lines.join('\n');
}

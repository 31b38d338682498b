import { syncChannel } from '#shared/realtime/channels.ts';
import { ENVELOPE_VERSION } from '#shared/realtime/messages.ts';
import type { RemoteNode } from '../planner/trees.ts';
import { Broken } from './broken.ts';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** Leaves everybody in peace until nothing moves any more. */
export async function settle(world: World): Promise<void> {
  world.lostReplies = 0;
  for (const client of world.clients) {
    client.online = true;
    client.disk.handles.clear();
    for (const { path } of client.disk.filesBelow('')) if (path.includes('~$')) client.disk.unlink(path);
  }
  await settleByHints(world);
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
  throw new Broken(2, 'no rest after 40 rounds');
}

/**
 * What the watcher and the channels tell is enough to hear of everything: the next message, whichever it is, shows that
 * others were lost.
 */
async function settleByHints(world: World): Promise<void> {
  for (const { name, line, screen } of world.clients) {
    line.calm();
    screen.calm();
    world.tell(name, 'notification.changed', {});
  }
  for (let round = 0; round < 20; round += 1) {
    world.advance(2500);
    let moved = 0;
    for (const client of world.clients) moved += await client.cycle([], true);
    if (moved === 0 && round > 1) break;
  }
  for (const client of world.clients) {
    if (client.rests) heardOfAll(world, client);
    await sameOnScreen(world, client);
  }
}

/** The steps of every operation stand on a screen as the server passed them on, in spite of what happened on the way. */
async function sameOnScreen({ realtime }: World, { name, screen, line }: Client): Promise<void> {
  const channel = syncChannel(name, name);
  // One more step, since only the next message shows that one was lost.
  const opId = `ask ${realtime.stateOf(channel).lastSeq}`;
  line.send({ v: ENVELOPE_VERSION, id: opId, opId, type: 'file changed' });
  const seen = screen.stateOf(channel);
  const said = realtime.stateOf(channel);
  if (!seen || seen.epoch !== said.epoch || seen.lastSeq !== said.lastSeq)
    throw new Broken(5, `a screen of ${name} is at ${seen?.lastSeq}, the channel at ${said.lastSeq}`);
  for (const [id, { phase }] of seen.operations)
    if (said.operations.get(id)?.phase !== phase)
      throw new Broken(5, `a screen of ${name} has ${id} at ${phase}`);
}

/** 2: what a desktop knows of the server is what the server would tell it, though it was never asked for all of it. */
function heardOfAll({ server }: World, client: Client): void {
  if (server.roleOf(client.name) === 'none') return;
  const picture = (nodes: Iterable<RemoteNode | undefined>) =>
    [...nodes]
      .flatMap((node) => (node ? [`${node.id} ${node.parent}/${node.name} ${versionOf(node)}`] : []))
      .sort()
      .join('\n');
  const told = picture([...server.state.nodes.values()].map((node) => server.remoteNode(client.name, node)));
  const known = picture(client.journaled.remote.values());
  if (told !== known)
    throw new Broken(2, `${client.name} never heard of it:\n${told}\nis known as\n${known}`);
}

const versionOf = (node: RemoteNode) => (node.kind === 'record' ? node.version.id : '');

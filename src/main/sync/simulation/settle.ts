import { Broken } from './broken.ts';
import { ROOT, type World } from './world.ts';

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
  throw new Broken(2, 'no rest after 40 rounds');
}

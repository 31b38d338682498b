import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ActionJob } from './actions.ts';
import type { Ledger } from './checking/ledger.ts';
import { sha256Of } from './checking/ledger.ts';
import type { SeenVersion, Times } from './checking/seen.ts';
import { contentOf, type Kind } from './contents.ts';
import { Random } from './random.ts';
import type { World } from './world.ts';

/** Milliseconds for which a story waits for an expected event. */
const PATIENCE_MS = 15_000;
const POLL_MS = 250;

/** The setting of a short story: two people with a root each, and one server. */
export class Stage {
  readonly world: World;
  readonly times: Times;
  private chance = 1;

  constructor(world: World, times: Times) {
    this.world = world;
    this.times = times;
  }

  get ledger(): Ledger {
    return this.world.ledger;
  }

  /** A job for a writer or an action at a path in a root. */
  job(root: number, path: string): ActionJob {
    this.chance += 1;
    return this.world.jobAt(root, path, this.chance);
  }

  /** Absolute path of a file in a root's library. */
  at(root: number, path: string): string {
    return join(this.job(root, path).library, path);
  }

  /** A new content that nothing else has. */
  content(kind: Kind = 'txt', size = 3000): Buffer {
    this.chance += 1;
    return contentOf(new Random(this.chance), kind, size);
  }

  /** Writes a file in one go. @returns the hash of its bytes */
  async write(root: number, path: string, bytes = this.content()): Promise<string> {
    const full = this.at(root, path);
    const before = await readFile(full).catch(() => undefined);
    if (before) this.ledger.ended(root, sha256Of(before), 'replaced');
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, bytes);
    return this.ledger.wrote(root, path, bytes, 'story').sha256;
  }

  /** Waits until a root has these bytes at a path. */
  async arrives(root: number, path: string, sha256: string): Promise<void> {
    const full = this.at(root, path);
    const isThere = () =>
      readFile(full).then(
        (bytes) => sha256Of(bytes) === sha256,
        () => false,
      );
    await this.until(`${path} did not come to root ${root}`, isThere);
  }

  isGone(root: number, path: string): boolean {
    return !existsSync(this.at(root, path));
  }

  /** Waits until the server has these bytes. @returns their version */
  async isSent(sha256: string, what: string): Promise<SeenVersion> {
    let found: SeenVersion | undefined;
    await this.until(`${what} was not sent`, async () => {
      const versions = await this.world.view.versions(false);
      found = versions.find((version) => version.sha256 === sha256);
      return found !== undefined;
    });
    return found as SeenVersion;
  }

  /** Waits for this many settle times, in which something must not happen. */
  async settles(times = 1): Promise<void> {
    await delay(this.times.settleMs * times);
  }

  /** Waits for a condition. Throws `otherwise` on timeout. */
  async until(otherwise: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(otherwise);
      await delay(POLL_MS);
    }
  }
}

import { statfs } from 'node:fs/promises';
import type { Connections } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { countUploads, countWaiting, sumContents } from './metrics.queries.ts';
import type { Registry } from './registry.ts';
import { remembered } from './remembered.ts';

/** How long what the database told is told again. The sum of all contents reads a whole table. */
const KEPT_MS = 5000;
const CONTENTS_KEPT_MS = 10 * 60_000;
/** A database that does not answer must not keep the other metrics back. */
const PATIENCE_MS = 2000;
/** An upload counts as under way for so long after its last byte, in milliseconds. */
const UNDER_WAY_MS = 5 * 60_000;

/** What the whole installation has, as this process sees it. */
interface Seen {
  readonly waiting?: Awaited<ReturnType<typeof countWaiting>> | undefined;
  readonly uploads?: Awaited<ReturnType<typeof countUploads>> | undefined;
  readonly contents?: Awaited<ReturnType<typeof sumContents>> | undefined;
  readonly disk?: { readonly free: number; readonly size: number } | undefined;
}

/**
 * Database, outbox, uploads and storage. Where the database does not answer, its metrics are missing and
 * `legajo_database_up` is 0.
 * @returns a function that asks for all of them, before they are read
 */
export function measureInstallation(
  registry: Registry,
  { db, now, config, storage }: Pick<Deps, 'db' | 'now' | 'config' | 'storage'>,
  connections: () => Connections,
): () => Promise<void> {
  const often = { keptMs: KEPT_MS, patienceMs: PATIENCE_MS };
  const waiting = remembered(() => countWaiting(db, now()), often);
  const uploads = remembered(() => countUploads(db, new Date(now().getTime() - UNDER_WAY_MS)), often);
  const contents = remembered(() => sumContents(db), { ...often, keptMs: CONTENTS_KEPT_MS });
  const disk = remembered(async () => {
    const { bavail, blocks, bsize } = await statfs(config.dataDir);
    return { free: (await storage.freeBytes()) ?? bavail * bsize, size: blocks * bsize };
  }, often);
  let seen: Seen = {};
  /** A metric of what was seen; none where it was not. */
  const read = <K extends keyof Seen>(
    of: K,
    name: string,
    help: string,
    value: (found: NonNullable<Seen[K]>) => number,
  ): void =>
    registry.read(name, help, () => {
      const found = seen[of];
      return found ? value(found as NonNullable<Seen[K]>) : [];
    });

  registry.read('legajo_database_up', 'Whether the database answered.', () => (seen.waiting ? 1 : 0));
  registry.read(
    'legajo_database_connections',
    'Connections of this process, and calls that wait for one.',
    () => {
      const { open, idle, waiting: queue } = connections();
      return Object.entries({ used: open - idle, idle, waiting: queue }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  );
  registry.read('legajo_database_connections_max', 'Connections that it may have.', () => connections().max);
  registry.read('legajo_outbox_messages', 'Messages that are not handled, by state.', () => {
    if (!seen.waiting) return [];
    const { due, later, failing } = seen.waiting;
    return Object.entries({ due, later, failing }).map(([state, value]) => ({ labels: { state }, value }));
  });
  read(
    'waiting',
    'legajo_outbox_oldest_due_seconds',
    'For how long the oldest has been due.',
    (it) => it.oldest,
  );
  read(
    'uploads',
    'legajo_uploads_under_way',
    'Uploads that had a byte in the last five minutes.',
    (it) => it.uploads,
  );
  read('uploads', 'legajo_uploads_announced_bytes', 'What they will bring.', (it) => it.announced);
  read('contents', 'legajo_storage_contents', 'Different files that are kept.', (it) => it.contents);
  read('contents', 'legajo_storage_used_bytes', 'What they take.', (it) => it.bytes);
  read('disk', 'legajo_storage_free_bytes', 'Free on the disk of the files.', (it) => it.free);
  read('disk', 'legajo_storage_size_bytes', 'Size of the disk of the files.', (it) => it.size);
  registry.read(
    'legajo_storage_reserved_bytes',
    'FREE_SPACE_MIN: below it nothing is stored.',
    () => config.freeSpaceMin,
  );

  return async () => {
    const [w, u, c, d] = await Promise.all([waiting(), uploads(), contents(), disk()]);
    seen = { waiting: w, uploads: u, contents: c, disk: d };
  };
}

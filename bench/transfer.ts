import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BATCH_MAX } from '#shared/platform/limits.ts';
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts';
import { createFactories, TEST_PASSWORD } from '../server/testing/factories.ts';
import { createTestClient, type TestClient } from '../server/testing/http.ts';
import { HttpClient } from '../src/main/sync/adapters/http/http-client.ts';
import { HttpRemote } from '../src/main/sync/adapters/http/http-remote.ts';
import { forEachLimited } from '../src/main/sync/executors/limited.ts';
import { startBareHttp } from './lib/bare-http.ts';
import { type BenchEngine, onEachEngine } from './lib/databases.ts';
import { heading, median, table, timed } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * One large file and many small ones through a real server process on loopback, each beside a plain copy of the same
 * files with fsync, and the large one beside plain Node over HTTP. Copies are made before, between and after, and their
 * median counts, because a disk's speed varies.
 */

const SMALL_BYTES = 20_000;
const CONCURRENT = 8;
const PIECE = 8 * 1024 ** 2;
const MIB = 1024 ** 2;
const COPIES = 3;

interface Place {
  readonly server: RunningServer;
  readonly client: TestClient;
  readonly library: string;
  readonly label: string;
  /** On the same disk as the server's data. */
  readonly folder: string;
}

const options = readOptions();

async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** A copy with a flush, as `cp` would do. */
async function plainCopy(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await flushed(to);
}

async function withServer(engine: BenchEngine, work: (place: Place) => Promise<void>): Promise<void> {
  const database = await engine.open();
  const make = createFactories(database.db);
  const organization = await make.organization();
  const library = await make.library(organization);
  const label = await make.label(organization);
  const author = await make.person(organization, { libraries: [[library, ['upload']]] });
  await database.close();
  const server = await startServer({
    ...{ DATA_DIR: engine.dataDir, DEMO: 'no', LOG_LEVEL: 'error' },
    ...(engine.url ? { DATABASE_URL: engine.url } : {}),
  });
  try {
    const tokens = await createTestClient(() => server.url).ok('signIn', {
      body: { email: author.email, password: TEST_PASSWORD, client: 'api' },
    });
    if ('challenge' in tokens) throw new Error('a challenge was not expected');
    const folder = join(engine.dataDir, 'bench');
    await mkdir(folder);
    const client = createTestClient(() => server.url, tokens);
    await work({ server, client, library: library.id, label, folder });
  } finally {
    await server.stop({ keepData: true });
  }
}

async function makeLarge(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let left = options.size; left > 0; left -= PIECE) await file.write(randomBytes(Math.min(PIECE, left)));
  await file.sync().finally(() => file.close());
}

const entry = (place: Place, name: string) => ({
  ...{ year: 2026, month: 3, day: 7, name, group: place.library, labels: [place.label] },
  file: { name, type: 'application/octet-stream' },
});

/** The engine's own client, which the desktop app and `npm run sync` use. */
function engineClient({ server, client, folder }: Place): HttpRemote {
  const http = new HttpClient(server.url, { token: async () => client.token ?? '' });
  return new HttpRemote(http, (path) => join(folder, path));
}

async function uploadLarge(
  place: Place,
  name: string,
): Promise<{ version: string; sha256: string; ms: number }> {
  const { client, folder } = place;
  const remote = engineClient(place);
  const made = await client.ok('entryCreate', { body: entry(place, 'Grande.pdf') });
  const pending = { recordId: made.record._id, versionId: made.version._id, key: made.version.key ?? '' };
  let sha256 = '';
  const ms = await timed(async () => {
    // The client hashes while it sends, like the wizard's worker.
    [sha256] = await Promise.all([
      hashOf(join(folder, name)),
      remote.upload(pending, name, options.size, {}),
    ]);
    await remote.confirm(randomUUID(), { versionId: pending.versionId, size: options.size, sha256 });
  });
  return { version: pending.versionId, sha256, ms };
}

/** One buffer for all reads: bytes that are only hashed need no new memory each time. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(MIB);
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, MIB);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** To a flushed file, hashed on the way, as the engine does before it renames the file. */
async function download(place: Place, version: string, sha256: string, to: string): Promise<void> {
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const content = engineClient(place).content({ id: version, sha256, size: options.size }, 0, {});
  await pipeline(hashed(content), createWriteStream(to, { highWaterMark: PIECE, flush: true }));
  if (hash.digest('hex') !== sha256) throw new Error('the download differs');
}

async function large(place: Place): Promise<void> {
  const path = join(place.folder, 'large.bin');
  const other = join(place.folder, 'copy.bin');
  await makeLarge(path);
  const copies: number[] = [];
  const copy = async () => {
    copies.push(await timed(() => plainCopy(path, other)));
    await rm(other);
  };
  await copy();
  const { version, sha256, ms: up } = await uploadLarge(place, 'large.bin');
  await copy();
  const down = await timed(() => download(place, version, sha256, other));
  await rm(other);
  await copy();
  const bare = await startBareHttp();
  const bareUp = await bare.upload(path, other);
  const bareDown = await bare.download(path, other);
  bare.stop();
  await rm(other);
  const base = median(copies);
  const row = (name: string, ms: number, beside = ms) => [
    name,
    (ms / 1000).toFixed(2),
    (options.size / MIB / (ms / 1000)).toFixed(0),
    (base / ms).toFixed(2),
    Number.isNaN(beside) ? '' : (beside / ms).toFixed(2),
  ];
  heading(`One file of ${(options.size / MIB).toFixed(0)} MiB`);
  table(
    ['', 's', 'MiB/s', 'ratio to the copy', 'ratio to bare HTTP'],
    [
      row(`plain copy with fsync (median of ${COPIES})`, base, Number.NaN),
      row('bare HTTP, up', bareUp),
      row('bare HTTP, down', bareDown),
      row('upload, from the first byte to confirm’s answer', up, bareUp),
      row('download to a flushed file', down, bareDown),
    ],
  );
  await rm(path);
}

async function makeSmall(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: options.files }, (_, at) => `Documento ${at}.pdf`);
  await forEachLimited(names, CONCURRENT, async (name) => {
    const file = await open(join(folder, name), 'w');
    await file.write(randomBytes(SMALL_BYTES));
    await file.close();
  });
  return names;
}

async function uploadBatch(place: Place, folder: string, names: readonly string[]): Promise<void> {
  const { client } = place;
  const { results } = await client.ok('createBatch', {
    body: { items: names.map((name) => entry(place, name)) },
  });
  const made = results.map((each, at) => {
    if (!each.ok) throw new Error(each.error.message);
    return { ...each, path: join(folder, names[at] ?? '') };
  });
  const items: { version: string; size: number; sha256: string }[] = [];
  await forEachLimited(made, CONCURRENT, async ({ version, key, path }) => {
    const bytes = await readFile(path);
    items.push({ version, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    const answer = await client.fetch('/docs/uploads', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(bytes.length),
        'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
      },
      body: bytes,
    });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}`);
  });
  const confirmed = await client.ok('confirmBatch', { body: { items } });
  const refused = confirmed.results.find((each) => !each.ok);
  if (refused && !refused.ok) throw new Error(refused.error.message);
}

async function small(place: Place): Promise<string[]> {
  const folder = join(place.folder, 'small');
  const names = await makeSmall(folder);
  const copies: number[] = [];
  const copy = async () => {
    const to = join(place.folder, 'copies');
    await mkdir(to);
    const each = (name: string) => plainCopy(join(folder, name), join(to, name));
    copies.push(await timed(() => forEachLimited(names, CONCURRENT, each)));
    await rm(to, { recursive: true });
  };
  const batches = Array.from({ length: Math.ceil(names.length / BATCH_MAX) }, (_, at) =>
    names.slice(at * BATCH_MAX, (at + 1) * BATCH_MAX),
  );
  await copy();
  const ms = await timed(async () => {
    for (const batch of batches) await uploadBatch(place, folder, batch);
  });
  await copy();
  const base = median(copies);
  const perSecond = (time: number) => Math.round((names.length / time) * 1000).toLocaleString('en');
  return [perSecond(ms), perSecond(base), (base / ms).toFixed(2)];
}

const rows: string[][] = [];
await onEachEngine(options.engines, (engine) =>
  withServer(engine, async (place) => {
    // A large file needs only two database calls, so one engine is enough.
    if (engine.name === 'PGlite') await large(place);
    rows.push([engine.name, ...(await small(place))]);
  }),
);
heading(`${options.files} files of 20 kB by the batch calls, ${CONCURRENT} at once`);
table(['', 'documents/s', 'plain copies with fsync/s', 'ratio'], rows);

import { mkdirSync, openAsBlob } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { FromWorker, PgliteWorkerData, ToWorker } from './pglite-messages.ts';
import { BackendReader, FrontendReader } from './pglite-wire.ts';

/**
 * The thread of the embedded database. PGlite is synchronous WebAssembly, so a long query in its own thread delays only
 * other queries, never HTTP. It carries the wire protocol between a message port and PGlite. PGlite is one session, so
 * a new connection replaces the former one.
 */

const ANSWER_CHUNK = 256 * 1024;
const options = workerData as PgliteWorkerData;
const parent = parentPort;
if (!parent) throw new Error('pglite.worker.ts runs as a worker thread only');

const say = (message: FromWorker) => parent.postMessage(message);

if (options.dataDir) mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
const database = await PGlite.create({
  ...(options.dataDir ? { dataDir: options.dataDir } : {}),
  ...(options.snapshot ? { loadDataDir: await openAsBlob(options.snapshot) } : {}),
  extensions: { pg_trgm, unaccent },
});

let current: MessagePort | undefined;
/** Everything that touches the database, one after the other. */
let work: Promise<void> = Promise.resolve();

function enqueue(step: () => Promise<void>): void {
  work = work.then(step).catch((error: unknown) => say({ kind: 'broken', reason: String(error) }));
}

function post(port: MessagePort, parts: Uint8Array[]): void {
  const [first] = parts;
  if (!first) return;
  const bytes = parts.length === 1 ? first : new Uint8Array(Buffer.concat(parts));
  port.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
}

async function answer(port: MessagePort, reader: FrontendReader, chunk: Uint8Array): Promise<void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for (const run of reader.push(chunk)) {
    if (run.terminates || port !== current) break;
    const answered = new BackendReader();
    await database.execProtocolRawStream(run.bytes, {
      onRawData: (data) => {
        const part = data.slice(); // the view is into WebAssembly memory, which moves on
        // PGlite cannot start a new backend, and would leave every later query waiting.
        if (answered.push(part)) say({ kind: 'broken', reason: 'its session was ended' });
        parts.push(part);
        size += part.length;
        if (size < ANSWER_CHUNK) return;
        post(port, parts);
        parts = [];
        size = 0;
      },
    });
    if (run.expectsReady && !answered.isReady) {
      post(port, parts);
      throw new Error('the backend ended without an answer');
    }
  }
  post(port, parts);
}

/** Begins a new session on the one backend: rolls back and resets what the former one left. */
async function takeOver(port: MessagePort): Promise<void> {
  if (database.isInTransaction()) await database.exec('ROLLBACK');
  await database.exec('DISCARD ALL');
  current?.close();
  current = port;
}

function connect(port: MessagePort): void {
  const reader = new FrontendReader();
  enqueue(() => takeOver(port));
  port.on('message', (chunk: Uint8Array) => enqueue(() => answer(port, reader, chunk)));
  port.on('close', () =>
    enqueue(async () => {
      if (port !== current) return;
      current = undefined;
      // A client that left in the middle of a transaction must not leave its locks and writes behind.
      if (database.isInTransaction()) await database.exec('ROLLBACK');
    }),
  );
}

async function dump(): Promise<void> {
  const file = await database.dumpDataDir('none');
  const tar = new Uint8Array(await file.arrayBuffer());
  parent?.postMessage({ kind: 'dumped', tar } satisfies FromWorker, [tar.buffer]);
}

async function close(): Promise<void> {
  current?.close();
  await database.close();
  say({ kind: 'closed' });
  parent?.close();
}

parent.on('message', (message: ToWorker) => {
  if (message.kind === 'connect') connect(message.port);
  else if (message.kind === 'dump') enqueue(dump);
  else enqueue(close);
});
say({ kind: 'ready' });

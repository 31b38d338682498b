import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { signInApi } from '../e2e/fixtures/api.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { createFactories, TEST_PASSWORD } from '../server/testing/factories.ts';
import { onEachEngine } from './lib/databases.ts';
import { heading, percentile, table, timed } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * The time of one person's ordinary call while five clients of one address misuse connections without pause: each opens
 * one, sends what ends it, and opens the next. A server of its own for each kind, so that none pays for the one before.
 */

const CLIENTS = 5;
const SECONDS = 15;
/** Milliseconds between two calls, as of a person, so that the calls themselves are no load. */
const PAUSE_MS = 20;
const MIB = 1024 ** 2;

interface Flood {
  readonly port: number;
  readonly head: string;
  readonly piece: string;
  /** Bytes of pieces that one connection sends. */
  readonly bytes: number;
}

/** Floods until it is terminated, and says each second how many connections it has opened. */
function flood({ port, head, piece, bytes }: Flood): void {
  const sent = Buffer.from(piece.repeat(Math.ceil(Math.min(bytes, MIB) / piece.length)));
  let opened = 0;
  const open = (): void => {
    opened += 1;
    const socket = connect(port, '127.0.0.1');
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= sent.length;
        if (!socket.write(sent)) return void socket.once('drain', more);
      }
      if (head === '') socket.destroy();
    };
    socket.once('connect', () => {
      if (head !== '') socket.write(head);
      more();
    });
    socket.on('error', () => undefined).resume();
    socket.once('close', () => setImmediate(open));
  };
  for (let client = 0; client < CLIENTS; client += 1) open();
  setInterval(() => parentPort?.postMessage(opened), 1000);
}

const post = (path: string, headers: string): string =>
  `POST /api${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;
const JSON_CHUNKS = 'Content-Type: application/json\r\nTransfer-Encoding: chunked';
const BUNDLE = 'Content-Type: application/vnd.legajo.bundle';

/** @param token of somebody signed in */
const floods = (token: string): Readonly<Record<string, Omit<Flood, 'port'>>> => ({
  'tiny pieces of strangers': {
    head: post('/auth/sign-in', JSON_CHUNKS),
    piece: '1\r\n \r\n',
    bytes: 64 * 1024,
  },
  'bundles of strangers': {
    head: post('/docs/send', `${BUNDLE}\r\nContent-Length: ${16 * MIB}`),
    ...{ piece: ' ', bytes: 16 * MIB },
  },
  'bundles in tiny pieces': {
    head: post('/docs/send', `${BUNDLE}\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked`),
    ...{ piece: '1\r\n \r\n', bytes: 64 * 1024 },
  },
  'heads that are none': { head: 'x\r\n\r\n', piece: ' ', bytes: 0 },
  'empty lines': { head: '\r\n', piece: '\r\n', bytes: 1024 * MIB },
  'connections alone': { head: '', piece: ' ', bytes: 0 },
});

async function run(): Promise<void> {
  await onEachEngine(readOptions().engines, async (engine) => {
    const database = await engine.open();
    const make = createFactories(database.db);
    const organization = await make.organization();
    const library = await make.library(organization, 'Calidad');
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    await database.close();
    heading(`An ordinary call beside ${CLIENTS} clients that misuse connections, ${engine.name}`);
    const rows: string[][] = [];
    for (const name of ['nobody else', ...Object.keys(floods(''))]) {
      const server = await startServer({
        ...{ DATA_DIR: engine.dataDir, DEMO: 'no', LOG_LEVEL: 'error', FILE_TEXTS: 'no' },
        ...(engine.url ? { DATABASE_URL: engine.url } : {}),
      });
      const { idToken, ...reader } = await signInApi(server.url, person.email, TEST_PASSWORD);
      // Kept open, as by a browser: no connection is opened while others flood.
      const call = () => reader.call('recordSearch', { query: {} });
      await call();
      const kind = floods(idToken)[name];
      const flooder = kind
        ? new Worker(new URL(import.meta.url), {
            workerData: { ...kind, port: Number(new URL(server.url).port) },
          })
        : undefined;
      let opened = 0;
      flooder?.on('message', (count: number) => {
        opened = count;
      });
      if (flooder) await once(flooder, 'online');
      const times: number[] = [];
      let failed = 0;
      const end = performance.now() + SECONDS * 1000;
      while (performance.now() < end) {
        times.push(await timed(() => call().catch(() => (failed += 1))));
        await wait(PAUSE_MS);
      }
      await flooder?.terminate();
      await server.stop({ keepData: true });
      times.sort((a, b) => a - b);
      const spread = [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(0));
      rows.push([name, ...spread, `${failed} of ${times.length}`, String(opened)]);
    }
    table(['beside', 'p50, ms', 'p95, ms', 'p99, ms', 'most, ms', 'failed', 'connections'], rows);
  });
}

if (isMainThread) await run();
else flood(workerData as Flood);

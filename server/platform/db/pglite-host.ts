import type { MessagePort } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import type { FromWorker, PgliteWorkerData, ToWorker } from './pglite-messages.ts';
import { PgliteStream } from './pglite-stream.ts';
import { keepReplacedWasmCode } from './wasm-code.ts';

const workerUrl = new URL('./pglite.worker.ts', import.meta.url);
const CLOSE_MILLISECONDS = 10_000;

/**
 * Runs the worker thread of the embedded database, and starts a new one when it dies. What was committed is kept when
 * the thread ends: its files are written by then, though not fsynced.
 */
export class PgliteHost {
  readonly #options: PgliteWorkerData;
  readonly #onRestart: (reason: string) => void;
  #worker: Promise<Worker> | undefined;
  #current: Worker | undefined;
  /** The end of the former thread. Two of them on one folder would corrupt it. */
  #ended: Promise<unknown> = Promise.resolve();
  #streams = new Set<PgliteStream>();
  #closing = false;
  /** When the database last answered anything (milliseconds of `performance.now()`). */
  lastAnswer = performance.now();

  constructor(options: PgliteWorkerData, onRestart: (reason: string) => void) {
    this.#options = options;
    this.#onRestart = onRestart;
  }

  /** Resolves when the database can take connections. */
  async start(): Promise<void> {
    await this.#ensure();
  }

  /** A stream for one `pg` connection. Waits while the database is being started. */
  stream(): PgliteStream {
    const stream = new PgliteStream(async (port) => {
      const worker = await this.#ensure();
      this.#send(worker, { kind: 'connect', port }, [port]);
    });
    this.#streams.add(stream);
    stream.on('data', () => {
      this.lastAnswer = performance.now();
    });
    stream.once('close', () => this.#streams.delete(stream));
    return stream;
  }

  /** Ends the thread whatever it is doing. Open connections break; the next one gets a new thread. */
  async restart(reason: string): Promise<void> {
    const former = this.#worker;
    if (!former || this.#closing) return;
    this.#forget();
    this.#onRestart(reason);
    this.#breakStreams(reason);
    this.#ended = former.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
    await this.#ended;
  }

  /** The whole database as an uncompressed tar, to be loaded as `snapshot`. */
  async dump(): Promise<Uint8Array> {
    const worker = await this.#ensure();
    return new Promise((resolve, reject) => {
      const settle = (message: FromWorker) => {
        if (message.kind === 'dumped') resolve(message.tar);
        else if (message.kind === 'broken') reject(new Error(message.reason));
        else return;
        worker.off('message', settle);
      };
      worker.on('message', settle);
      this.#send(worker, { kind: 'dump' });
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    const worker = await this.#worker?.catch(() => undefined);
    if (!worker) return;
    for (const stream of this.#streams) stream.destroy();
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => void worker.terminate(), CLOSE_MILLISECONDS);
      worker.once('exit', () => {
        clearTimeout(late);
        resolve();
      });
      this.#send(worker, { kind: 'close' });
    });
  }

  #forget(): void {
    this.#worker = undefined;
    this.#current = undefined;
  }

  #send(worker: Worker, message: ToWorker, transfer: MessagePort[] = []): void {
    worker.postMessage(message, transfer);
  }

  #breakStreams(reason: string): void {
    for (const stream of this.#streams) stream.destroy(new Error(`Database connection lost: ${reason}`));
    this.#streams.clear();
  }

  #ensure(): Promise<Worker> {
    if (this.#closing) return Promise.reject(new Error('The database is closed'));
    this.#worker ??= this.#spawn();
    return this.#worker;
  }

  async #spawn(): Promise<Worker> {
    await this.#ended;
    keepReplacedWasmCode();
    const worker = new Worker(workerUrl, { workerData: this.#options, name: 'database' });
    this.#current = worker;
    return new Promise<Worker>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        this.lastAnswer = performance.now();
        if (message.kind === 'ready') resolve(worker);
        if (message.kind === 'broken' && this.#current === worker) void this.restart(message.reason);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => {
        reject(new Error(`The embedded database did not start (exit code ${code})`));
        // Only an unexpected end counts: restart() and close() have removed the worker before.
        if (this.#current !== worker || this.#closing) return;
        this.#forget();
        this.#onRestart(`its thread ended with code ${code}`);
        this.#breakStreams('its thread ended');
      });
    });
  }
}

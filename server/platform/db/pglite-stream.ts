import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

type Done = (error?: Error | null) => void;

/**
 * The socket of a `pg` connection, over a message port to the database's thread. A socket file would also work, but
 * PGlite asks nobody for a password. A port can be reached by this process alone, and exists on every system.
 */
export class PgliteStream extends Duplex {
  readonly #attach: (port: MessagePort) => Promise<void>;
  #port: MessagePort | undefined;

  /** @param attach gives the far end of a new channel to the database; rejects when there is no database */
  constructor(attach: (port: MessagePort) => Promise<void>) {
    super();
    this.#attach = attach;
  }

  /** Called by `pg` where it would connect a socket; host and port mean nothing here. */
  connect(): this {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (bytes: Uint8Array) =>
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    );
    port1.on('close', () => this.destroy());
    this.#attach(port2).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port?.ref();
    return this;
  }

  unref(): this {
    this.#port?.unref();
    return this;
  }

  override _read(): void {
    // The port pushes messages. A query's answer is in memory on the other side already, so nothing has to be held
    // back.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#port?.postMessage(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#port?.postMessage(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#port?.close();
    done(error);
  }
}

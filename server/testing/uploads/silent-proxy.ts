import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can fall silent: it takes connections and bytes and passes nothing on, and refuses nothing. */
export interface SilentProxy {
  /** The same address, by way of the proxy. */
  readonly url: string;
  fallSilent(): void;
  speak(): void;
  close(): Promise<void>;
}

/** @param target address of the server, such as that of a database */
export async function openSilentProxy(target: string): Promise<SilentProxy> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let silent = false;
  const proxy = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (silent) from.pause();
      from.on('data', (bytes) => into.write(bytes));
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      if (silent) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as { port: number }).port);
  return {
    url: url.href,
    fallSilent() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      silent = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

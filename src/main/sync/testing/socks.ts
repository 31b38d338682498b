import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const VERSION = 5;
const NO_PASSWORD = 0;
const PASSWORD = 2;
const NOTHING_ACCEPTED = 0xff;
const BY_NAME = 3;

/**
 * A small real SOCKS 5 proxy on this machine (RFC 1928) that notes where it was asked to go.
 *
 * @param wantsPassword it lets nobody through who has none
 */
export async function startSocks(wantsPassword = false) {
  const asked: string[] = [];
  let upgrades = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.once('data', (greeting) => {
      const method = wantsPassword ? PASSWORD : NO_PASSWORD;
      const offered = greeting.subarray(2).includes(method);
      client.write(Buffer.from([VERSION, offered ? method : NOTHING_ACCEPTED]));
      if (wantsPassword || !offered) return client.end();
      return client.once('data', (request) => forward(client, request));
    });
  });
  const forward = (client: Socket, request: Buffer) => {
    const byName = request[3] === BY_NAME;
    const end = byName ? 5 + (request[4] ?? 0) : 8;
    const host = byName
      ? request.subarray(5, end).toString('latin1')
      : [...request.subarray(4, end)].join('.');
    const port = request.readUInt16BE(end);
    asked.push(`${host}:${port}`);
    // Also in a connection that was kept of an earlier call.
    client.on('data', (sent: Buffer) => {
      if (/^upgrade: websocket\r$/im.test(sent.toString('latin1'))) upgrades += 1;
    });
    const onward = connect(port, host, () => {
      client.write(Buffer.from([VERSION, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      onward.pipe(client).pipe(onward);
    });
    open.add(onward);
    onward.on('error', () => client.destroy());
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `socks5h://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Realtime sockets that began in it, where they are not encrypted. */
    upgrades: () => upgrades,
    stop(): Promise<void> {
      for (const socket of open) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A small real proxy on this machine that notes what goes through it. */
export async function startProxy() {
  /** Paths of plain calls, and places that were tunnelled to. */
  const calls: string[] = [];
  const tunnels: string[] = [];
  let sent = 0;
  const server = createServer((incoming, answer) => {
    const { method, url = '', headers } = incoming;
    calls.push(`${method} ${new URL(url).pathname}`);
    const onward = request(url, { method: method ?? 'GET', headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.on('data', (chunk: Buffer) => {
      sent += chunk.length;
    });
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket, head) => {
    tunnels.push(incoming.url ?? '');
    const [host = '', port = ''] = (incoming.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    tunnels,
    /** Bytes of bodies that went to the server. */
    sent: () => sent,
    stop(): Promise<void> {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

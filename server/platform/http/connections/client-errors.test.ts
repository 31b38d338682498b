import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { answerClientErrors } from './client-errors.ts';
import { inOrder } from './in-order.ts';

const GOOD = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const ODD = 'FOO / HTTP/1.1\r\n\r\n';

/** A server that holds its answers, and a connection to it. */
async function start(answersMs?: number) {
  const held: ServerResponse[] = [];
  const http: Server = createServer(inOrder((_req, res) => void held.push(res)));
  answerClientErrors(http, { misusedBy: () => undefined }, { ...(answersMs && { answersMs }) });
  const accepted = once(http, 'connection') as Promise<[Socket]>;
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void [client.destroy(), http.close()]);
  let text = '';
  client.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  const closed = new Promise((resolve) => client.on('error', () => undefined).once('close', resolve));
  const [socket] = await accepted;
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  return { held, http, client, socket, closed, statuses };
}

it('nothing more is read of a connection on which something was no call, and its calls are answered', async () => {
  const { held, http, client, socket, closed, statuses } = await start();
  const rejected = once(http, 'clientError');
  client.write(GOOD + GOOD + ODD);
  await rejected;
  const read = socket.bytesRead;
  const more = (): void => {
    while (!client.destroyed && client.write(Buffer.alloc(64 * 1024, 'a')));
  };
  client.on('drain', more);
  more();
  held[0]?.end();
  await expect.poll(() => held.length).toBe(2);
  expect(statuses()).toEqual(['200']);
  held[1]?.end();
  await closed;
  expect(statuses()).toEqual(['200', '200', '400']);
  expect(socket.bytesRead).toBe(read);
});

it('a connection on which something was no call is closed where its calls are not answered in time', async () => {
  const { held, client, closed, statuses } = await start(50);
  client.write(GOOD + ODD);
  await closed;
  expect([held.length, statuses()]).toEqual([1, []]);
});

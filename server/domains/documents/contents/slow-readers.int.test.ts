import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument, someBytes } from '../../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

/** More than the system takes for a connection whose reader takes nothing. */
const BYTES = 24 * 1024 ** 2;
const STALLED_MS = 3000;
/** As many as are sent of one link; as many again wait. */
const OF_ONE_LINK = 16;

describe('readers that read nothing', () => {
  const server = useTestServer({
    config: { connectionTimeouts: { quietMs: 300_000, stalledMs: STALLED_MS } },
  });
  let author: TestClient;
  let version: string;
  let bytes: Buffer;
  const open = new Set<Socket>();

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload', 'publish']]] });
    author = await signIn(person.email);
    const made = await makeDocument(server(), author, library, { bytes: someBytes(BYTES) });
    [version, bytes] = [made.version._id, made.bytes];
  });
  afterEach(() => {
    for (const socket of open) socket.destroy();
    open.clear();
  });

  const linkPath = async () =>
    new URL((await author.ok('versionLink', { params: { id: version } })).url).pathname;
  /** Asks, and reads nothing but what has come first. */
  function stall(path: string): { closed: Promise<void>; socket: Socket; head: Promise<string> } {
    const { hostname, port } = new URL(server().url);
    const socket = connect(Number(port), hostname);
    open.add(socket);
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const head = new Promise<string>((resolve) => {
      socket.once('data', (chunk: Buffer) => {
        socket.pause();
        resolve(chunk.toString('latin1'));
      });
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    return { closed, socket, head };
  }
  /** The kept contents that this process has open. */
  const openContents = (): number =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return /\/files\/[0-9a-f]\//.test(readlinkSync(`/proc/self/fd/${fd}`));
      } catch {
        return false;
      }
    }).length;

  it('are a few of one link; who is beyond is told when to ask again, and its person goes on', async () => {
    const path = await linkPath();
    const readers = Array.from({ length: 2 * OF_ONE_LINK + 8 }, () => stall(path));
    const refused: string[] = [];
    for (const { head } of readers)
      void head.then((text) => (text.startsWith('HTTP/1.1 429') ? refused.push(text) : undefined));
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(8);
    for (const text of refused.slice(0, 8)) {
      expect(text).toMatch(/\r\nretry-after: \d+\r\n/i);
      expect(text).not.toMatch(/content-disposition|accept-ranges/i);
    }
    if (process.platform === 'linux') expect(openContents()).toBeLessThanOrEqual(OF_ONE_LINK);
    const own = await author.fetch(`/docs/versions/${version}/content`);
    expect(Buffer.from(await own.arrayBuffer()).equals(bytes)).toBe(true);
    const another = await server().anyone.fetch((await linkPath()).replace('/api', ''));
    expect([another.status, (await another.arrayBuffer()).byteLength]).toEqual([200, BYTES]);
  });

  it('lose their connection soon, and their file is closed', async () => {
    const before = performance.now();
    const reader = stall(await linkPath());
    expect(await reader.head).toMatch(/^HTTP\/1\.1 200 /);
    // A paused socket does not see its end: the server's side is what counts.
    if (process.platform === 'linux') await expect.poll(openContents, { timeout: 4 * STALLED_MS }).toBe(0);
    reader.socket.resume();
    await reader.closed;
    expect(performance.now() - before).toBeGreaterThanOrEqual(STALLED_MS);
  });

  it('are not those that read slowly', async () => {
    const reader = stall(await linkPath());
    let came = (await reader.head).length;
    reader.socket.on('data', (chunk: Buffer) => {
      came += chunk.length;
      reader.socket.pause();
    });
    const slow = setInterval(() => reader.socket.resume(), 50);
    const begun = performance.now();
    await expect.poll(() => performance.now() - begun > 2 * STALLED_MS).toBe(true);
    clearInterval(slow);
    reader.socket.removeAllListeners('data');
    reader.socket.on('data', (chunk: Buffer) => {
      came += chunk.length;
    });
    // A new listener does not wake a socket that was paused.
    reader.socket.resume();
    await expect.poll(() => came).toBeGreaterThan(BYTES);
  });
});

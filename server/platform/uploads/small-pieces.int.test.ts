import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRecord } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { WriteBehind } from './write-behind.ts';

const PIECE = 300;
const PIECES = 3000;
const ALL = PIECE * PIECES;

describe('an upload that comes in small pieces', () => {
  const server = useTestServer();

  it('is written by many of them at once, and all that came is there when its client goes away', async () => {
    const { make, signIn, url } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const ana = await signIn((await make.person(organization, { libraries: [[library, ['upload']]] })).email);
    const { version } = await startRecord(server(), ana, library);
    const tus = { 'tus-resumable': '1.0.0' };
    const key = `key ${Buffer.from(version.key ?? '').toString('base64')}`;
    const headers = { ...tus, 'upload-length': String(2 * ALL), 'upload-metadata': key };
    expect((await ana.fetch('/docs/uploads', { method: 'POST', headers })).status).toBe(201);
    const place = `/docs/uploads/${version.key}`;
    const offset = async () =>
      Number((await ana.fetch(place, { method: 'HEAD', headers: tus })).headers.get('upload-offset'));
    const writes = vi.spyOn(WriteBehind.prototype, 'add');
    onTestFinished(() => writes.mockRestore());

    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const head = [
      `PATCH /api${place} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${ana.token}`,
      ...['Tus-Resumable: 1.0.0', 'Content-Type: application/offset+octet-stream', 'Upload-Offset: 0'],
      ...['Transfer-Encoding: chunked', '', ''],
    ];
    socket.write(head.join('\r\n'));
    const chunk = `${PIECE.toString(16)}\r\n${'x'.repeat(PIECE)}\r\n`;
    // The client goes away once its system has taken everything.
    socket.end(chunk.repeat(PIECES));
    // Who asks for the offset earlier takes the upload over from the connection that sends.
    const written = () => writes.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
    await expect.poll(written).toBe(ALL);
    expect(await offset()).toBe(ALL);
    expect(writes.mock.calls.length).toBeLessThan(PIECES / 50);
  });
});

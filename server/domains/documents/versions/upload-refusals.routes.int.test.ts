import { beforeAll, describe, expect, it } from 'vitest';
import { createUploaders, errorOf, type Uploaders } from '../../../testing/companies/uploaders.ts';
import { confirmBytes, offsetOf, someBytes, startRecord, tus } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

describe('what is no upload', () => {
  const server = useTestServer();
  let library: TestLibrary;
  let author: TestClient;
  let start: Uploaders['start'];

  beforeAll(async () => {
    ({ library, author, start } = await createUploaders(server()));
  });

  it('believes its own count and hash, and neither of the client’s', async () => {
    const { version, key } = await start();
    const bytes = someBytes();
    expect((await confirmBytes(author, version, bytes)).body.error?.code).toBe('bytes_missing');
    await tus.create(author, key, bytes.length, bytes.subarray(0, 10));
    expect((await confirmBytes(author, version, bytes.subarray(0, 10))).body.error?.code).toBe(
      'bytes_missing',
    );
    await tus.patch(author, key, 10, bytes.subarray(10));
    expect((await confirmBytes(author, version, someBytes(bytes.length))).body.error?.code).toBe(
      'bytes_missing',
    );
    expect((await confirmBytes(author, version, bytes.subarray(1))).body.error?.code).toBe('bytes_missing');
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
  });

  it('refuses what is too large, before it travels and while it does', async () => {
    const { key } = await start();
    expect(await errorOf(await tus.create(author, key, 2 * 1024 ** 3 + 1))).toEqual({
      status: 413,
      code: 'too_large',
    });
    expect((await tus.create(author, key, 20)).status).toBe(201);
    expect(await errorOf(await tus.patch(author, key, 0, someBytes(21)))).toEqual({
      status: 413,
      code: 'too_large',
    });
    expect(await offsetOf(author, key)).toBe(0);
    expect((await tus.create(author, (await start()).key, null)).status).toBe(400);
  });

  it('refuses an upload that is longer than what its version was made for', async () => {
    const file = { name: 'prueba.pdf', type: 'application/pdf', size: 1000 };
    const { version } = await startRecord(server(), author, library, { file });
    const key = version.key ?? '';
    expect(await errorOf(await tus.create(author, key, 2000))).toEqual({ status: 400, code: 'invalid' });
    expect((await tus.head(author, key)).status).toBe(404);
    expect((await tus.create(author, key, 1000)).status).toBe(201);
    expect((await tus.remove(author, key)).status).toBe(204);
    // What was given up is announced anew.
    expect((await tus.create(author, key, 2000)).status).toBe(201);
  });

  it('takes no more bytes of a document that was deleted, and knows nothing of its upload', async () => {
    const { record, key } = await start();
    expect((await tus.create(author, key, 20, someBytes(10))).status).toBe(201);
    await author.ok('recordDelete', { params: { id: record } });
    const gone = { status: 404, code: 'not_found' };
    expect(await errorOf(await tus.patch(author, key, 10, someBytes(10)))).toEqual(gone);
    expect((await tus.head(author, key)).status).toBe(404);
    expect(await errorOf(await tus.create(author, key, 20))).toEqual(gone);
  });

  it('refuses an empty file, whenever it shows', async () => {
    const { version, key } = await start();
    expect(await errorOf(await tus.create(author, key, 0))).toEqual({ status: 422, code: 'empty_file' });
    expect((await confirmBytes(author, version, Buffer.alloc(0))).body.error?.code).toBe('empty_file');
    const answer = await author.call('versionCreate', {
      body: { record: (await start()).record, base: version, file: { name: 'a.pdf', size: 0 } },
    });
    expect(answer.body.error?.code).toBe('empty_file');
  });

  it.each([
    ['at once', [12]],
    ['byte by byte', [1, 1, 1, 9]],
  ])('refuses a program by its first bytes, whatever its name: %s', async (_, pieces) => {
    const { version, key } = await start();
    const bytes = Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0', 'latin1');
    await tus.create(author, key, bytes.length);
    let last = 204;
    let offset = 0;
    for (const length of pieces) {
      const response = await tus.patch(author, key, offset, bytes.subarray(offset, offset + length));
      last = response.status;
      offset = await offsetOf(author, key);
    }
    expect(last).toBe(415);
    expect((await confirmBytes(author, version, bytes)).status).toBe(422);
  });

  it.each([
    ['a length that is told later', { 'upload-defer-length': '1' }],
    ['a part of an upload', { 'upload-concat': 'partial' }],
    ['parts put together', { 'upload-concat': 'final;/api/docs/uploads/x' }],
  ])('says of what the protocol has and this server has not that it is not valid: %s', async (_, headers) => {
    const { key } = await start();
    const metadata = `key ${Buffer.from(key).toString('base64')}`;
    const answer = await author.fetch('/docs/uploads', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': metadata, ...headers },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid' } });
  });
});

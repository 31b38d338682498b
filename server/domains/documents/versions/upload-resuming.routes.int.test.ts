import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUploaders, errorOf, type Uploaders } from '../../../testing/companies/uploaders.ts';
import { confirmBytes, offsetOf, someBytes, tus, upload } from '../../../testing/documents.ts';
import type { TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

describe('an upload that was interrupted', () => {
  const server = useTestServer();
  let person: TestPerson;
  let author: TestClient;
  let start: Uploaders['start'];

  beforeAll(async () => {
    ({ person, author, start } = await createUploaders(server()));
  });

  it('never empties an upload that is made again', async () => {
    const { version, key } = await start();
    const bytes = someBytes(3000);
    await tus.create(author, key, bytes.length, bytes.subarray(0, 1000));
    const again = await tus.create(author, key, bytes.length, bytes);
    expect(again.headers.get('location')).toBe(`/api/docs/uploads/${key}`);
    expect(await errorOf(again)).toEqual({ status: 409, code: 'conflict' });
    expect(await offsetOf(author, key)).toBe(1000);
    await upload(server(), author, key, bytes, { resume: true });
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
  });

  it('goes on where a broken connection left it', async () => {
    const { version, key } = await start();
    const bytes = someBytes(3_000_000);
    await tus.create(author, key, bytes.length);
    const broken = request(`${server().url}/api/docs/uploads/${key}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${author.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    });
    const closed = new Promise<void>((resolve) => broken.once('close', () => resolve()));
    broken.on('error', () => undefined);
    await new Promise<void>((resolve) => broken.write(bytes.subarray(0, 2_000_000), () => resolve()));
    broken.destroy();
    await closed;
    await expect.poll(() => offsetOf(author, key)).toBeGreaterThan(0);
    const offset = await offsetOf(author, key);
    expect(offset).toBeLessThanOrEqual(2_000_000);
    expect((await tus.patch(author, key, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
  });

  it('goes on after a restart of the server, and confirms what had come before one', async () => {
    const { version, key } = await start();
    const bytes = someBytes(100_000);
    await tus.create(author, key, bytes.length, bytes.subarray(0, 40_000));
    await server().restart();
    expect(await offsetOf(author, key)).toBe(40_000);
    await tus.patch(author, key, 40_000, bytes.subarray(40_000));
    await server().restart();
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
  });

  it('goes on with a new token where the old one ended in the middle', async () => {
    const { version, key } = await start();
    const bytes = someBytes(5000);
    await tus.create(author, key, bytes.length, bytes.subarray(0, 2000));
    server().advance(3700);
    expect(await errorOf(await tus.patch(author, key, 2000, bytes.subarray(2000)))).toEqual({
      status: 401,
      code: 'unauthenticated',
    });
    author = await server().signIn(person.email);
    expect(await offsetOf(author, key)).toBe(2000);
    await upload(server(), author, key, bytes, { resume: true });
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
  });
});

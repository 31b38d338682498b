import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceNames } from '../../config.ts';
import { confirmBytes, offsetOf, sha256Of, startRecord, tus } from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { createTestClient, type TestClient, useOtherProcess, useTestServer } from '../../testing/http.ts';

const MIB = 1024 ** 2;

/** Two server processes on one database and one folder, as behind one address. */
describe('uploads through two processes', () => {
  const server = useTestServer({ engine: 'postgres', config: { uploadLimit: 200 * MIB } });
  const other = useOtherProcess(server, { services: serviceNames.filter((name) => name !== 'jobs') });
  let library: TestLibrary;
  let here: TestClient;
  let there: TestClient;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    here = await server().signIn(person.email);
    there = createTestClient(() => other().address, { idToken: here.token ?? '' });
  });

  const start = async () => {
    const { version } = await startRecord(server(), here, library);
    return { version: version._id, key: version.key ?? '' };
  };
  const contentOf = async (client: TestClient, version: string) => {
    const answer = await client.fetch(`/docs/versions/${version}/content`);
    return sha256Of(Buffer.from(await answer.arrayBuffer()));
  };

  it.each([1, 1000, 200_000, MIB, 5 * MIB + 3, 100 * MIB])(
    '%i bytes, each request to the other process than the one before',
    async (size) => {
      const bytes = randomBytes(size);
      const { version, key } = await start();
      let turn = 0;
      const next = (): TestClient => (turn++ % 2 === 0 ? here : there);
      expect((await tus.create(next(), key, size)).status).toBe(201);
      for (let offset = 0; offset < size; ) {
        expect(await offsetOf(next(), key)).toBe(offset);
        const part = bytes.subarray(offset, offset + Math.ceil(size / 3));
        const answer = await tus.patch(next(), key, offset, part);
        expect(answer.status).toBe(204);
        offset += part.length;
        expect(answer.headers.get('upload-offset')).toBe(String(offset));
      }
      expect((await confirmBytes(next(), version, bytes)).status).toBe(200);
      expect((await confirmBytes(next(), version, bytes)).status).toBe(200);
      for (const client of [here, there]) expect(await contentOf(client, version)).toBe(sha256Of(bytes));
    },
  );

  it('a small one that came with its creation is confirmed by the other process', async () => {
    for (const size of [1, 5000, 256 * 1024]) {
      const bytes = randomBytes(size);
      const { version, key } = await start();
      expect((await tus.create(here, key, size, bytes)).status).toBe(201);
      expect(await offsetOf(there, key)).toBe(size);
      expect((await tus.create(there, key, size, bytes)).status).toBe(409);
      expect((await confirmBytes(there, version, bytes)).status).toBe(200);
      expect(await contentOf(here, version)).toBe(sha256Of(bytes));
    }
  });

  it('one that is given up at one process is gone at the other', async () => {
    const { key } = await start();
    await tus.create(here, key, 1000);
    expect(await offsetOf(there, key)).toBe(0);
    expect((await tus.remove(there, key)).status).toBe(204);
    expect((await tus.head(here, key)).status).toBe(404);
  });

  /** A PATCH that is not brought to its end. */
  function heldPatch(key: string, offset: number, length: number) {
    const held = request(`${server().url}/api/docs/uploads/${key}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${here.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(length),
      },
    });
    // What becomes of it is the server's affair.
    held.on('error', () => undefined).on('response', (answer) => answer.resume());
    held.flushHeaders();
    return held;
  }

  it('what is sent after the confirmation at the other process changes nothing', async () => {
    const [size, half] = [3 * MIB, 2 * MIB];
    const bytes = randomBytes(size);
    const { version, key } = await start();
    await tus.create(here, key, size);
    const held = heldPatch(key, 0, size);
    try {
      held.write(bytes.subarray(0, half));
      // It is under way once the other process has to wait for it.
      await expect
        .poll(async () => (await sql`select 1 from upload_locks`.execute(server().database.db)).rows.length)
        .toBe(1);
      await expect.poll(() => offsetOf(there, key)).toBeGreaterThan(0);
      const offset = await offsetOf(there, key);
      expect((await tus.patch(there, key, offset, bytes.subarray(offset))).status).toBe(204);
      expect((await confirmBytes(there, version, bytes)).status).toBe(200);
      held.write(Buffer.alloc(size - half, 'x'));
      await new Promise((resolve) => held.end(resolve));
    } finally {
      held.destroy();
    }
    for (const client of [here, there]) expect(await contentOf(client, version)).toBe(sha256Of(bytes));
    expect(await server().running.services.deps.storage.verify(sha256Of(bytes))).toBe(true);
  });

  it('two that send the same upload at the same moment leave bytes that one of them sent, or none', async () => {
    const size = 2 * MIB;
    const [mine, theirs] = [randomBytes(size), randomBytes(size)];
    for (let round = 0; round < 3; round += 1) {
      const { version, key } = await start();
      await tus.create(here, key, size);
      const answers = await Promise.all([tus.patch(here, key, 0, mine), tus.patch(there, key, 0, theirs)]);
      expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
      const [sent, not] = answers[0].status === 204 ? [mine, theirs] : [theirs, mine];
      expect((await confirmBytes(there, version, not)).status).toBe(422);
      expect((await confirmBytes(here, version, sent)).status).toBe(200);
      expect(await contentOf(there, version)).toBe(sha256Of(sent));
    }
  });

  it('a process that died over an upload holds it for no longer than its lease', async () => {
    const { key } = await start();
    await tus.create(here, key, 1000);
    await sql`
      insert into upload_locks (key, holder, expires_at)
      values (${key}, gen_random_uuid(), now() + interval '2 seconds')
    `.execute(server().database.db);
    expect(await offsetOf(there, key)).toBe(0);
    const { rows } = await sql`select 1 from upload_locks where key = ${key}`.execute(server().database.db);
    expect(rows).toEqual([]);
  });
});

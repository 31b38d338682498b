import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUploaders, errorOf, type Uploaders } from '../../../testing/companies/uploaders.ts';
import {
  confirmBytes,
  makeDocument,
  offsetOf,
  sha256Of,
  someBytes,
  startRecord,
  startVersion,
  tus,
  upload,
} from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { sweepAbandonedUploads } from './abandoned-uploads.job.ts';

describe('uploads', () => {
  const server = useTestServer();
  let library: TestLibrary;
  let author: TestClient;
  let stranger: TestClient;
  let start: Uploaders['start'];

  beforeAll(async () => {
    ({ library, author, stranger, start } = await createUploaders(server()));
  });

  it('brings a document in: record, tus, confirm, and its bytes out again', async () => {
    const { record, version, bytes } = await makeDocument(server(), author, library);
    expect(version).toMatchObject({ number: 1, state: 0, status: 'ready', current: true, key: null });
    expect(version).toMatchObject({ size: bytes.length, sha256: sha256Of(bytes), conflict: false });
    const seen = await author.ok('recordById', { params: { id: record } });
    expect(seen).toMatchObject({ currentVersion: { _id: version._id, number: 1 }, size: bytes.length });
    const response = await author.fetch(`/docs/versions/${version._id}/content`);
    expect(sha256Of(Buffer.from(await response.arrayBuffer()))).toBe(sha256Of(bytes));
  });

  it('knows nobody but the maker of the version', async () => {
    const { key, version } = await start();
    const bytes = someBytes();
    expect((await tus.create(stranger, key, bytes.length)).status).toBe(404);
    expect((await tus.create(author, key, bytes.length, bytes.subarray(0, 100))).status).toBe(201);
    expect((await tus.head(stranger, key)).status).toBe(404);
    expect((await tus.patch(stranger, key, 100, bytes.subarray(100))).status).toBe(404);
    expect((await tus.remove(stranger, key)).status).toBe(404);
    expect((await tus.head(server().anyone, key)).status).toBe(401);
    expect((await tus.create(server().anyone, key, 10)).status).toBe(401);
    expect(await offsetOf(author, key)).toBe(100);
    await tus.patch(author, key, 100, bytes.subarray(100));
    expect((await confirmBytes(stranger, version, bytes)).status).toBe(404);
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
  });

  it('takes no bytes from somebody who may not write there any more', async () => {
    const { make, signIn } = server();
    const lost = await make.library({ id: library.organization, name: '' });
    const writer = await make.person(
      { id: library.organization, name: '' },
      { libraries: [[lost, ['upload']]] },
    );
    const admin = await signIn(
      (await make.person({ id: library.organization, name: '' }, { isAdmin: true })).email,
    );
    const client = await signIn(writer.email);
    const begin = () => startRecord(server(), client, lost);
    const [{ version }, { version: fresh }] = [await begin(), await begin()];
    const key = version.key ?? '';
    const bytes = someBytes(2000);
    expect((await tus.create(client, key, 2000, bytes.subarray(0, 100))).status).toBe(201);
    const label = await make.label({ id: library.organization, name: '' });
    const refused = async () => {
      const made = await client.call('recordCreate', {
        body: {
          group: lost.id,
          title: 'Otro documento',
          labels: [label],
          date: '2026-03-02',
          state: 0,
          file: { name: 'a.pdf', type: 'application/pdf' },
        },
      });
      expect(await errorOf(await tus.patch(client, key, 100, bytes.subarray(100)))).toEqual({
        status: made.status,
        code: made.body.error?.code,
      });
      expect((await tus.create(client, fresh.key ?? '', 10)).status).toBe(made.status);
      expect(await offsetOf(client, key)).toBe(100);
      return made.status;
    };
    const params = { id: lost.id, user: writer.id };
    await admin.ok('memberPut', { params, body: { roles: ['review'] } });
    expect(await refused()).toBe(403);
    await admin.ok('memberDelete', { params });
    expect(await refused()).toBe(404);
    await admin.ok('memberPut', { params, body: { roles: ['upload'] } });
    expect((await tus.patch(client, key, 100, bytes.subarray(100))).status).toBe(204);
    expect((await confirmBytes(client, version._id, bytes)).status).toBe(200);
  });

  it('opens nothing to somebody who knows a hash', async () => {
    const { bytes } = await makeDocument(server(), author, library);
    const { version, key } = await start(stranger);
    const answer = await confirmBytes(stranger, version, bytes);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'bytes_missing' } } });
    await upload(server(), stranger, key, someBytes(bytes.length));
    expect(await confirmBytes(stranger, version, bytes)).toMatchObject({
      status: 422,
      body: { error: { code: 'bytes_missing' } },
    });
  });

  it('ends an upload that is given up, and takes another first version in its place', {
    tags: 'spec-8.1-upload-error',
  }, async () => {
    const { record, version, key } = await start();
    await tus.create(author, key, 5000, someBytes(2000));
    expect(await author.ok('versionErrored', { body: { _id: version } })).toEqual({ ok: true });
    expect(await author.ok('versionErrored', { body: { _id: version } })).toEqual({ ok: true });
    expect((await tus.head(author, key)).status).toBe(410);
    expect((await confirmBytes(author, version, someBytes(5000))).body.error?.code).toBe('version_errored');
    const retry = await startVersion(author, record, version);
    const bytes = someBytes();
    await upload(server(), author, retry.key ?? '', bytes);
    const answer = await confirmBytes(author, retry._id, bytes);
    expect(answer.body).toMatchObject({ outcome: 'current', version: { number: 1, state: 0 } });
    expect((await author.call('versionErrored', { body: { _id: retry._id } })).status).toBe(409);
  });

  it('answers a repeated confirmation alike, and another one for the same version not', async () => {
    const { version, key } = await start();
    const bytes = someBytes();
    await upload(server(), author, key, bytes);
    const body = { version, size: bytes.length, sha256: sha256Of(bytes) };
    const headers = { 'idempotency-key': `confirm-${version}` };
    const answers = await Promise.all([1, 2, 3].map(() => author.call('confirm', { body }, headers)));
    answers.push(await author.call('confirm', { body }, headers), await author.call('confirm', { body }));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: answers[0]?.body as object });
    expect((await confirmBytes(author, version, someBytes())).body.error?.code).toBe('conflict');
    const audits = await server()
      .database.db.selectFrom('audit_events')
      .select('id')
      .where('action', '=', 'version.confirm')
      .where('target_id', '=', answers[0]?.body.version.record ?? '')
      .execute();
    expect(audits).toHaveLength(1);
  });

  it('takes nothing more for a version that is confirmed, and says that all of it has come', async () => {
    const { key, version } = await start();
    const bytes = someBytes();
    await upload(server(), author, key, bytes);
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
    const method = (name: string) =>
      author.fetch(`/docs/uploads/${key}`, { method: name, headers: { 'tus-resumable': '1.0.0' } });
    const head = await method('HEAD');
    const told = ['upload-offset', 'upload-length', 'tus-resumable'].map((name) => head.headers.get(name));
    expect([head.status, ...told]).toEqual([200, String(bytes.length), String(bytes.length), '1.0.0']);
    const larger = 1024 ** 3;
    for (const refused of [
      await tus.create(author, key, larger),
      await tus.create(author, key, bytes.length, bytes),
      await tus.patch(author, key, 0, bytes),
      await method('DELETE'),
    ])
      expect(await errorOf(refused)).toEqual({ status: 409, code: 'conflict' });
    expect(readdirSync(server().running.services.deps.storage.incoming).join()).not.toContain(key);
    const { make, signIn } = server();
    const other = await make.person(
      { id: library.organization, name: '' },
      { libraries: [[library, ['upload']]] },
    );
    const colleague = await signIn(other.email);
    expect((await colleague.fetch(`/docs/uploads/${key}`, { method: 'HEAD' })).status).toBe(404);
    // A client whose confirmation was not answered goes on so.
    expect((await confirmBytes(author, version, bytes)).status).toBe(200);
  });

  it('marks errored what nothing came to for a day, and nothing else', {
    tags: 'spec-8.1-upload-error',
  }, async () => {
    const old = await start();
    await tus.create(author, old.key, 5000, someBytes(2000));
    const whole = await makeDocument(server(), author, library);
    const { deps, uploads } = server().running.services;
    expect(await sweepAbandonedUploads(deps, uploads)).toBe(0);
    const tomorrow = { ...deps, now: () => new Date(deps.now().getTime() + 25 * 3_600_000) };
    expect(await sweepAbandonedUploads(tomorrow, uploads)).toBeGreaterThan(0);
    expect((await tus.head(author, old.key)).status).toBe(410);
    expect((await author.fetch(`/docs/versions/${whole.version._id}/content`)).status).toBe(200);
    expect(readdirSync(deps.storage.incoming)).toEqual([]);
  });
});

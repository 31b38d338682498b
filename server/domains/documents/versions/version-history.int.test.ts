import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Version } from '#shared/documents/versions.schemas.ts';
import {
  addVersion,
  confirmBytes,
  makeDocument,
  sha256Of,
  someBytes,
  startRecord,
  startVersion,
  upload,
} from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

describe('the history of a record', () => {
  const server = useTestServer();
  let library: TestLibrary;
  let ana: TestClient;
  let luis: TestClient;
  let publisher: TestClient;
  let reader: TestClient;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    const signedIn = async (roles: ('upload' | 'review' | 'publish')[]) =>
      server().signIn((await make.person(organization, { libraries: [[library, roles]] })).email);
    [ana, luis, publisher, reader] = await Promise.all([
      signedIn(['upload', 'review', 'publish']),
      signedIn(['upload']),
      signedIn(['publish']),
      signedIn([]),
    ]);
  });

  let record: string;
  let first: Version;
  let firstBytes: Buffer;
  beforeEach(async () => {
    const made = await makeDocument(server(), ana, library);
    record = made.record;
    first = made.version;
    firstBytes = made.bytes;
  });

  const list = (client = ana) => client.ok('versionsByRecord', { params: { id: record } });
  const get = (client = ana) => client.ok('recordById', { params: { id: record } });
  const hashOf = async (version: string) => {
    const response = await ana.fetch(`/docs/versions/${version}/content`);
    return sha256Of(Buffer.from(await response.arrayBuffer()));
  };
  /** Luis's edit of the first version, after somebody else's came in. */
  const conflictOn = async (base: string) => {
    const version = await startVersion(luis, record, base, { onStale: 'keep' });
    const bytes = someBytes();
    await upload(server(), luis, version.key ?? '', bytes);
    const { body } = await confirmBytes(luis, version._id, bytes);
    return { version: body.version, bytes };
  };

  it('lists no upload that failed, unless it is the first one, which the next try starts from', async () => {
    const version = await startVersion(luis, record, first._id);
    expect(await list(luis)).toHaveLength(2);
    await luis.ok('versionErrored', { body: { _id: version._id } });
    expect(await list(luis)).toMatchObject([{ _id: first._id }]);

    const made = await startRecord(server(), luis, library);
    await luis.ok('versionErrored', { body: { _id: made.version._id } });
    const alone = await luis.ok('versionsByRecord', { params: { id: made.record._id } });
    expect(alone).toMatchObject([{ _id: made.version._id, status: 'errored', name: 'prueba.pdf' }]);
  });

  it('restores an old version as a new one, in draft, with its bytes', async () => {
    await ana.ok('reviewCreate', { body: { record, version: first._id, state: 1, comment: '' } });
    const second = await addVersion(server(), luis, record, first._id);
    const { version, outcome } = await luis.ok('versionRestore', {
      params: { id: first._id },
      body: { base: second._id },
    });
    expect(outcome).toBe('current');
    expect(version).toMatchObject({
      number: 3,
      state: 0,
      origin: 'restore',
      base: second._id,
      current: true,
    });
    expect(await hashOf(version._id)).toBe(sha256Of(firstBytes));
    expect((await get()).state).toBe(0);
  });

  it('restores nothing on a base that is not current, nor what is current, nor for a reader', async () => {
    const second = await addVersion(server(), luis, record, first._id);
    const restore = (client: TestClient, id: string, base: string) =>
      client.call('versionRestore', { params: { id }, body: { base } });
    expect(await restore(luis, first._id, first._id)).toMatchObject({
      status: 409,
      body: { error: { code: 'version_conflict', details: { current: { _id: second._id } } } },
    });
    expect((await restore(luis, second._id, second._id)).status).toBe(409);
    expect((await restore(reader, first._id, second._id)).status).toBe(404);
    expect((await restore(publisher, first._id, second._id)).status).toBe(403);
    expect(await list()).toHaveLength(2);
  });

  it('restores once, however often the call is sent', async () => {
    const second = await addVersion(server(), luis, record, first._id);
    const call = { params: { id: first._id }, body: { base: second._id } };
    const headers = { 'idempotency-key': `restaurar-${record}` };
    const answers = await Promise.all([1, 2, 3].map(() => luis.ok('versionRestore', call, headers)));
    await server().database.db.deleteFrom('idempotency').execute();
    answers.push(await luis.ok('versionRestore', call, headers));
    expect(new Set(answers.map((answer) => answer.version._id)).size).toBe(1);
    expect(await list()).toHaveLength(3);
  });

  it('uses a conflict version: its bytes once more, and the conflict is settled', async () => {
    const second = await addVersion(server(), ana, record, first._id);
    const conflict = await conflictOn(first._id);
    expect(conflict.version).toMatchObject({ conflict: true, number: 3 });
    const use = (base: string) =>
      luis.call('versionUse', { params: { id: conflict.version._id }, body: { base } });
    expect((await use(first._id)).body.error?.code).toBe('version_conflict');
    const used = await use(second._id);
    expect(used.body).toMatchObject({ outcome: 'current', version: { number: 4, state: 0 } });
    expect(await hashOf(used.body.version._id)).toBe(sha256Of(conflict.bytes));
    expect((await list()).find((each) => each._id === conflict.version._id)?.settled).toBe(true);
    expect((await use(used.body.version._id)).status).toBe(409);
  });

  it('keeps what is current: the conflict is settled and stays in the history', async () => {
    const second = await addVersion(server(), ana, record, first._id);
    const conflict = await conflictOn(first._id);
    const keep = (client: TestClient, id: string) => client.call('versionKeep', { params: { id } });
    expect((await keep(reader, conflict.version._id)).status).toBe(404);
    expect((await keep(publisher, conflict.version._id)).status).toBe(403);
    expect((await keep(ana, second._id)).status).toBe(409);
    expect((await keep(ana, conflict.version._id)).status).toBe(200);
    expect((await keep(luis, conflict.version._id)).status).toBe(200);
    expect((await get()).currentVersion?._id).toBe(second._id);
    expect((await list()).find((each) => each._id === conflict.version._id)).toMatchObject({
      settled: true,
      conflict: true,
    });
  });

  it('discards a draft on top of what is published: that is current again, and never left the readers', async () => {
    const published = await makeDocument(server(), ana, library, { state: 3 });
    record = published.record;
    const draft = await addVersion(server(), luis, record, published.version._id, {
      file: { name: 'prueba.docx', type: '' },
    });
    expect(await get()).toMatchObject({ state: 0, name: 'prueba.docx' });
    expect(await get(reader)).toMatchObject({ state: 3, name: 'prueba.pdf' });
    const discard = (client: TestClient, id: string) => client.call('versionDiscard', { params: { id } });
    expect((await discard(reader, draft._id)).status).toBe(404);
    expect((await discard(ana, published.version._id)).status).toBe(409);
    expect((await discard(luis, draft._id)).status).toBe(200);
    expect((await discard(luis, draft._id)).status).toBe(200);
    expect(await get()).toMatchObject({
      state: 3,
      name: 'prueba.pdf',
      currentVersion: { _id: published.version._id },
    });
    expect((await list())[0]).toMatchObject({ discarded: true, number: 2 });
    const next = await addVersion(server(), luis, record, published.version._id);
    expect(next.number).toBe(3);
    expect((await discard(publisher, next._id)).status).toBe(200);
  });

  it('discards neither the only version nor one that was judged', async () => {
    const discard = (id: string) => ana.call('versionDiscard', { params: { id } });
    expect((await discard(first._id)).body.error?.code).toBe('transition');
    const second = await addVersion(server(), ana, record, first._id);
    await ana.ok('reviewCreate', { body: { record, version: second._id, state: 1, comment: '' } });
    expect((await discard(second._id)).body.error?.code).toBe('transition');
    expect((await get()).currentVersion?._id).toBe(second._id);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Version, VersionCreate } from '#shared/documents/versions.schemas.ts';
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
import type { TestLibrary, TestOrganization, TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('confirmed versions on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let anaPerson: TestPerson;
  let ana: TestClient;
  let luis: TestClient;
  let reader: TestClient;

  beforeAll(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    anaPerson = await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] });
    const luisPerson = await make.person(organization, { libraries: [[library, ['upload']]] });
    const readerPerson = await make.person(organization, { libraries: [[library, []]] });
    ana = await server().signIn(anaPerson.email);
    luis = await server().signIn(luisPerson.email);
    reader = await server().signIn(readerPerson.email);
  });

  let record: string;
  let first: Version;
  beforeEach(async () => {
    const made = await makeDocument(server(), ana, library);
    record = made.record;
    first = made.version;
  });

  /** A pending version with its bytes sent. */
  const sent = async (client: TestClient, base: string, values: Partial<VersionCreate> = {}) => {
    const version = await startVersion(client, record, base, values);
    const bytes = someBytes();
    await upload(server(), client, version.key ?? '', bytes);
    return { version: version._id, bytes };
  };
  const list = (client = ana) => client.ok('versionsByRecord', { params: { id: record } });
  const current = async (client = ana) =>
    (await client.ok('recordById', { params: { id: record } })).currentVersion;

  it('gives numbers without gaps; an approval belongs to the bytes that were approved', async () => {
    await ana.ok('reviewCreate', { body: { record, version: first._id, state: 1, comment: 'Conforme' } });
    const second = await addVersion(server(), luis, record, first._id);
    expect(second).toMatchObject({ number: 2, state: 0, current: true, base: first._id });
    expect((await ana.ok('recordById', { params: { id: record } })).state).toBe(0);
    expect((await list()).map(({ number, state }) => [number, state])).toEqual([
      [2, 0],
      [1, 1],
    ]);
  });

  it('keeps both of two edits of one base: one current, one conflict', async () => {
    const mine = await sent(ana, first._id);
    const theirs = await sent(luis, first._id, { onStale: 'keep', comment: 'Desde terreno' });
    expect((await confirmBytes(ana, mine.version, mine.bytes)).body).toMatchObject({ outcome: 'current' });
    const answer = await confirmBytes(luis, theirs.version, theirs.bytes);
    expect(answer.body).toMatchObject({
      outcome: 'conflict',
      version: { number: 3, state: 0, conflict: true, current: false },
      current: { _id: mine.version, number: 2 },
    });
    expect((await current())?._id).toBe(mine.version);
    expect((await list()).map((each) => each.number)).toEqual([3, 2, 1]);
  });

  it('leaves nobody anything to decide where both edits are the same bytes', async () => {
    const mine = await sent(ana, first._id);
    const { _id: theirs, key } = await startVersion(luis, record, first._id, { onStale: 'keep' });
    await upload(server(), luis, key ?? '', mine.bytes);
    await confirmBytes(ana, mine.version, mine.bytes);
    const answer = await confirmBytes(luis, theirs, mine.bytes);
    expect(answer.body).toMatchObject({
      outcome: 'conflict',
      version: { number: 3, conflict: true, settled: true, current: false },
      current: { _id: mine.version },
    });
    const told = (await luis.ok('notificationsPending')).filter(({ refId }) => refId === record);
    expect(told.filter(({ type }) => type === 'RECORD.CONFLICT')).toEqual([]);
  });

  it('refuses a stale base where it was asked to, keeps the bytes, and takes them after all', async () => {
    const mine = await sent(ana, first._id);
    const theirs = await sent(luis, first._id);
    await confirmBytes(ana, mine.version, mine.bytes);
    const refused = await confirmBytes(luis, theirs.version, theirs.bytes);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'version_conflict', details: { current: { _id: mine.version, number: 2 } } } },
    });
    const early = await luis.call('versionCreate', {
      body: { record, base: first._id, file: { name: 'prueba.pdf' } },
    });
    expect(early).toMatchObject({ status: 409, body: { error: { code: 'version_conflict' } } });
    const kept = await confirmBytes(luis, theirs.version, theirs.bytes, { onStale: 'keep' });
    expect(kept.body).toMatchObject({ outcome: 'conflict', version: { number: 3 } });
    const bytes = await luis.fetch(`/docs/versions/${theirs.version}/content`);
    expect(sha256Of(Buffer.from(await bytes.arrayBuffer()))).toBe(sha256Of(theirs.bytes));
  });

  it('lets one of many that confirm at the same moment be current, and loses none', async () => {
    const rivals = await Promise.all(
      [ana, luis, ana, luis, ana, luis].map(async (client, index) => ({
        client,
        ...(await sent(client, first._id, { onStale: index % 3 === 0 ? 'refuse' : 'keep' })),
      })),
    );
    const answers = await Promise.all(
      rivals.map(({ client, version, bytes }) => confirmBytes(client, version, bytes)),
    );
    const outcomes = answers.map(({ status, body }) => (status === 200 ? body.outcome : status));
    expect(outcomes.filter((outcome) => outcome === 'current')).toHaveLength(1);
    for (const outcome of outcomes) expect(['current', 'conflict', 409]).toContain(outcome);
    for (const { client, version, bytes } of rivals) {
      expect((await confirmBytes(client, version, bytes, { onStale: 'keep' })).status).toBe(200);
    }
    const versions = await list();
    expect(versions.map((each) => each.number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(versions.filter((each) => each.current)).toHaveLength(1);
    expect(versions.filter((each) => each.conflict)).toHaveLength(5);
    const seq = await server()
      .database.db.selectFrom('records as r')
      .innerJoin('groups as g', 'g.id', 'r.group_id')
      .select(['r.seq as record', 'g.seq as library'])
      .where('r.id', '=', record)
      .executeTakeFirstOrThrow();
    expect(seq.record).toBe(seq.library);
  });

  it('shares bytes that come twice at the same moment', async () => {
    const bytes = someBytes(2000);
    const twins = await Promise.all(
      [ana, luis].map(async (client) => {
        const { version } = await startRecord(server(), client, library);
        await upload(server(), client, version.key ?? '', bytes);
        return { client, version: version._id };
      }),
    );
    const answers = await Promise.all(
      twins.map(({ client, version }) => confirmBytes(client, version, bytes)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  });

  it('asks for a review of what came by sync, and makes a first version what was chosen', async () => {
    const synced = await addVersion(server(), luis, record, first._id, { origin: 'sync' });
    expect(synced).toMatchObject({ state: 5, origin: 'sync' });
    const stale = await sent(ana, first._id, { origin: 'sync', onStale: 'keep' });
    const kept = await confirmBytes(ana, stale.version, stale.bytes);
    expect(kept.body).toMatchObject({ outcome: 'conflict', version: { state: 0 } });

    const published = await makeDocument(server(), ana, library, { state: 3 });
    const shown = await reader.ok('recordById', { params: { id: published.record } });
    expect(shown).toMatchObject({ face: 'published', state: 3, currentVersion: { number: 1 } });
    const obsolete = await makeDocument(server(), ana, library, { state: 4 });
    expect(await reader.ok('recordById', { params: { id: obsolete.record } })).toMatchObject({ state: 4 });
    const refused = await ana.call('versionCreate', {
      body: { record: obsolete.record, base: obsolete.version._id, file: { name: 'prueba.pdf' } },
    });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'obsolete' } } });
  });

  it('renames the record only where the kind of file changed', async () => {
    const same = await addVersion(server(), ana, record, first._id, {
      file: { name: 'otro nombre.PDF', type: '' },
    });
    expect((await ana.ok('recordById', { params: { id: record } })).name).toBe('prueba.pdf');
    await addVersion(server(), ana, record, same._id, { file: { name: 'prueba.docx', type: '' } });
    const seen = await ana.ok('recordById', { params: { id: record } });
    expect(seen.name).toBe('prueba.docx');
    expect(seen.diskName).toMatch(/^prueba( \(\d+\))?\.docx$/);
  });

  it('keeps the name that somebody gave the record meanwhile, where the kind of file is as before', async () => {
    const { rev } = await ana.ok('recordById', { params: { id: record } });
    await ana.ok('recordUpdate', { params: { id: record }, body: { rev, name: 'Contrato firmado.docx' } });
    const edit = { file: { name: 'prueba.pdf', type: '' } };
    const next = await addVersion(server(), luis, record, first._id, edit);
    const nameNow = async () => (await ana.ok('recordById', { params: { id: record } })).name;
    expect(await nameNow()).toBe('Contrato firmado.docx');
    // Its next version has another kind: now the name follows.
    await addVersion(server(), ana, record, next._id, { file: { name: 'prueba.xlsx', type: '' } });
    expect(await nameNow()).toBe('prueba.xlsx');
  });

  it('asks for the role at commit', async () => {
    const mine = await sent(luis, first._id);
    const { db } = server().database;
    const members = db.updateTable('group_members').where('group_id', '=', library.id);
    const session = await luis.ok('session');
    await members.set({ roles: [] }).where('user_id', '=', session._id).execute();
    expect((await confirmBytes(luis, mine.version, mine.bytes)).status).toBe(404);
    await members
      .set({ roles: ['review'] })
      .where('user_id', '=', session._id)
      .execute();
    expect((await confirmBytes(luis, mine.version, mine.bytes)).status).toBe(403);
    await members
      .set({ roles: ['upload'] })
      .where('user_id', '=', session._id)
      .execute();
    expect((await confirmBytes(luis, mine.version, mine.bytes)).status).toBe(200);
  });

  it('makes one version of an operation that is sent again', async () => {
    const body = { record, base: first._id, file: { name: 'prueba.pdf' } };
    const headers = { 'idempotency-key': `operacion-${record}` };
    const answers = await Promise.all([1, 2, 3].map(() => ana.ok('versionCreate', { body }, headers)));
    // Idempotency keys are swept one day; the operation stays on the version.
    await server().database.db.deleteFrom('idempotency').execute();
    answers.push(await ana.ok('versionCreate', { body }, headers));
    expect(new Set(answers.map((answer) => answer.version._id)).size).toBe(1);
  });

  it('confirms many in one call, a result each; a wrong one leaves the others alone', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const started = await startRecord(server(), ana, library, { title: `Documento ${index} del lote` });
        const bytes = someBytes(100 + index);
        if (index !== 3) await upload(server(), ana, started.version.key ?? '', bytes);
        return { record: started.record._id, version: started.version._id, bytes };
      }),
    );
    const stranger = await startRecord(server(), luis, library);
    const seqBefore = await seqOf();
    const items = made.map(({ version, bytes }, index) => ({
      version,
      size: bytes.length,
      sha256: index === 5 ? sha256Of(someBytes()) : sha256Of(bytes),
    }));
    items.push({ version: stranger.version._id, size: 10, sha256: sha256Of(someBytes(10)) });
    const headers = { 'idempotency-key': `lote-${record}` };
    const { results } = await ana.ok('confirmBatch', { body: { items } }, headers);
    expect(results.map((each) => (each.ok ? each.confirmed.version.number : each.error.code))).toEqual(
      items.map((_, index) =>
        index === 12 ? 'not_found' : index === 3 || index === 5 ? 'bytes_missing' : 1,
      ),
    );
    expect(await seqOf()).toBe(seqBefore + 1);
    expect(await ana.ok('confirmBatch', { body: { items } }, headers)).toEqual({ results });
    const again = await ana.ok('confirmBatch', { body: { items } });
    expect(again.results.filter((each) => each.ok)).toHaveLength(10);
    const notices = await server()
      .database.db.selectFrom('audit_events')
      .select('id')
      .where('action', '=', 'version.confirm')
      .where(
        'target_id',
        'in',
        made.map((each) => each.record),
      )
      .execute();
    expect(notices).toHaveLength(10);
  });

  const seqOf = async () =>
    (
      await server()
        .database.db.selectFrom('groups')
        .select('seq')
        .where('id', '=', library.id)
        .executeTakeFirstOrThrow()
    ).seq;
});

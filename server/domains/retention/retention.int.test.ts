import { beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { addMonths, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { newId } from '../../platform/ids.ts';
import { makeDocument, seenBy } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { testEngines } from '../../testing/test-database.ts';
import { findUntil } from '../documents/records/retention.queries.ts';

const WHY = { years: 2, reason: 'Lo pide auditoría.' };

describe.each(testEngines)('retention on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let people: { author: TestPerson; admin: TestPerson };
  let author: TestClient;
  let reader: TestClient;
  let admin: TestClient;
  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    people = {
      author: await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] }),
      // Of another library: who is in none reads nothing.
      admin: await make.person(organization, {
        isAdmin: true,
        libraries: [[await make.library(organization), []]],
      }),
    };
    author = await signIn(people.author.email);
    reader = await signIn((await make.person(organization, { libraries: [[library, []]] })).email);
    admin = await signIn(people.admin.email);
  });

  let made = 0;
  const type = async (schedule: object): Promise<string> => {
    made += 1;
    const body = { name: `Contrato ${made}`, code: `CONT-${made}`, ...schedule };
    return (await admin.ok('typeCreate', { body }))._id;
  };
  const afterIssue = (months = 12) =>
    type({ retention: 'period', retentionMonths: months, retentionFrom: 'issue', retentionBasis: 'Ley 1' });
  const document = async (values: Parameters<typeof makeDocument>[3] = {}) =>
    (await makeDocument(server(), author, library, values)).record;
  const retentionOf = async (client: TestClient, id: string) =>
    (await client.ok('recordById', { params: { id } })).retention;
  const ended = async (query: { limit?: string; cursor?: string } = {}) =>
    admin.ok('retentionEnded', { query });
  const each = async (answer: ReturnType<typeof admin.ok<'retentionRemoveBatch'>>) =>
    (await answer).results.map(({ ok, error }) => (ok ? 'ok' : error?.code));
  const remove = (...records: string[]) => each(admin.ok('retentionRemoveBatch', { body: { records } }));
  const extend = (...records: string[]) =>
    each(admin.ok('retentionExtendBatch', { body: { records, ...WHY } }));

  it('is told of a document to whoever sees it, by the type of what they see', async () => {
    const [contract, never] = [await afterIssue(72), await type({ retention: 'forever' })];
    const record = await document({ documentType: contract, issuedOn: '2025-03-12', state: STATE.published });
    const told = { until: '2031-03-12', over: false, months: 72, from: 'issue', basis: 'Ley 1' };
    expect(await retentionOf(reader, record)).toMatchObject({ ...told, prolonged: false });
    // The working copy is another thing now: readers know nothing of it, and the document is kept by both.
    const { rev } = await author.ok('recordById', { params: { id: record } });
    await author.ok('recordUpdate', { params: { id: record }, body: { rev, documentType: never } });
    expect(await retentionOf(author, record)).toMatchObject({ until: 'forever', months: null });
    expect(await retentionOf(reader, record)).toMatchObject(told);
    expect(await findUntil(server().database.db, record)).toBe('forever');

    expect(await retentionOf(author, await document())).toBeNull();
    const unissued = await document({ documentType: contract });
    expect(await retentionOf(author, unissued)).toMatchObject({ until: 'awaited', over: false });
  });

  it('keeps what awaits its event in the bin, until it has come and its period is over', async () => {
    const documentType = await type({
      retention: 'period',
      retentionMonths: 1,
      retentionFrom: 'obsolescence',
    });
    const record = await document({ documentType, state: STATE.published });
    await author.ok('recordDelete', { params: { id: record } });
    const refused = await admin.call('binPurge', { params: { id: record } });
    expect([said(refused), refused.body.error?.details]).toEqual(['422 retained', { until: 'awaited' }]);
    expect((await admin.ok('bin')).items[0]?.retainedUntil).toBe('awaited');
    await admin.ok('binRestore', { body: { record } });
    const { body } = await author.call('batchState', {
      body: { items: await seenBy(author, [record]), state: STATE.obsolete },
    });
    expect(body.results[0]?.ok).toBe(true);
    const today = dayIn(TIME_ZONE, server().running.services.deps.now());
    expect(await retentionOf(author, record)).toMatchObject({ until: addMonths(today, 1), over: false });
  });

  it('lists what is over to admins, page by page, without the names that are closed to them', async () => {
    const documentType = await afterIssue();
    const days = ['2024-02-29', '2023-05-05', '2024-01-01', '2024-01-01'];
    const records: string[] = [];
    for (const issuedOn of days) records.push(await document({ documentType, issuedOn }));
    await document({ documentType, issuedOn: '2090-01-01' });
    const closed = await document({ documentType, issuedOn: '2020-01-01', scope: 'confidential' });
    const gone = await document({ documentType, issuedOn: '2020-01-01' });
    await author.ok('recordDelete', { params: { id: gone } });

    const all = await ended();
    expect(all.items.map((item) => item.until)).toEqual([
      '2021-01-01',
      '2024-05-05',
      '2025-01-01',
      '2025-01-01',
      '2025-02-28',
    ]);
    expect(all.items[0]).toMatchObject({ _id: closed, title: null, file: null, type: null, size: null });
    expect(JSON.stringify(all.items[0])).not.toContain('prueba');
    expect(all.items.at(-1)).toMatchObject({ _id: records[0], title: 'Documento de prueba', months: 12 });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ended>> = await ended({ limit: '2', ...(cursor && { cursor }) });
      seen.push(...page.items.map((item) => item._id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(all.items.map((item) => item._id));
    expect(said(await admin.call('retentionEnded', { query: { cursor: 'x' } }))).toBe('400 invalid');
    expect(await remove(closed)).toEqual(['not_found']);
  });

  it('deletes nothing but what is over and not held, each for itself; the trail says until when it was kept', async () => {
    const documentType = await afterIssue();
    const over = await document({ documentType, issuedOn: '2020-01-01' });
    const kept = await document({ documentType, issuedOn: '2090-01-01' });
    const held = await document({ documentType, issuedOn: '2020-01-01' });
    await admin.ok('holdCreate', {
      body: { name: 'Juicio', reason: 'Lo pide el tribunal.', records: [held] },
    });
    expect((await ended()).items.map((item) => item.held).toSorted()).toEqual([false, true]);
    expect(await remove(over, kept, held, newId())).toEqual(['ok', 'retained', 'held', 'not_found']);
    const trail = server()
      .database.db.selectFrom('audit_events')
      .select('after')
      .where('target_id', '=', over);
    expect((await trail.where('action', '=', 'record.delete').execute())[0]?.after).toEqual({
      retainedUntil: '2021-01-01',
    });
    // Its period is over, so the bin lets it go.
    expect(said(await admin.call('binPurge', { params: { id: over } }))).toBe('200');
  });

  it('is prolonged with a reason, never shortened, and keeps the document in the bin too', async () => {
    const record = await document({ documentType: await afterIssue(), issuedOn: '2020-01-01' });
    const bad = await admin.call('retentionExtendBatch', {
      body: { records: [record], years: 0, reason: 'no' },
    });
    expect(Object.keys(bad.body.error?.details ?? {})).toEqual(['years', 'reason']);
    expect(await extend(record)).toEqual(['ok']);
    const until = addMonths(dayIn(TIME_ZONE, server().running.services.deps.now()), 24);
    expect(await retentionOf(admin, record)).toMatchObject({ until, prolonged: true, reason: WHY.reason });
    expect(await retentionOf(reader, record).catch(() => null)).toBeNull();
    expect(await retentionOf(author, record)).toMatchObject({ until, reason: null });
    expect((await ended()).items).toEqual([]);
    expect(await remove(record)).toEqual(['retained']);
    await each(
      admin.ok('retentionExtendBatch', { body: { records: [record], years: 1, reason: WHY.reason } }),
    );
    expect((await retentionOf(admin, record))?.until).toBe(until);
    await author.ok('recordDelete', { params: { id: record } });
    expect(said(await admin.call('binPurge', { params: { id: record } }))).toBe('422 retained');
  });
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { company, lead, typesOf } from '../../testing/companies/company.ts';
import { makeDocument, seenBy } from '../../testing/documents.ts';
import { type TestClient, type TestServer, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';

/** The requests for a decision that somebody has, by what is said with them. */
const requestsOf = async (client: TestClient) =>
  (await client.ok('notificationsPending'))
    .filter(({ type }) => type.endsWith('.REQUEST'))
    .map(({ type, comment }) => [type, comment]);

/** How many mails each of them has, once none is due. */
async function mailed(server: TestServer, people: readonly { readonly email: string }[]): Promise<number[]> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select id from outbox where done_at is null
        and available_at <= ${server.running.services.deps.now()}`.execute(server.database.db);
      return rows.length;
    })
    .toBe(0);
  return Promise.all(people.map(async ({ email }) => (await mailsOf(server, email)).length));
}

describe.each(['pglite', 'postgres'] as const)('a state in which a version waits, on %s', (engine) => {
  const server = useTestServer({ engine });

  it('asks those who review where it is chosen in the panel, with the words of the choice', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.reviewer, library, {
      title: 'Plan de izaje',
    });
    const body = { record, version: version._id, state: STATE.pendingReview, comment: 'Mira el anexo' };
    await as.reviewer.ok('reviewCreate', { body });

    expect(await requestsOf(as.other)).toEqual([['RECORD.REVIEW.REQUEST', 'Mira el anexo']]);
    expect(await requestsOf(as.reviewer)).toEqual([]);
    for (const client of [as.author, as.publisher, as.reader]) expect(await typesOf(client)).toEqual([]);
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(1);
    const { items } = await as.other.ok('pendingDecisions', { query: { section: 'review' } });
    expect(items.map(({ request }) => [request?.by._id, request?.message, request?.named])).toEqual([
      [people.reviewer.id, 'Mira el anexo', false],
    ]);
    const open = await as.author.ok('requestsByRecord', { params: { id: record } });
    expect(open.map(({ kind, to }) => [kind, to])).toEqual([['review', []]]);
  });

  it('asks nobody who may not see the document', async () => {
    const { library, as } = await company(server());
    const scope = 'confidential' as const;
    const { record } = await makeDocument(server(), as.author, library, { scope });
    await lead(as, record, STATE.pendingReview);
    expect((await requestsOf(as.other)).length).toBe(1);
    await lead(as, record, STATE.approved, STATE.pendingPublication);
    expect((await requestsOf(as.publisher)).length).toBe(1);
    expect(await typesOf(as.reader)).toEqual([]);
  });

  it('asks no more of whom was asked before', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    const body = { record, version: version._id };
    // Who only reviews may ask, but not lead it to the state: its author does that.
    const named = { ...body, to: [people.reviewer.id], message: 'Revísalo tú', dueOn: '2026-12-04' };
    await as.other.ok('reviewRequest', { body: named });
    await lead(as, record, STATE.pendingReview);
    expect(await requestsOf(as.reviewer)).toEqual([['RECORD.REVIEW.REQUEST', 'Revísalo tú']]);
    expect(await requestsOf(as.other)).toEqual([['RECORD.REVIEW.REQUEST', '']]);
    const { items } = await as.reviewer.ok('pendingDecisions', { query: { section: 'review' } });
    expect(items[0]?.request).toMatchObject({ named: true, dueOn: '2026-12-04' });

    expect(await as.author.ok('reviewRequest', { body })).toEqual({ state: 5, notified: 0 });
    expect((await requestsOf(as.other)).length).toBe(1);
    // With words of its own it is another one.
    const again = { ...body, message: 'Urge' };
    expect(await as.author.ok('reviewRequest', { body: again })).toEqual({ state: 5, notified: 2 });
    // Once it is answered, the next choice asks anew.
    await lead(as, record, STATE.draft, STATE.pendingReview);
    expect((await requestsOf(as.other)).map(([, comment]) => comment).sort()).toEqual(['', '', 'Urge']);
  });

  it('asks for each of a batch, in one mail', async () => {
    const { library, people, as } = await company(server());
    const records: string[] = [];
    for (let made = 0; made < 8; made += 1)
      records.push((await makeDocument(server(), as.author, library)).record);
    const items = await seenBy(as.author, records);
    const told = [people.reviewer, people.other, people.author];
    await as.author.ok('batchState', { body: { items, state: STATE.pendingReview, comment: '' } });
    expect((await requestsOf(as.other)).length).toBe(8);
    server().advance(20);
    await expect.poll(() => mailed(server(), told)).toEqual([1, 1, 0]);
    const [mail] = await mailsOf(server(), people.other.email);
    expect(readable(mail?.raw ?? '').split('pidió tu revisión').length - 1).toBeGreaterThanOrEqual(8);
    server().advance(61);
    expect(await mailed(server(), told)).toEqual([1, 1, 0]);
  });

  it('asks who publishes where a document is made to be published; who reviews is told that it is new', async () => {
    const { library, as } = await company(server());
    const waits = await makeDocument(server(), as.author, library, { state: STATE.pendingReview });
    expect(await typesOf(as.other)).toEqual(['RECORD.CREATED']);
    const open = await as.author.ok('requestsByRecord', { params: { id: waits.record } });
    expect(open).toEqual([]);
    await makeDocument(server(), as.reviewer, library, { state: STATE.pendingPublication });
    expect(await typesOf(as.publisher)).toEqual(['RECORD.PUBLICATION.REQUEST']);
    expect(await typesOf(as.other)).toEqual(['RECORD.CREATED', 'RECORD.CREATED']);
  });
});

describe('two people at once', () => {
  const server = useTestServer({ engine: 'postgres' });

  it.each(['reviewCreate', 'reviewRequest'] as const)(
    'ask once where one chooses the state and the other answers by %s',
    async (second) => {
      const { library, as } = await company(server());
      const { record, version } = await makeDocument(server(), as.author, library);
      const body = { record, version: version._id };
      const choose = (client: TestClient) => () =>
        client.call('reviewCreate', { body: { ...body, state: STATE.pendingReview } });
      const ask = () => as.reviewer.call('reviewRequest', { body });
      const answers = await oneAfterTheOther<{ status: number }>(server(), { library: library.id }, [
        choose(as.author),
        second === 'reviewCreate' ? choose(as.reviewer) : ask,
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, second === 'reviewCreate' ? 409 : 200]);
      expect((await requestsOf(as.other)).length).toBe(1);
      expect((await as.author.ok('requestsByRecord', { params: { id: record } })).length).toBe(1);
    },
  );
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { company, lead, requestOf, typesOf } from '../../testing/companies/company.ts';
import { addVersion, makeDocument } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';

describe('notifications', () => {
  const server = useTestServer();

  it('tell the review holders of a new document, and nobody of their own deeds', async () => {
    const { library, as } = await company(server());
    await makeDocument(server(), as.reviewer, library);
    expect(await typesOf(as.other)).toEqual(['RECORD.CREATED']);
    for (const part of ['reviewer', 'author', 'publisher', 'reader'] as const)
      expect(await typesOf(as[part])).toEqual([]);
  });

  it('are gone from the list with the right to see the document', async () => {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const [told] = await as.other.ok('notificationsPending');
    expect(told?.refId).toBe(record);
    await server()
      .database.db.updateTable('group_members')
      .set({ roles: [] })
      .where('user_id', '=', people.other.id)
      .execute();
    expect(await typesOf(as.other)).toEqual([]);
    const gone = await as.other.call('notificationById', { params: { id: told?._id ?? '' } });
    expect(gone.status).toBe(404);
  });

  it('are dismissed one by one, several at once, by type and by document; one’s own only', async () => {
    const { library, as } = await company(server());
    const documents = [];
    for (let count = 0; count < 6; count += 1)
      documents.push(await makeDocument(server(), as.author, library));
    const [one, two, three, four] = await as.other.ok('notificationsPending');
    const dismiss = (client: TestClient, body: object) =>
      client.call('notificationDismiss', { body: body as never });
    expect((await dismiss(as.author, { _id: one?._id })).status).toBe(404);
    expect((await dismiss(as.other, { _id: one?._id })).body).toMatchObject({ dismissed: 1 });
    expect((await dismiss(as.other, { _id: one?._id })).body).toMatchObject({ dismissed: 0 });
    expect((await dismiss(as.other, { refId: two?.refId, refModel: 'Record' })).body).toMatchObject({
      dismissed: 1,
    });
    const several = { ids: [three, four].map((each) => each?._id) };
    expect((await dismiss(as.reviewer, several)).body).toMatchObject({ dismissed: 0 });
    expect((await dismiss(as.other, several)).body).toMatchObject({ dismissed: 2 });
    expect((await dismiss(as.other, { type: 'RECORD.CREATED' })).body).toMatchObject({ dismissed: 2 });
    expect((await dismiss(as.other, { ids: [] })).status).toBe(400);
    expect((await dismiss(as.other, { _id: one?._id, type: 'RECORD.CREATED' })).status).toBe(400);
    expect(await typesOf(as.other)).toEqual([]);
    expect((await as.reviewer.ok('notificationsPending')).length).toBe(6);
  });

  it('that were dismissed together are taken back together, by who dismissed them', async () => {
    const { library, as } = await company(server());
    for (let count = 0; count < 3; count += 1) await makeDocument(server(), as.author, library);
    const [one] = await as.other.ok('notificationsPending');
    await as.other.ok('notificationDismiss', { body: { _id: one?._id } });
    const { at } = await as.other.ok('notificationDismiss', { body: { type: 'RECORD.CREATED' } });
    expect(await as.reviewer.ok('notificationRestore', { body: { at } })).toEqual({ restored: 0 });
    expect(await typesOf(as.other)).toEqual([]);
    expect(await as.other.ok('notificationRestore', { body: { at } })).toEqual({ restored: 2 });
    const back = await as.other.ok('notificationsPending');
    expect(back.map(({ _id }) => _id)).not.toContain(one?._id);
    expect(back.length).toBe(2);
    expect(await as.other.ok('notificationRestore', { body: { at } })).toEqual({ restored: 0 });
  });

  it('are created by a person for one who may see the document, and mailed once', async () => {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const body = requestOf(people, record);
    const create = (more: object) => as.author.call('notificationCreate', { body: { ...body, ...more } });
    expect((await create({ fromId: people.other.id })).status).toBe(403);
    expect((await create({ type: 'RECORD.CREATED' })).status).toBe(400);
    expect((await create({ toId: people.reader.id })).status).toBe(400);
    expect((await create({ refId: crypto.randomUUID() })).status).toBe(404);
    expect(
      (await as.reader.call('notificationCreate', { body: { ...body, fromId: people.reader.id } })).status,
    ).toBe(404);

    const made = await as.author.ok('notificationCreate', { body });
    expect(made).toEqual(await as.other.ok('notificationById', { params: { id: made._id } }));
    expect((await as.other.call('mailReview', { body: made })).status).toBe(404);
    await as.author.ok('mailReview', { body: made });
    await as.author.ok('mailReview', { body: made });
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(1);
    await server().restart();
    expect(await mailsOf(server(), people.other.email)).toHaveLength(1);
  });
});

describe('mails of review requests', () => {
  const server = useTestServer();

  it('become one where more than five would come within a minute', async () => {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const body = requestOf(people, record);
    const ask = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        await as.author.ok('mailReview', { body: await as.author.ok('notificationCreate', { body }) });
      }
    };
    await ask(5);
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(5);
    await ask(4);
    const waiting = () =>
      server()
        .database.db.selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'mail')
        .where('done_at', 'is', null)
        .where('attempts', '>', 0)
        .execute();
    await expect.poll(waiting).toHaveLength(4);
    expect(await mailsOf(server(), people.other.email)).toHaveLength(5);
    server().advance(61);
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(6);
    const [digest] = (await mailsOf(server(), people.other.email)).filter((mail) =>
      mail.raw.includes('4 solicitudes'),
    );
    const text = readable(digest?.raw ?? '').split('<!doctype')[0];
    expect(text?.match(/pidió tu revisión/g)).toHaveLength(4);
    expect(text?.match(/records\/view/g)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });
});

describe('a sync upload', () => {
  const server = useTestServer();

  it('makes one review request per version for its person, mailed, and tells the review holders', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.reviewer, library);
    const next = await addVersion(server(), as.author, record, version._id, {
      origin: 'sync',
      onStale: 'keep',
    });
    expect(next.state).toBe(STATE.pendingReview);
    expect(await typesOf(as.author)).toEqual(['RECORD.REVIEW.REQUEST']);
    expect(await typesOf(as.reviewer)).toEqual(['RECORD.REVIEW.REQUEST']);
    expect(await typesOf(as.other)).toEqual(['RECORD.CREATED', 'RECORD.REVIEW.REQUEST']);
    await expect.poll(() => mailsOf(server(), people.author.email)).toHaveLength(1);
    await expect.poll(() => mailsOf(server(), people.reviewer.email)).toHaveLength(1);

    const lost = await addVersion(server(), as.reviewer, record, version._id, {
      origin: 'sync',
      onStale: 'keep',
    });
    expect(lost.conflict).toBe(true);
    expect(await typesOf(as.author)).toEqual(['RECORD.CONFLICT', 'RECORD.REVIEW.REQUEST']);
    expect(await typesOf(as.reviewer)).toEqual(['RECORD.CONFLICT', 'RECORD.REVIEW.REQUEST']);
    expect(await mailsOf(server(), people.reviewer.email)).toHaveLength(1);
  });

  it('is mailed to reviewers at once, and the next ones of the same document once an hour, while they ask for something', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.reviewer, library, {
      title: 'Plan de izaje',
    });
    let latest = version;
    const save = async () => {
      latest = await addVersion(server(), as.author, record, latest._id, { origin: 'sync', onStale: 'keep' });
    };
    /** How many mails have been sent to two reviewers, once nothing is due. */
    const mailed = async () => {
      await expect
        .poll(async () => {
          const { rows } = await sql`select id from outbox where done_at is null
            and available_at <= ${server().running.services.deps.now()}`.execute(server().database.db);
          return rows.length;
        })
        .toBe(0);
      const all = [people.reviewer, people.other];
      return Promise.all(all.map(async ({ email }) => (await mailsOf(server(), email)).length));
    };
    await save();
    await expect.poll(mailed).toEqual([1, 1]);
    for (let saves = 0; saves < 4; saves += 1) await save();
    expect(await mailed()).toEqual([1, 1]);
    // Of another document they hear at once.
    const other = await makeDocument(server(), as.reviewer, library, { title: 'Acta de visita' });
    await addVersion(server(), as.author, other.record, other.version._id, {
      origin: 'sync',
      onStale: 'keep',
    });
    await expect.poll(mailed).toEqual([2, 2]);

    server().advance(3601);
    await expect.poll(mailed).toEqual([3, 3]);
    const mails = (await mailsOf(server(), people.reviewer.email)).map(({ raw }) => readable(raw));
    expect(mails.filter((text) => text.includes('«Plan de izaje»'))).toHaveLength(2);
    server().advance(3601);
    expect(await mailed()).toEqual([3, 3]);

    // Sessions have ended by then.
    for (const part of ['author', 'reviewer', 'other'] as const)
      as[part] = await server().signIn(people[part].email);
    await save();
    await expect.poll(mailed).toEqual([4, 4]);
    await save();
    await as.other.ok('notificationDismiss', {
      body: { _id: (await as.other.ok('notificationsPending')).find(({ refId }) => refId === record)?._id },
    });
    server().advance(3601);
    await expect.poll(mailed).toEqual([5, 4]);
    await save();
    await expect.poll(mailed).toEqual([5, 5]);
    as.reviewer = await server().signIn(people.reviewer.email);
    await lead(as, record, STATE.approved);
    server().advance(3601);
    await expect.poll(mailed).toEqual([5, 5]);
  });
});

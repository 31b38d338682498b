import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { company, lead } from '../../testing/companies/company.ts';
import { makeDocument } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';

describe.each(['pglite', 'postgres'] as const)('threads of comments on %s', (engine) => {
  const server = useTestServer({ engine });
  const told = async (client: TestClient) =>
    (await client.ok('notificationsPending'))
      .filter(({ type }) => type === 'RECORD.MENTIONED' || type === 'RECORD.COMMENTED')
      .map(({ type, comment }) => [type, comment])
      .sort();
  async function made() {
    const all = await company(server());
    const { record, version } = await makeDocument(server(), all.as.author, all.library);
    const about = { record, version: version._id };
    const thread = await all.as.reviewer.ok('commentCreate', {
      body: { ...about, text: '¿Doce?', anchor: { page: 3 } },
    });
    return { ...all, about, thread };
  }

  it('have replies, which are told to all who wrote in it', async () => {
    const { as, about, thread } = await made();
    const reply = { ...about, text: 'Sí, doce', parent: thread._id };
    const first = await as.author.ok('commentCreate', { body: reply });
    expect(first).toMatchObject({ parent: thread._id, anchor: null, may: { edit: true, resolve: false } });
    expect(await told(as.reviewer)).toEqual([['RECORD.COMMENTED', 'Sí, doce']]);
    await as.other.ok('commentCreate', { body: { ...reply, text: 'Eran diez' } });
    expect(await told(as.reviewer)).toContainEqual(['RECORD.COMMENTED', 'Eran diez']);
    expect(await told(as.author)).toContainEqual(['RECORD.COMMENTED', 'Eran diez']);
    expect(await told(as.publisher)).toEqual([]);
    const list = await as.publisher.ok('commentsByRecord', { params: { id: about.record } });
    expect(list.map(({ text, parent }) => [text, parent])).toEqual([
      ['¿Doce?', null],
      ['Sí, doce', thread._id],
      ['Eran diez', thread._id],
    ]);
  });

  it('are resolved as a whole, and take replies only while they are open', async () => {
    const { as, about, thread } = await made();
    const reply = { ...about, text: 'Sí', parent: thread._id };
    const { _id: id } = await as.author.ok('commentCreate', { body: reply });
    const resolve = { resolved: true, rev: 0 };
    expect((await as.author.call('commentResolve', { params: { id }, body: resolve })).status).toBe(404);
    expect((await as.author.call('commentCreate', { body: { ...reply, parent: id } })).status).toBe(404);
    const withAnchor = { ...reply, anchor: { page: 1 } };
    expect((await as.author.call('commentCreate', { body: withAnchor })).status).toBe(400);
    await as.author.ok('commentResolve', { params: { id: thread._id }, body: resolve });
    expect((await as.author.call('commentCreate', { body: reply })).status).toBe(400);
  });

  it('belong to their document', async () => {
    const { as, thread, library } = await made();
    const { record, version } = await makeDocument(server(), as.author, library);
    const body = { record, version: version._id, text: 'Aquí no', parent: thread._id };
    expect((await as.author.call('commentCreate', { body })).status).toBe(404);
  });

  it('name people, who are told of it once, by mail too, also when a correction names them', async () => {
    const { as, about, people } = await made();
    const text = '@Ana, mira esto';
    const mentions = [people.publisher.id, people.author.id, people.reviewer.id];
    const comment = await as.reviewer.ok('commentCreate', { body: { ...about, text, mentions } });
    expect(comment.mentions.map(({ _id }) => _id)).toEqual(mentions);
    expect(await told(as.publisher)).toEqual([['RECORD.MENTIONED', text]]);
    // The author is told that they are named, and not a second time that it was commented.
    expect((await told(as.author)).filter(([, words]) => words === text)).toEqual([
      ['RECORD.MENTIONED', text],
    ]);
    expect(await told(as.reviewer)).toEqual([]);
    await expect
      .poll(async () =>
        (await mailsOf(server(), people.publisher.email)).map(({ raw }) => readable(raw)).join(),
      )
      .toContain('te mencionó en un comentario');
    const params = { id: comment._id };
    const corrected = { text: '@Ana y @Eva', rev: 0, mentions: [...mentions, people.other.id] };
    await as.reviewer.ok('commentUpdate', { params, body: corrected });
    expect(await told(as.other)).toEqual([['RECORD.MENTIONED', '@Ana y @Eva']]);
    expect(await told(as.publisher)).toEqual([['RECORD.MENTIONED', '@Ana y @Eva']]);
    // Whoever knows of no mentions keeps them.
    const kept = await as.reviewer.ok('commentUpdate', { params, body: { text: 'Otra vez', rev: 1 } });
    expect(kept.mentions).toHaveLength(4);
  });

  it('are led to, each by its own notice, in the app and by mail', async () => {
    const { as, about, people, thread } = await made();
    const mentions = [people.publisher.id];
    const reply = { ...about, text: '@Ana, doce', parent: thread._id, mentions };
    const { _id: id } = await as.author.ok('commentCreate', { body: reply });
    const [told] = await as.publisher.ok('notificationsPending');
    expect(told).toMatchObject({ type: 'RECORD.MENTIONED', commentId: id });
    const other = (await as.reviewer.ok('notificationsPending')).find(
      ({ type }) => type === 'RECORD.COMMENTED',
    );
    expect(other).toMatchObject({ commentId: id });
    const mailed = async () =>
      (await mailsOf(server(), people.publisher.email)).map(({ raw }) => readable(raw)).join();
    await expect
      .poll(mailed)
      .toContain(`${server().url}/records/view/${about.record}?panel=reviews&comment=${id}\n`);
    // What is no comment names none.
    const [created] = (await as.other.ok('notificationsPending')).filter(
      ({ type }) => type === 'RECORD.CREATED',
    );
    expect(created).toMatchObject({ commentId: null });
  });

  it('name nobody who reads no comments', async () => {
    const { as, about, people } = await made();
    await lead(as, about.record, STATE.pendingReview, STATE.approved, STATE.published);
    const body = { ...about, text: '@Lea', mentions: [people.reader.id] };
    expect((await as.author.call('commentCreate', { body })).status).toBe(400);
    const { _id: id } = await as.author.ok('commentCreate', { body: { ...body, mentions: [] } });
    const corrected = { text: '@Lea', rev: 0, mentions: [people.reader.id] };
    expect((await as.author.call('commentUpdate', { params: { id }, body: corrected })).status).toBe(400);
    expect(await told(as.reader)).toEqual([]);
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import { company, lead } from '../../testing/companies/company.ts';
import { addVersion, makeDocument, seenBy, someBytes } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf } from '../../testing/mail.ts';
import { openSocket } from '../../testing/realtime.ts';

describe.each(['pglite', 'postgres'] as const)('reviews on %s', (engine) => {
  const server = useTestServer({ engine });

  it('lets one of two reviewers win, and tells the other the state as it is now', async () => {
    const { library, as } = await company(server());
    // One connection shows no race.
    const rounds = engine === 'postgres' ? 5 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const { record, version } = await makeDocument(server(), as.author, library);
      await lead(as, record, STATE.pendingReview);
      const { rev } = await as.author.ok('recordById', { params: { id: record } });
      const body = { record, version: version._id, rev };
      const answers = await Promise.all([
        as.reviewer.call('reviewCreate', { body: { ...body, state: STATE.approved } }),
        as.other.call('reviewCreate', { body: { ...body, state: STATE.rejected } }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
      const won = answers.find((answer) => answer.status === 201)?.body;
      const lost = answers.find((answer) => answer.status === 409)?.body;
      const { state } = await as.author.ok('recordById', { params: { id: record } });
      expect(won?.to).toBe(state);
      expect(lost?.error).toMatchObject({ code: 'state_changed', details: { state, version: version._id } });
      const reviews = await as.author.ok('reviewsByRecord', { params: { id: record } });
      expect(reviews.map(({ from, to }) => [from, to])).toEqual([
        [0, 5],
        [5, state],
      ]);
    }
  });

  it('publishes a snapshot, keeps it under a new draft, deprecates it from there, and reverts by a new version', async () => {
    const { library, as } = await company(server());
    const bytes = someBytes();
    const { record, version } = await makeDocument(server(), as.author, library, {
      title: 'Plan de calidad',
      bytes,
    });
    const seen = (client: TestClient) => client.call('recordById', { params: { id: record } });
    expect((await seen(as.reader)).status).toBe(404);
    await lead(as, record, STATE.pendingReview, STATE.approved, STATE.published);
    expect((await seen(as.reader)).body).toMatchObject({
      face: 'published',
      state: 3,
      title: 'Plan de calidad',
    });

    const { rev } = (await seen(as.author)).body;
    await as.author.ok('recordUpdate', { params: { id: record }, body: { rev, title: 'Plan cambiado' } });
    expect((await seen(as.reader)).body.title).toBe('Plan de calidad');

    // Revert opens version 2 with the same bytes and leaves what is published where it is.
    await lead(as, record, STATE.draft);
    const [second, first] = await as.author.ok('versionsByRecord', { params: { id: record } });
    expect(second).toMatchObject({
      number: 2,
      state: 0,
      origin: 'revert',
      current: true,
      sha256: version.sha256,
    });
    expect(first).toMatchObject({ number: 1, state: 3, published: true });
    expect((await seen(as.reader)).body).toMatchObject({ state: 3, currentVersion: { number: 1 } });

    // Readers' history holds what was published and nothing of the draft on top.
    const read = await as.reader.ok('reviewsByRecord', { params: { id: record } });
    expect(new Set(read.map((review) => review.number))).toEqual(new Set([1]));
    const all = await as.author.ok('reviewsByRecord', { params: { id: record } });
    expect(all.map(({ number, from, to }) => [number, from, to])).toEqual([
      [1, 0, 5],
      [1, 5, 1],
      [1, 1, 3],
      [2, 3, 0],
    ]);

    await lead(as, record, STATE.obsolete);
    expect((await seen(as.reader)).body).toMatchObject({ face: 'published', state: 4 });
    expect((await seen(as.author)).body).toMatchObject({
      state: 0,
      publishedVersion: null,
      currentVersion: { number: 2 },
    });
  });

  it('an approval belongs to the bytes that were approved', async () => {
    const { library, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    await lead(as, record, STATE.pendingReview, STATE.approved);
    const next = await addVersion(server(), as.author, record, version._id);
    expect(next.state).toBe(STATE.draft);
    const answer = await as.publisher.call('reviewCreate', {
      body: { record, version: version._id, state: STATE.published },
    });
    expect(answer.body.error).toMatchObject({
      code: 'state_changed',
      details: { state: 0, version: next._id },
    });
    const published = await as.publisher.call('reviewCreate', {
      body: { record, version: next._id, state: STATE.published },
    });
    expect(published.body.error?.code).toBe('transition');
  });

  it('refuses who may not, what the graph has not, and metadata that nobody has seen', async () => {
    const { organization, library, as } = await company(server());
    const outsider = await server().make.person(organization);
    const stranger = await server().signIn(outsider.email);
    const { record, version } = await makeDocument(server(), as.author, library);
    const change = (client: TestClient, state: number, more = {}) =>
      client.call('reviewCreate', { body: { record, version: version._id, state: state as 0, ...more } });
    expect((await change(as.author, STATE.approved)).status).toBe(403);
    expect((await change(as.publisher, STATE.approved)).status).toBe(403);
    expect((await change(as.publisher, STATE.published)).body.error?.code).toBe('transition');
    expect((await change(as.reader, STATE.approved)).status).toBe(404);
    expect((await change(stranger, STATE.approved)).status).toBe(404);

    const { rev } = await as.author.ok('recordById', { params: { id: record } });
    await as.author.ok('recordUpdate', { params: { id: record }, body: { rev, title: 'Otro título' } });
    const late = await change(as.reviewer, STATE.approved, { rev });
    expect(late.body.error).toMatchObject({ code: 'rev_changed', details: { state: 0 } });

    await lead(as, record, STATE.approved, STATE.published);
    expect((await change(as.reader, STATE.obsolete)).status).toBe(403);
  });

  it('changes many states, a result each', async () => {
    const { library, as } = await company(server());
    const [one, two] = [
      await makeDocument(server(), as.author, library),
      await makeDocument(server(), as.author, library),
    ];
    await lead(as, two.record, STATE.approved);
    const missing = crypto.randomUUID();
    const items = await seenBy(as.reviewer, [one.record, two.record, missing]);
    const { results } = await as.reviewer.ok('batchState', { body: { items, state: STATE.approved } });
    expect(results.map(({ record, ok, error }) => [record, ok, error?.code])).toEqual([
      [one.record, true, undefined],
      [two.record, false, 'transition'],
      [missing, false, 'not_found'],
    ]);
  });

  it('changes none in a batch that was not seen as it is now', async () => {
    const { library, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    const items = await seenBy(as.reviewer, [record]);
    const change = (body: object) => as.reviewer.call('batchState', { body: body as never });
    const unseen = await change({ items: [{ record }], state: STATE.approved });
    expect([unseen.status, unseen.body.error?.code]).toEqual([400, 'invalid']);
    await addVersion(server(), as.author, record, version._id);
    const late = await change({ items, state: STATE.approved });
    expect(late.body.results).toMatchObject([{ record, ok: false, error: { code: 'rev_changed' } }]);
    const seen = await change({ items: await seenBy(as.reviewer, [record]), state: STATE.approved });
    expect(seen.body.results).toMatchObject([{ record, ok: true }]);
  });

  it('asks for a review: moves where graph and role allow, tells, mails, and reaches an open screen by itself', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library, {
      title: 'Procedimiento de izaje',
    });
    const socket = await openSocket(server().url, as.reviewer.token);
    onTestFinished(() => socket.close());
    await socket.subscribe(userChannel(people.reviewer.id));

    const body = {
      record,
      version: version._id,
      message: 'Antes del lunes, por favor.',
      dueOn: '2026-12-04',
    };
    expect(await as.author.ok('reviewRequest', { body })).toEqual({ state: 5, notified: 2 });
    const [{ _id: notificationId } = { _id: '' }] = (await as.reviewer.ok('notificationsPending')).filter(
      (each) => each.type === 'RECORD.REVIEW.REQUEST',
    );
    // That the document is new may still have been on its way when the screen began to listen.
    const told = async () => (await socket.message('notification.created')).data;
    await expect.poll(told).toEqual({ notificationId });
    const shown = await as.reviewer.ok('notificationById', { params: { id: notificationId } });
    expect(shown).toMatchObject({
      type: 'RECORD.REVIEW.REQUEST',
      state: -1,
      refId: record,
      ref: { title: 'Procedimiento de izaje', state: 5, group: { _id: library.id } },
      from: { _id: people.author.id },
      comment: 'Antes del lunes, por favor.',
      dueOn: '2026-12-04',
      hidden: false,
    });
    await expect.poll(() => mailsOf(server(), people.reviewer.email)).toHaveLength(1);
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(1);
    expect(await mailsOf(server(), people.author.email)).toEqual([]);

    // It is pending already: only asked again, and only whom was named.
    const again = await as.author.ok('reviewRequest', { body: { ...body, to: [people.other.id] } });
    expect(again).toEqual({ state: 5, notified: 1 });
    const blind = await as.author.call('reviewRequest', { body: { ...body, to: [people.reader.id] } });
    expect(blind.body.error).toMatchObject({ code: 'invalid', details: { to: expect.any(String) } });

    await lead(as, record, STATE.rejected);
    const reviewed = (await as.author.ok('notificationsPending')).filter(
      (each) => each.type === 'RECORD.REVIEWED',
    );
    expect(reviewed).toMatchObject([{ state: STATE.rejected, from: { _id: people.reviewer.id } }]);
  });
});

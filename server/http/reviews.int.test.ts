import { describe, expect, it, onTestFinished } from 'vitest';
import { STATE } from '#shared/domain/states.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import { addVersion, makeDocument, someBytes } from '../testing/documents.ts';
import type { TestPerson } from '../testing/factories.ts';
import { type TestClient, type TestServer, useTestServer } from '../testing/http.ts';
import { mailsOf } from '../testing/mail.ts';
import { openSocket } from '../testing/realtime.ts';

const ROLES = {
  author: ['upload'],
  reviewer: ['upload', 'review'],
  other: ['review'],
  publisher: ['publish'],
  reader: [],
} as const;
type Part = keyof typeof ROLES;

/** A library with somebody for each part, all signed in. */
async function company(server: TestServer) {
  const organization = await server.make.organization();
  const library = await server.make.library(organization);
  const parts = Object.keys(ROLES) as Part[];
  const made = await Promise.all(
    parts.map(async (part) => {
      const person = await server.make.person(organization, { libraries: [[library, ROLES[part]]] });
      return [part, person, await server.signIn(person.email)] as const;
    }),
  );
  const people = Object.fromEntries(made.map(([part, person]) => [part, person])) as Record<Part, TestPerson>;
  const as = Object.fromEntries(made.map(([part, , client]) => [part, client])) as Record<Part, TestClient>;
  return { organization, library, people, as };
}

/** Leads a document's current version through states, each by whoever may. */
async function lead(as: Record<Part, TestClient>, record: string, ...states: number[]): Promise<void> {
  for (const state of states) {
    const client = { 0: as.author, 3: as.publisher, 4: as.publisher, 5: as.author }[state] ?? as.reviewer;
    const now = await client.ok('recordById', { params: { id: record } });
    const version = (state === STATE.obsolete ? now.publishedVersion : now.currentVersion)?._id ?? '';
    await client.ok('reviewCreate', { body: { record, version, state: state as 0, rev: now.rev } });
  }
}

const types = async (client: TestClient) =>
  (await client.ok('notificationsPending')).map((each) => each.type).sort();

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
    const { results } = await as.reviewer.ok('batchState', {
      body: {
        items: [one, two, { record: missing }].map(({ record }) => ({ record })),
        state: STATE.approved,
      },
    });
    expect(results.map(({ record, ok, error }) => [record, ok, error?.code])).toEqual([
      [one.record, true, undefined],
      [two.record, false, 'transition'],
      [missing, false, 'not_found'],
    ]);
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
    const { data } = await socket.message('notification.created');
    const { notificationId } = data as { notificationId: string };
    const shown = await as.reviewer.ok('notificationById', { params: { id: notificationId } });
    expect(shown).toMatchObject({
      type: 'RECORD.REVIEW.REQUEST',
      state: -1,
      refId: record,
      ref: { title: 'Procedimiento de izaje', state: 5, group: { _id: library.id } },
      from: { _id: people.author.id },
      comment: 'Antes del lunes, por favor.\nResponder hasta el 04-12-2026.',
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

describe('notifications', () => {
  const server = useTestServer();

  it('tell the review holders of a new document, and nobody of their own deeds', async () => {
    const { library, as } = await company(server());
    await makeDocument(server(), as.reviewer, library);
    expect(await types(as.other)).toEqual(['RECORD.CREATED']);
    for (const part of ['reviewer', 'author', 'publisher', 'reader'] as const)
      expect(await types(as[part])).toEqual([]);
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
    expect(await types(as.other)).toEqual([]);
    const gone = await as.other.call('notificationById', { params: { id: told?._id ?? '' } });
    expect(gone.status).toBe(404);
  });

  it('are dismissed one by one, by type and by document; one’s own only', async () => {
    const { library, as } = await company(server());
    const documents = [];
    for (let count = 0; count < 4; count += 1)
      documents.push(await makeDocument(server(), as.author, library));
    const [one, two] = await as.other.ok('notificationsPending');
    const dismiss = (client: TestClient, body: object) =>
      client.call('notificationDismiss', { body: body as never });
    expect((await dismiss(as.author, { _id: one?._id })).status).toBe(404);
    expect((await dismiss(as.other, { _id: one?._id })).body).toEqual({ dismissed: 1 });
    expect((await dismiss(as.other, { _id: one?._id })).body).toEqual({ dismissed: 0 });
    expect((await dismiss(as.other, { refId: two?.refId, refModel: 'Record' })).body).toEqual({
      dismissed: 1,
    });
    expect((await dismiss(as.other, { type: 'RECORD.CREATED' })).body).toEqual({ dismissed: 2 });
    expect((await dismiss(as.other, { _id: one?._id, type: 'RECORD.CREATED' })).status).toBe(400);
    expect(await types(as.other)).toEqual([]);
    expect((await as.reviewer.ok('notificationsPending')).length).toBe(4);
  });

  it('are created by a person for one who may see the document, and mailed once', async () => {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const body = {
      type: 'RECORD.REVIEW.REQUEST',
      fromModel: 'User',
      fromId: people.author.id,
      toModel: 'User',
      toId: people.other.id,
      refModel: 'Record',
      refId: record,
    } as const;
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
    const body = {
      type: 'RECORD.REVIEW.REQUEST',
      fromModel: 'User',
      fromId: people.author.id,
      toModel: 'User',
      toId: people.other.id,
      refModel: 'Record',
      refId: record,
    } as const;
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
    await expect.poll(() => mailsOf(server(), people.other.email), { timeout: 5000 }).toHaveLength(6);
    const [digest] = (await mailsOf(server(), people.other.email)).filter((mail) =>
      mail.raw.includes('4 documentos'),
    );
    expect(digest?.raw.match(/records\/view/g)?.length).toBeGreaterThanOrEqual(4);
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
    expect(await types(as.author)).toEqual(['RECORD.REVIEW.REQUEST']);
    expect(await types(as.reviewer)).toEqual(['RECORD.REVIEW.REQUEST']);
    expect(await types(as.other)).toEqual(['RECORD.CREATED', 'RECORD.REVIEW.REQUEST']);
    await expect.poll(() => mailsOf(server(), people.author.email)).toHaveLength(1);
    expect(await mailsOf(server(), people.reviewer.email)).toEqual([]);

    const lost = await addVersion(server(), as.reviewer, record, version._id, {
      origin: 'sync',
      onStale: 'keep',
    });
    expect(lost.conflict).toBe(true);
    expect(await types(as.author)).toEqual(['RECORD.CONFLICT', 'RECORD.REVIEW.REQUEST']);
    expect(await types(as.reviewer)).toEqual(['RECORD.CONFLICT', 'RECORD.REVIEW.REQUEST']);
    expect(await mailsOf(server(), people.reviewer.email)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { PendingItem } from '#shared/reviews/reviews.schemas.ts';
import { company, lead, typesOf } from '../../testing/companies/company.ts';
import { addVersion, makeDocument, seenBy } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';

type Section = 'review' | 'publish' | 'mine';
const pending = (client: TestClient, section: Section) =>
  client.ok('pendingDecisions', { query: { section } });
const titles = async (client: TestClient, section: Section) =>
  (await pending(client, section)).items.map(({ title }) => title);

describe.each(['pglite', 'postgres'] as const)('what waits for somebody, on %s', (engine) => {
  const server = useTestServer({ engine });

  it('stands by due day, then by age, whoever was named; with who asks, and their words', async () => {
    const { library, people, as } = await company(server());
    const make = (title: string) => makeDocument(server(), as.author, library, { title });
    const ask = async (title: string, more: object) => {
      const { record, version } = await make(title);
      await as.author.ok('reviewRequest', { body: { record, version: version._id, ...more } });
      return record;
    };
    const old = await make('Para todos, antiguo');
    await lead(as, old.record, STATE.pendingReview);
    await ask('Para todos, sin fecha', {});
    await ask('Para todos, pronto', { dueOn: '2026-11-25' });
    await ask('Por su nombre, tarde', { to: [people.other.id], dueOn: '2026-12-24' });
    const named = { to: [people.other.id], dueOn: '2026-11-30', message: 'Mira el anexo' };
    await ask('Por su nombre, pronto', named);
    await make('Borrador de nadie');

    const { items, total } = await pending(as.other, 'review');
    expect(items.map(({ title }) => title)).toEqual([
      'Para todos, pronto',
      'Por su nombre, pronto',
      'Por su nombre, tarde',
      'Para todos, antiguo',
      'Para todos, sin fecha',
    ]);
    expect(total).toEqual({ count: 5, more: false });
    expect(items[1]?.request).toMatchObject({
      by: { _id: people.author.id },
      message: 'Mira el anexo',
      dueOn: '2026-11-30',
      named: true,
    });
    expect(items[3]?.request).toMatchObject({ by: { _id: people.author.id }, message: '', named: false });
    // To another reviewer these are not asked by name, and wait all the same.
    expect((await titles(as.reviewer, 'review')).slice(0, 2)).toEqual([
      'Para todos, pronto',
      'Por su nombre, pronto',
    ]);
    for (const client of [as.author, as.publisher, as.reader])
      expect(await titles(client, 'review')).toEqual([]);

    const pages: PendingItem[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await as.other.ok('pendingDecisions', {
        query: { section: 'review', limit: '2', ...(cursor ? { cursor } : {}) },
      });
      pages.push(...page.items);
      cursor = page.nextCursor ?? undefined;
      more = cursor !== undefined;
    }
    expect(pages.map(({ _id }) => _id)).toEqual(items.map(({ _id }) => _id));
    const foreign = await as.other.call('pendingDecisions', {
      query: {
        section: 'publish',
        cursor: Buffer.from('{"s":"review","v":"0","r":"x"}').toString('base64url'),
      },
    });
    expect(foreign.status).toBe(400);
    const dashboard = await as.other.ok('dashboard');
    expect(dashboard.toReview.count).toBe(5);
    expect(dashboard.toReview.items[0]?.title).toBe('Para todos, pronto');
  });

  it('ends when its version is decided, or another one takes its place', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library, { title: 'Plan de obra' });
    const ask = (id: string) =>
      as.author.ok('reviewRequest', { body: { record, version: id, to: [people.other.id] } });
    const open = async (client: TestClient) =>
      (await client.ok('requestsByRecord', { params: { id: record } })).map(({ kind, to }) => [
        kind,
        to.map(({ _id }) => _id),
      ]);
    await ask(version._id);
    expect(await open(as.author)).toEqual([['review', [people.other.id]]]);
    const next = await addVersion(server(), as.author, record, version._id);
    expect(await titles(as.other, 'review')).toEqual([]);
    expect(await open(as.author)).toEqual([]);

    await ask(next._id);
    expect(await titles(as.other, 'review')).toEqual(['Plan de obra']);
    await lead(as, record, STATE.rejected);
    expect(await titles(as.other, 'review')).toEqual([]);
    expect(await titles(as.author, 'mine')).toEqual(['Plan de obra']);
    // What was never answered does not come back with a version of the same state.
    await lead(as, record, STATE.pendingReview);
    expect((await pending(as.other, 'review')).items.map(({ request }) => request?.named)).toEqual([false]);
  });

  it('is seen by who may see it, and no longer', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library, { title: 'Reservado' });
    await as.author.ok('reviewRequest', { body: { record, version: version._id, to: [people.other.id] } });
    await server()
      .database.db.updateTable('group_members')
      .set({ roles: [] })
      .where('user_id', '=', people.other.id)
      .execute();
    expect(await titles(as.other, 'review')).toEqual([]);
    expect((await as.other.call('requestsByRecord', { params: { id: record } })).status).toBe(404);
    await lead(as, record, STATE.approved, STATE.published);
    expect(await as.reader.ok('requestsByRecord', { params: { id: record } })).toEqual([]);
    await as.reviewer.ok('recordDelete', { params: { id: record } }).catch(() => undefined);
  });

  it('is a publication too: asked for by who reviews, of who publishes, with a message and a day', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library, { title: 'Política' });
    const body = { record, version: version._id, message: 'Antes del directorio', dueOn: '2026-12-01' };
    expect((await as.reviewer.call('publicationRequest', { body })).body.error?.code).toBe('transition');
    await lead(as, record, STATE.pendingReview, STATE.approved);
    expect((await as.author.call('publicationRequest', { body })).status).toBe(403);
    expect(await as.reviewer.ok('publicationRequest', { body })).toEqual({ state: 6, notified: 1 });
    const [told] = (await as.publisher.ok('notificationsPending')).filter(
      ({ type }) => type === 'RECORD.PUBLICATION.REQUEST',
    );
    expect(told).toMatchObject({ comment: 'Antes del directorio', dueOn: '2026-12-01', refId: record });
    await expect.poll(() => mailsOf(server(), people.publisher.email)).toHaveLength(1);
    const [mail] = await mailsOf(server(), people.publisher.email);
    expect(readable(mail?.raw ?? '')).toContain('te pidió publicar «Política»');
    expect(readable(mail?.raw ?? '')).toContain('Fecha límite: 1 dic 2026.');
    const { items } = await pending(as.publisher, 'publish');
    expect(items.map(({ title, request }) => [title, request?.message])).toEqual([
      ['Política', 'Antes del directorio'],
    ]);
    await lead(as, record, STATE.published);
    expect(await titles(as.publisher, 'publish')).toEqual([]);
  });

  it('is what was approved too, without being asked for, as long as it is approved; its state stays', async () => {
    const { organization, library, as } = await company(server());
    const elsewhere = await server().make.library(organization);
    const stranger = await server().make.person(organization, { libraries: [[elsewhere, ['publish']]] });
    const outside = await server().signIn(stranger.email);
    const approved = async (title: string, scope: 'internal' | 'confidential' = 'internal') => {
      const made = await makeDocument(server(), as.author, library, { title, scope });
      await lead(as, made.record, STATE.pendingReview, STATE.approved);
      return { record: made.record, version: made.version._id };
    };
    const stateOf = async ({ record }: { record: string }) =>
      (await as.publisher.ok('recordById', { params: { id: record } })).state;
    const sent = await approved('Publicado');
    const taken = await approved('Devuelto');
    const changed = await approved('Con otra versión', 'confidential');
    const refused = await approved('Rechazado después');

    const { items, total } = await pending(as.publisher, 'publish');
    expect(items.map(({ title, state, request }) => [title, state, request])).toEqual([
      ['Publicado', STATE.approved, null],
      ['Devuelto', STATE.approved, null],
      ['Con otra versión', STATE.approved, null],
      ['Rechazado después', STATE.approved, null],
    ]);
    expect(total).toEqual({ count: 4, more: false });
    expect((await as.publisher.ok('dashboard')).toPublish.count).toBe(4);
    expect(await typesOf(as.publisher)).toEqual([]);
    for (const client of [as.author, as.reviewer, as.other, as.reader, outside])
      expect(await titles(client, 'publish')).toEqual([]);

    await lead(as, sent.record, STATE.published);
    await lead(as, taken.record, STATE.draft);
    await addVersion(server(), as.author, changed.record, changed.version);
    expect(await titles(as.publisher, 'publish')).toEqual(['Rechazado después']);
    expect(await stateOf(refused)).toBe(STATE.approved);
    // Asked for, it is still one document that waits.
    const body = { ...refused, message: 'Urge' };
    await as.reviewer.ok('publicationRequest', { body });
    expect((await pending(as.publisher, 'publish')).items.map(({ request }) => request?.message)).toEqual([
      'Urge',
    ]);
    await lead(as, refused.record, STATE.rejected);
    expect(await titles(as.publisher, 'publish')).toEqual([]);
  });

  it('is nothing in an archived library, where nobody can decide', async () => {
    const { organization, library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library, { title: 'Acta de obra' });
    await as.author.ok('reviewRequest', { body: { record, version: version._id, to: [people.other.id] } });
    const made = await makeDocument(server(), as.author, library, { title: 'Plan de obra' });
    await lead(as, made.record, STATE.pendingReview, STATE.approved);
    await makeDocument(server(), as.author, library, { title: 'Borrador' });
    expect(await titles(as.other, 'review')).toEqual(['Acta de obra']);
    expect(await titles(as.publisher, 'publish')).toEqual(['Plan de obra']);
    expect(await titles(as.author, 'mine')).toEqual(['Borrador']);
    const admin = await server().make.person(organization, { isAdmin: true });
    await (await server().signIn(admin.email)).ok('groupArchive', { params: { id: library.id } });
    expect(await titles(as.other, 'review')).toEqual([]);
    expect(await titles(as.publisher, 'publish')).toEqual([]);
    expect(await titles(as.author, 'mine')).toEqual([]);
  });

  it('is told to who publishes, also where the state alone was chosen', async () => {
    const { library, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    await lead(as, record, STATE.pendingReview, STATE.approved, STATE.pendingPublication);
    expect(await typesOf(as.publisher)).toEqual(['RECORD.PUBLICATION.REQUEST']);
  });

  it('is decided for many at once, a result each, and nothing is left waiting', async () => {
    const { library, people, as } = await company(server());
    const made = [];
    for (const title of ['Uno de tres', 'Dos de tres', 'Tres de tres']) {
      const { record, version } = await makeDocument(server(), as.author, library, { title });
      const to = [people.reviewer.id];
      await as.author.ok('reviewRequest', { body: { record, version: version._id, to } });
      made.push(record);
    }
    await lead(as, made[2] ?? '', STATE.approved);
    const items = await seenBy(as.reviewer, made);
    const { results } = await as.reviewer.ok('batchState', {
      body: { items, state: STATE.rejected, comment: 'Falta la firma' },
    });
    expect(results.map(({ ok, error }) => error?.code ?? ok)).toEqual([true, true, 'transition']);
    expect(await titles(as.reviewer, 'review')).toEqual([]);
    expect((await titles(as.author, 'mine')).sort()).toEqual(['Dos de tres', 'Uno de tres']);
    const reviews = await as.author.ok('reviewsByRecord', { params: { id: made[0] ?? '' } });
    expect(reviews.at(-1)?.comment).toBe('Falta la firma');
  });
});

describe('a request and a decision at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('leave nothing that waits for a decision that was made', async () => {
    const { library, people, as } = await company(server());
    const meet = async (order: readonly ('ask' | 'decide')[], before: readonly 'ask'[] = []) => {
      const { record, version } = await makeDocument(server(), as.author, library);
      await lead(as, record, STATE.pendingReview);
      const body = { record, version: version._id };
      const deeds = {
        ask: () => as.author.call('reviewRequest', { body: { ...body, to: [people.other.id] } }),
        decide: () => as.reviewer.call('reviewCreate', { body: { ...body, state: STATE.approved } }),
      };
      for (const each of before) expect((await deeds[each]()).status).toBe(200);
      const answers = await oneAfterTheOther<{ status: number }>(
        server(),
        { library: library.id },
        order.map((each) => deeds[each]),
      );
      const open = await as.author.ok('requestsByRecord', { params: { id: record } });
      return [...answers.map(({ status }) => status), open.length];
    };
    expect(await meet(['ask', 'decide'])).toEqual([200, 201, 0]);
    // Whoever asks after it asks about what is approved, and says so to somebody who can look again.
    expect(await meet(['decide', 'ask'])).toEqual([201, 200, 1]);
    // Two decide: one does, and what was asked is answered once.
    expect(await meet(['decide', 'decide'], ['ask'])).toEqual([201, 409, 0]);
  });

  it('of two publishers of what was approved publish it once, and it waits for neither', async () => {
    const { organization, library, as } = await company(server());
    const second = await server().make.person(organization, { libraries: [[library, ['publish']]] });
    const publishers = [as.publisher, await server().signIn(second.email)];
    const { record, version } = await makeDocument(server(), as.author, library, { title: 'Plan de obra' });
    await lead(as, record, STATE.pendingReview, STATE.approved);
    for (const client of publishers) expect(await titles(client, 'publish')).toEqual(['Plan de obra']);
    const body = { record, version: version._id, state: STATE.published };
    const answers = await oneAfterTheOther(
      server(),
      { library: library.id },
      publishers.map((client) => () => client.call('reviewCreate', { body })),
    );
    expect(answers.map(({ status, body: { error } }) => [status, error?.code])).toEqual([
      [201, undefined],
      [409, 'state_changed'],
    ]);
    for (const client of publishers) expect(await titles(client, 'publish')).toEqual([]);
    const reviews = await as.publisher.ok('reviewsByRecord', { params: { id: record } });
    expect(reviews.filter(({ to }) => to === STATE.published)).toHaveLength(1);
  });
});

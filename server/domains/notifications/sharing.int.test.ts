import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { SHARE_MAX, SHARES_PER_HOUR } from '#shared/platform/limits.ts';
import { company, lead } from '../../testing/companies/company.ts';
import { makeDocument } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';

describe.each(['pglite', 'postgres'] as const)('a document that is shared on %s', (engine) => {
  const server = useTestServer({ engine });
  const people = async (client: TestClient, id: string) =>
    (await client.ok('recordPeople', { params: { id } })).map(({ user, face }) => [user._id, face]);
  const shared = async (client: TestClient) =>
    (await client.ok('notificationsPending')).filter(({ type }) => type === 'RECORD.SHARED');

  it('is told to those who are named, with what its sender says, by mail too', async () => {
    const { library, people: who, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const params = { id: record };
    const body = { to: [who.reviewer.id, who.publisher.id, who.author.id], message: 'Mira la cláusula 4' };
    expect(await as.author.ok('recordShare', { params, body })).toEqual({ notified: 2 });
    const [told] = await shared(as.reviewer);
    expect(told).toMatchObject({
      refId: record,
      comment: 'Mira la cláusula 4',
      from: { _id: who.author.id },
    });
    expect(await shared(as.author)).toEqual([]);
    await expect
      .poll(async () => (await mailsOf(server(), who.publisher.email)).map(({ raw }) => readable(raw)).join())
      .toMatch(/compartió contigo[\s\S]*Mira la cláusula 4/);
    const trail = await as.author.ok('recordActivity', { params });
    expect(JSON.stringify(trail)).not.toContain('cláusula');
  });

  it('goes only to people who see it, and gives nobody a right', async () => {
    const { library, people: who, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const params = { id: record };
    const to = [who.reviewer.id, who.reader.id];
    const refused = await as.author.call('recordShare', { params, body: { to } });
    expect(refused.status).toBe(400);
    expect(await shared(as.reviewer)).toEqual([]);
    expect((await as.reader.call('recordShare', { params, body: { to } })).status).toBe(404);
    expect((await as.reader.call('recordPeople', { params })).status).toBe(404);

    await lead(as, record, STATE.pendingReview, STATE.approved, STATE.published);
    expect(await as.author.ok('recordShare', { params, body: { to } })).toEqual({ notified: 2 });
    expect(await shared(as.reader)).toHaveLength(1);
    // A reader may show it on.
    const on = { to: [who.publisher.id], message: '' };
    expect(await as.reader.ok('recordShare', { params, body: on })).toEqual({ notified: 1 });
  });

  it('is told to three hundred people an hour, and then to nobody', async () => {
    const { organization, library, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const members = await Promise.all(
      Array.from({ length: SHARE_MAX }, () =>
        server().make.person(organization, { libraries: [[library, ['review']]] }),
      ),
    );
    const params = { id: record };
    const share = (to: readonly string[]) =>
      as.author.call('recordShare', { params, body: { to: [...to], message: '' } });
    const all = members.map(({ id }) => id);
    for (let told = 0; told < SHARES_PER_HOUR; told += SHARE_MAX) expect((await share(all)).status).toBe(201);
    const refused = await share(all.slice(0, 1));
    expect(refused.status).toBe(429);
    expect(JSON.stringify(refused.body)).toContain('Compartiste con muchas personas');
    // Others share as before.
    const body = { to: all.slice(0, 1), message: '' };
    expect((await as.reviewer.call('recordShare', { params, body })).status).toBe(201);
  });

  it('is told once while the same is unread, and again with other words or once it was dismissed', async () => {
    const { library, people: who, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const share = (client: TestClient, message: string, ...to: string[]) =>
      client.ok('recordShare', { params: { id: record }, body: { to, message } });
    const told = async (client: TestClient) => (await shared(client)).map(({ comment }) => comment).reverse();
    const { reviewer, publisher } = who;
    await share(as.author, 'Mira el anexo', reviewer.id);
    // Who was told already is counted: they know of it, and the sender reads so.
    expect(await share(as.author, 'Mira el anexo', reviewer.id, publisher.id)).toEqual({ notified: 2 });
    expect(await share(as.author, '', reviewer.id)).toEqual({ notified: 1 });
    expect(await told(as.reviewer)).toEqual(['Mira el anexo']);
    expect(await told(as.publisher)).toEqual(['Mira el anexo']);

    await share(as.author, 'Y la cláusula 4', reviewer.id);
    await share(as.other, 'Mira el anexo', reviewer.id);
    expect(await told(as.reviewer)).toEqual(['Mira el anexo', 'Y la cláusula 4', 'Mira el anexo']);

    await as.reviewer.ok('notificationDismiss', { body: { type: 'RECORD.SHARED' } });
    await share(as.author, 'Mira el anexo', reviewer.id);
    expect(await told(as.reviewer)).toEqual(['Mira el anexo']);

    // What nobody looked at for a day is worth telling again.
    await server()
      .database.db.updateTable('notifications')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('user_id', '=', reviewer.id)
      .execute();
    await share(as.author, 'Mira el anexo', reviewer.id);
    expect(await told(as.reviewer)).toEqual(['Mira el anexo', 'Mira el anexo']);
    const trail = await server()
      .database.db.selectFrom('audit_events')
      .select('after')
      .where('action', '=', 'record.share')
      .where('target_id', '=', record)
      .orderBy('at')
      .execute();
    expect(trail).toHaveLength(6);
    expect(trail[1]?.after).toEqual({ to: [publisher.id] });
  });

  it('lists who sees it, with the copy that they see', async () => {
    const { library, people: who, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const seeing = await people(as.author, record);
    expect(seeing).toContainEqual([who.reviewer.id, 'working']);
    expect(seeing.map(([id]) => id)).not.toContain(who.reader.id);
    await lead(as, record, STATE.pendingReview, STATE.approved, STATE.published);
    expect(await people(as.reader, record)).toContainEqual([who.reader.id, 'published']);
  });

  it('shows somebody from another library its authors only', async () => {
    const { make, signIn } = server();
    const { library, organization, people: who, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    await as.author.ok('recordUpdate', {
      params: { id: record },
      body: { rev: (await as.author.ok('recordById', { params: { id: record } })).rev, scope: 'public' },
    });
    await lead(as, record, STATE.pendingReview, STATE.approved, STATE.published);
    const elsewhere = await make.library(organization);
    const guest = await signIn((await make.person(organization, { libraries: [[elsewhere, []]] })).email);
    expect(await people(guest, record)).toEqual([[who.author.id, 'working']]);
  });

  // The embedded database has one connection, and so no race.
  if (engine === 'pglite') return;

  it('is told once by two calls at once', async () => {
    const { library, people: who, as } = await company(server());
    const { record } = await makeDocument(server(), as.author, library);
    const body = { to: [who.reviewer.id], message: 'Mira la cláusula 4' };
    const twice = [1, 2].map(() => () => as.author.ok('recordShare', { params: { id: record }, body }));
    const answers = await oneAfterTheOther(server(), { user: who.author.id }, twice);
    expect(answers).toEqual([{ notified: 1 }, { notified: 1 }]);
    expect(await shared(as.reviewer)).toHaveLength(1);
    const mails = async () =>
      (await mailsOf(server(), who.reviewer.email)).filter(({ raw }) =>
        readable(raw).includes('compartió contigo'),
      );
    await expect.poll(mails).not.toEqual([]);
    const queued = await server()
      .database.db.selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute();
    const toReviewer = queued.filter(({ payload }) => JSON.stringify(payload).includes(who.reviewer.email));
    expect(toReviewer).toHaveLength(1);
  });
});

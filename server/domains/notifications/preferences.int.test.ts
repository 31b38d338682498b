import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { NoticeChoice, NotificationType } from '#shared/notifications/notification-types.ts';
import { openMailer } from '../../platform/mail/open-mailer.ts';
import type { MailMessage } from '../../platform/outbox/outbox-messages.ts';
import { company, lead, requestOf, typesOf } from '../../testing/companies/company.ts';
import { toDigest } from '../../testing/digests.ts';
import { makeDocument } from '../../testing/documents.ts';
import { type TestClient, type TestServer, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { createMailSender } from './mails/mail-sender.ts';

const choose = (client: TestClient, type: NotificationType, choice: NoticeChoice) =>
  client.ok('preferencesPut', { body: { choices: [{ type, choice }] } });

/** Nothing is due and nothing is at hand. */
const settled = (server: TestServer) =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select id from outbox where done_at is null
          and (available_at <= ${server.running.services.deps.now()} or attempts > 0)
      `.execute(server.database.db);
      return rows.length;
    })
    .toBe(0);

/** The link at the end of a mail, as its token. */
const tokenIn = (raw: string): string => /\/unsubscribe\/([\w.-]+)/.exec(readable(raw))?.[1] ?? '';

describe.each(['pglite', 'postgres'] as const)('preferences on %s', (engine) => {
  const server = useTestServer({ engine });

  it('have a default for each type, and are one’s own', async () => {
    const { people, as } = await company(server());
    const { email, choices } = await as.author.ok('preferences');
    expect(email).toBe(people.author.email);
    expect(Object.fromEntries(choices.map(({ type, choice }) => [type, choice]))).toMatchObject({
      'RECORD.CREATED': 'app',
      'RECORD.REVIEW.REQUEST': 'mail',
      'RECORD.REMINDER': 'mail',
    });
    await choose(as.author, 'RECORD.CREATED', 'daily');
    await choose(as.author, 'RECORD.CREATED', 'none');
    const mine = await as.author.ok('preferences');
    expect(mine.choices.find(({ type }) => type === 'RECORD.CREATED')?.choice).toBe('none');
    expect((await as.other.ok('preferences')).choices).toEqual(choices);
    const twice = {
      choices: [1, 2].map(() => ({ type: 'RECORD.CREATED' as const, choice: 'app' as const })),
    };
    expect((await as.author.call('preferencesPut', { body: twice })).status).toBe(400);
  });

  it('decide how each is told: in the app alone, by mail at once too, or not at all', async () => {
    const { library, people, as } = await company(server());
    await choose(as.author, 'RECORD.REVIEWED', 'mail');
    await choose(as.other, 'RECORD.CREATED', 'none');
    await choose(as.other, 'RECORD.REVIEW.REQUEST', 'app');
    const { record } = await makeDocument(server(), as.author, library, { title: 'Plan de izaje' });
    expect(await typesOf(as.other)).toEqual([]);
    expect(await typesOf(as.reviewer)).toEqual(['RECORD.CREATED']);
    await lead(as, record, STATE.approved);
    const made = await as.author.ok('notificationCreate', { body: requestOf(people, record) });
    await as.author.ok('mailReview', { body: made });
    await settled(server());
    expect(await typesOf(as.other)).toEqual(['RECORD.REVIEW.REQUEST']);
    expect(await mailsOf(server(), people.other.email)).toEqual([]);
    const [mail, ...more] = await mailsOf(server(), people.author.email);
    expect(more).toEqual([]);
    expect(readable(mail?.raw ?? '')).toContain('aprobó «Plan de izaje»');
  });

  it('gather a day into one mail by document, once, whatever is restarted', async () => {
    const { library, people, as } = await company(server());
    await choose(as.other, 'RECORD.CREATED', 'daily');
    await choose(as.other, 'RECORD.REVIEW.REQUEST', 'daily');
    const one = await makeDocument(server(), as.author, library, { title: 'Plan de izaje' });
    const two = await makeDocument(server(), as.author, library, { title: 'Acta de visita' });
    const three = await makeDocument(server(), as.author, library, { title: 'Informe retirado' });
    const { version } = one;
    await as.author.ok('reviewRequest', {
      body: { record: one.record, version: version._id, to: [people.other.id], message: 'Antes del lunes' },
    });
    const dismissed = (await as.other.ok('notificationsPending')).find(({ refId }) => refId === two.record);
    await as.other.ok('notificationDismiss', { body: { _id: dismissed?._id } });
    await as.author.ok('recordDelete', { params: { id: three.record } });
    await settled(server());
    expect(await mailsOf(server(), people.other.email)).toEqual([]);

    await server().running.stop();
    toDigest(server());
    await server().restart();
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(1);
    await server().restart();
    await settled(server());
    const [mail, ...more] = await mailsOf(server(), people.other.email);
    expect(more).toEqual([]);
    const text = readable(mail?.raw ?? '');
    expect(text).toMatch(/^Subject: .*resumen/im);
    expect(text).toContain('Plan de izaje (');
    expect(text).toContain('> Antes del lunes');
    // What was dismissed is known, and what was deleted is not to be seen.
    expect(text).not.toContain('Acta de visita');
    expect(text).not.toContain('Informe retirado');

    // The next day has nothing new: no mail.
    toDigest(server());
    await settled(server());
    expect(await mailsOf(server(), people.other.email)).toHaveLength(1);
  });

  it('hold for what waits: who gave the digest up before it goes out gets none', async () => {
    const { library, people, as } = await company(server());
    await choose(as.other, 'RECORD.CREATED', 'daily');
    await makeDocument(server(), as.author, library);
    await choose(as.other, 'RECORD.CREATED', 'app');
    toDigest(server());
    await settled(server());
    expect(await mailsOf(server(), people.other.email)).toEqual([]);
  });

  it('end by the link of a mail, which asks first, works without a session, and leads back', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    const ask = () =>
      as.author.ok('reviewRequest', { body: { record, version: version._id, to: [people.other.id] } });
    await ask();
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(1);
    const raw = (await mailsOf(server(), people.other.email))[0]?.raw ?? '';
    const token = tokenIn(raw);
    const head = readable(raw.replace(/\n[ \t]+/g, ' '));
    expect(head).toContain(`List-Unsubscribe: <${server().url}/api/events/unsubscribe/${token}>`);
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    // As in the app: where the document waits for this person.
    expect(readable(raw)).toContain(`${server().url}/records/view/${record}?panel=review`);

    // A scanner follows it by GET: nothing changes.
    const nobody = server().anyone;
    const path = `/events/unsubscribe/${token}`;
    const scanned = await nobody.fetch(path, { redirect: 'manual' });
    expect([scanned.status, scanned.headers.get('location')]).toEqual([
      303,
      `${server().url}/unsubscribe/${token}`,
    ]);
    const asked = await nobody.ok('mailChoices', { params: { token } });
    expect(asked.choices).toEqual([{ type: 'RECORD.REVIEW.REQUEST', choice: 'mail' }]);
    expect(asked.email).not.toBe(people.other.email);

    // As a mail program's own button posts it.
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await nobody.fetch(path, {
      method: 'POST',
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    });
    expect(posted.status).toBe(200);
    await ask();
    await settled(server());
    expect(await mailsOf(server(), people.other.email)).toHaveLength(1);
    expect((await typesOf(as.other)).filter((type) => type === 'RECORD.REVIEW.REQUEST')).toHaveLength(2);

    const back = { choices: [{ type: 'RECORD.REVIEW.REQUEST' as const, choice: 'mail' as const }] };
    await nobody.ok('mailChoicesPut', { params: { token }, body: back });
    await ask();
    await expect.poll(() => mailsOf(server(), people.other.email)).toHaveLength(2);

    // It is about its own types, and about mails: nothing else changes by it, and no other link does.
    const other = { choices: [{ type: 'RECORD.REMINDER' as const, choice: 'app' as const }] };
    expect((await nobody.call('mailChoicesPut', { params: { token }, body: other })).status).toBe(400);
    const none = { choices: [{ type: 'RECORD.REVIEW.REQUEST', choice: 'none' }] };
    expect((await nobody.call('mailChoicesPut', { params: { token }, body: none as never })).status).toBe(
      400,
    );
    for (const forged of [`${token.slice(0, -3)}abc`, 'a.b.c', people.other.id]) {
      const method = { method: 'POST', headers: form };
      expect((await nobody.fetch(`/events/unsubscribe/${forged}`, method)).status).toBe(404);
    }
    await server()
      .database.db.updateTable('users')
      .set({ enabled: false })
      .where('id', '=', people.other.id)
      .execute();
    expect((await nobody.call('mailChoices', { params: { token } })).status).toBe(404);
  });

  it('do not reach what lets one sign in', async () => {
    const { people } = await company(server());
    await server().anyone.ok('forgotPassword', { body: { email: people.author.email } });
    await expect.poll(() => mailsOf(server(), people.author.email)).toHaveLength(1);
    const raw = (await mailsOf(server(), people.author.email))[0]?.raw ?? '';
    expect(raw).not.toMatch(/^List-Unsubscribe/m);
    expect(readable(raw)).toContain('no se pueden desactivar');
  });
});

describe('a digest that is queued and sent by several at once', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('is one, though many changes come to it at the same moment', async () => {
    const { library, people, as } = await company(server());
    await choose(as.other, 'RECORD.CREATED', 'daily');
    await Promise.all(Array.from({ length: 8 }, () => makeDocument(server(), as.author, library)));
    const queued = () =>
      sql<{ id: number; organization: string; mail: MailMessage }>`
        select id, organization, payload -> 'mail' as mail from outbox where key like ${`daily:${people.other.id}:%`}
      `.execute(server().database.db);
    const [row, ...more] = (await queued()).rows;
    expect(more).toEqual([]);
    if (!row) throw new Error('no digest was queued');
    const { deps, identity } = server().running.services;
    const mailer = await openMailer(deps.config);
    const sender = () => createMailSender(deps, mailer, identity.noticeLinks);
    const claimed = { ...row, attempts: 1, message: { kind: 'mail' as const, mail: row.mail } };
    // Two workers that both hold it, as after a lease that ran out while the first was still at it.
    await Promise.all([
      sender().send(claimed, row.mail, [claimed]),
      sender().send(claimed, row.mail, [claimed]),
    ]);
    mailer.close();
    const [mail, ...others] = await mailsOf(server(), people.other.email);
    expect(others).toEqual([]);
    expect(readable(mail?.raw ?? '')).toContain('8 notificaciones sobre 8 documentos');
    toDigest(server());
    await settled(server());
    expect(await mailsOf(server(), people.other.email)).toHaveLength(1);
  });
});

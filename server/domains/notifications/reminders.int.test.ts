import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REMINDERS_MAX } from '#shared/platform/limits.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import { newId } from '../../platform/ids.ts';
import { company, typesOf } from '../../testing/companies/company.ts';
import { makeDocument } from '../../testing/documents.ts';
import { type TestClient, type TestServer, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { behindLock, oneAfterTheOther } from '../../testing/races/races.ts';
import { openSocket } from '../../testing/realtime.ts';
import { remind } from './reminders.job.ts';

/** A moment by the server's own clock. */
const inSeconds = (server: TestServer, seconds: number): string =>
  new Date(server.running.services.deps.now().getTime() + seconds * 1000).toISOString();

const reminders = async (client: TestClient) =>
  (await client.ok('notificationsPending')).filter(({ type }) => type === 'RECORD.REMINDER');

/** Everything that the outbox has to do by now is done. */
const settled = (server: TestServer) =>
  expect
    .poll(
      async () =>
        (
          await server.database.db
            .selectFrom('outbox')
            .select('id')
            .where('done_at', 'is', null)
            // What is being done is out of others' reach for a while.
            .where((where) =>
              where.or([
                where('available_at', '<=', server.running.services.deps.now()),
                where('attempts', '>', 0),
              ]),
            )
            .execute()
        ).length,
    )
    .toBe(0);

describe.each(['pglite', 'postgres'] as const)('reminders on %s', (engine) => {
  const server = useTestServer({ engine });

  it('stay hidden until their moment, and then come once: in the app, over the socket, by mail', async () => {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.reviewer, library, { title: 'Plan de izaje' });
    const socket = await openSocket(server().url, as.author.token);
    onTestFinished(() => socket.close());
    await socket.subscribe(userChannel(people.author.id));
    const notifyAt = inSeconds(server(), 1800);
    const body = { record, notifyAt, text: 'Llamar al inspector' };
    const made = await as.author.ok('reminderCreate', { body });
    expect(made).toMatchObject({
      record: { _id: record, title: 'Plan de izaje', group: { _id: library.id } },
      notifyAt,
      text: 'Llamar al inspector',
      to: [{ _id: people.author.id }],
    });
    expect(await as.author.ok('reminders')).toEqual([made]);
    expect(await reminders(as.author)).toEqual([]);
    await settled(server());
    expect(await mailsOf(server(), people.author.email)).toEqual([]);

    server().advance(1801);
    await expect.poll(() => mailsOf(server(), people.author.email)).toHaveLength(1);
    await server().restart();
    await settled(server());
    const [told, ...more] = await reminders(as.author);
    expect(more).toEqual([]);
    expect(told).toMatchObject({ comment: 'Llamar al inspector', hidden: false });
    expect(await as.author.ok('reminders')).toEqual([]);
    const [mail, ...others] = await mailsOf(server(), people.author.email);
    expect(others).toEqual([]);
    expect(readable(mail?.raw ?? '')).toContain('Pediste que te recordáramos «Plan de izaje»');
    const heard = socket.frames.flatMap((frame) =>
      frame.frame === 'message' && frame.message.type === 'notification.created' ? [frame.message.data] : [],
    );
    expect(heard).toEqual([{ notificationId: told?._id }]);
  });

  it('come after a restart where the server was down at their moment', async () => {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.reviewer, library);
    await as.author.ok('reminderCreate', { body: { record, notifyAt: inSeconds(server(), 600) } });
    await server().running.stop();
    server().advance(1200);
    await server().restart();
    await expect.poll(() => mailsOf(server(), people.author.email)).toHaveLength(1);
    expect(await reminders(as.author)).toHaveLength(1);
    await server().restart();
    await settled(server());
    expect(await mailsOf(server(), people.author.email)).toHaveLength(1);
  });

  it('are judged again at their moment: nobody hears of what they may no longer see', async () => {
    const { organization, library, people, as } = await company(server());
    const { db } = server().database;
    const gone = await makeDocument(server(), as.reviewer, library);
    const kept = await makeDocument(server(), as.reviewer, library);
    const notifyAt = inSeconds(server(), 600);
    const to = [people.author.id, people.other.id];
    for (const { record } of [gone, kept]) {
      await as.reviewer.ok('reminderCreate', { body: { record, notifyAt, to } });
    }
    await as.reviewer.ok('recordDelete', { params: { id: gone.record } });
    await db.updateTable('group_members').set({ roles: [] }).where('user_id', '=', people.other.id).execute();
    await db.deleteFrom('outbox').where('kind', '=', 'mail').execute();
    server().advance(601);
    await expect.poll(() => mailsOf(server(), people.author.email)).toHaveLength(1);
    await settled(server());
    expect((await reminders(as.author)).map(({ refId }) => refId)).toEqual([kept.record]);
    expect(await reminders(as.other)).toEqual([]);
    expect(
      (await mailsOf(server(), people.other.email)).filter(({ raw }) => /Recordatorio/.test(raw)),
    ).toEqual([]);
    // What was dropped stays so: the document comes back, its moment does not.
    const boss = await server().make.person(organization, { isAdmin: true, libraries: [[library, []]] });
    const admin = await server().signIn(boss.email);
    await admin.ok('binRestore', { body: { record: gone.record } });
    expect((await reminders(as.author)).map(({ refId }) => refId)).toEqual([kept.record]);
  });

  it('are cancelled by who made them, as long as nobody was reminded', async () => {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.reviewer, library);
    const notifyAt = inSeconds(server(), 600);
    const body = { record, notifyAt, to: [people.author.id, people.reviewer.id] };
    const { _id: id } = await as.reviewer.ok('reminderCreate', { body });
    expect((await as.author.call('reminderDelete', { params: { id } })).status).toBe(404);
    await as.reviewer.ok('reminderDelete', { params: { id } });
    expect(await as.reviewer.ok('reminders')).toEqual([]);
    expect((await as.reviewer.call('reminderDelete', { params: { id } })).status).toBe(404);
    const { _id: later } = await as.reviewer.ok('reminderCreate', { body });
    server().advance(601);
    await expect.poll(async () => (await reminders(as.author)).length).toBe(1);
    await settled(server());
    expect((await as.reviewer.call('reminderDelete', { params: { id: later } })).body.error?.code).toBe(
      'reminder_sent',
    );
    expect(await mailsOf(server(), people.author.email)).toHaveLength(1);
  });

  it('refuse a moment that has passed, people who see nothing, and readers who write to others', async () => {
    const { organization, library, people, as } = await company(server());
    const { id: record } = await server().make.record(library, people.author, { published: true });
    const outsider = await server().make.person(organization);
    const create = (client: TestClient, more: object) =>
      client.call('reminderCreate', { body: { record, notifyAt: inSeconds(server(), 600), ...more } });
    const past = await create(as.author, { notifyAt: inSeconds(server(), -60) });
    expect([past.status, past.body.error?.details]).toEqual([
      400,
      { notifyAt: 'Elige un momento que todavía no haya pasado.' },
    ]);
    expect((await create(as.author, { notifyAt: inSeconds(server(), 6 * 365 * 86_400) })).status).toBe(400);
    expect((await create(as.author, { to: [outsider.id] })).body.error?.details).toHaveProperty('to');
    expect((await create(as.reader, { to: [people.author.id] })).status).toBe(403);
    expect((await create(as.reader, {})).status).toBe(201);
    expect((await create(as.author, { text: 'a'.repeat(201) })).status).toBe(400);
  });

  it('wait in a number that one can oversee, also where two are made at the same moment', async () => {
    const { library, people, as } = await company(server());
    const { id: record } = await server().make.record(library, people.author);
    const notifyAt = inSeconds(server(), 600);
    await server()
      .database.db.insertInto('notifications')
      .values(
        Array.from({ length: REMINDERS_MAX - 1 }, () => ({
          ...{ id: newId(), series: newId(), organization: library.organization },
          ...{ user_id: people.author.id, from_user: people.author.id, type: 'RECORD.REMINDER', state: -1 },
          ...{
            record_id: record,
            version_id: null,
            notify_at: notifyAt,
            dismissed_at: null,
            mailed_at: null,
          },
        })),
      )
      .execute();
    const create = () => as.author.call('reminderCreate', { body: { record, notifyAt } });
    const answers =
      engine === 'postgres'
        ? await oneAfterTheOther(server(), { user: people.author.id }, [create, create])
        : [await create(), await create()];
    expect(answers.map(({ status, body }) => body.error?.code ?? status)).toEqual([201, 'reminder_limit']);
  });
});

describe('a reminder that two would deliver, or one cancels meanwhile', () => {
  const server = useTestServer({ engine: 'postgres' });

  /** A reminder, and two connections' worth of what may happen to it, in this order. */
  async function meet(...order: ('deliver' | 'cancel')[]) {
    const { library, people, as } = await company(server());
    const { record } = await makeDocument(server(), as.reviewer, library);
    const body = { record, notifyAt: inSeconds(server(), 600), text: 'Uno' };
    const { _id: series } = await as.author.ok('reminderCreate', { body });
    const { db } = server().database;
    const { id } = await db
      .selectFrom('notifications')
      .select('id')
      .where('series', '=', series)
      .executeTakeFirstOrThrow();
    const row = await db
      .selectFrom('outbox')
      .select(['id', 'organization'])
      .where('key', '=', `reminder:${id}`)
      .executeTakeFirstOrThrow();
    const deeds = {
      deliver: async () => remind(server().running.services.deps, row, id).then(() => 'delivered'),
      cancel: async () =>
        as.author
          .call('reminderDelete', { params: { id: series } })
          .then(({ status, body: answer }) => answer.error?.code ?? String(status)),
    };
    const answers = await behindLock(server(), { user: newId() }, async (queue, holder) => {
      await holder.query('select 1 from notifications where id = $1 for update', [id]);
      const waiting = [];
      for (const deed of order) waiting.push(await queue.join(deeds[deed]));
      return waiting;
    });
    const said = await Promise.all(answers.map((answer) => answer()));
    await settled(server());
    const hints = await db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'notification.created')
      .where(sql<string>`payload ->> 'notification'`, '=', id)
      .execute();
    server().advance(601);
    const shown = (await typesOf(as.author)).filter((type) => type === 'RECORD.REMINDER').length;
    return { said, hints: hints.length, shown, mails: (await mailsOf(server(), people.author.email)).length };
  }

  it('reminds once', async () => {
    expect(await meet('deliver', 'deliver')).toEqual({
      said: ['delivered', 'delivered'],
      hints: 1,
      shown: 1,
      mails: 1,
    });
  });

  it('is cancelled or delivered, never both', async () => {
    expect(await meet('cancel', 'deliver')).toEqual({
      said: ['200', 'delivered'],
      hints: 0,
      shown: 0,
      mails: 0,
    });
    expect(await meet('deliver', 'cancel')).toEqual({
      said: ['delivered', 'reminder_sent'],
      hints: 1,
      shown: 1,
      mails: 1,
    });
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { COMMENTS_MAX } from '#shared/platform/limits.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import { newId } from '../../platform/ids.ts';
import { company, lead, typesOf } from '../../testing/companies/company.ts';
import { addVersion, makeDocument } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { openSocket } from '../../testing/realtime.ts';

const QUOTE = 'La multa será de UF 12 por cada día de atraso.';
const anchor = { quote: QUOTE, prefix: 'corridos.', suffix: 'Se entrega boleta', page: 3 };

describe.each(['pglite', 'postgres'] as const)('comments on %s', (engine) => {
  const server = useTestServer({ engine });
  const list = (client: TestClient, id: string) => client.ok('commentsByRecord', { params: { id } });

  it('quote a passage of a version, are corrected by their writer, resolved and opened again', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    const made = await as.reviewer.ok('commentCreate', {
      body: { record, version: version._id, text: ' ¿Doce? ', anchor },
    });
    expect(made).toMatchObject({
      ...{ record, version: version._id, number: 1, text: '¿Doce?', anchor },
      ...{ by: { _id: people.reviewer.id }, editedAt: null, resolved: null, rev: 0 },
      may: { edit: true, resolve: true },
    });
    const params = { id: made._id };
    const body = { text: '¿No eran diez?', rev: 0 };
    expect((await as.author.call('commentUpdate', { params, body })).status).toBe(403);
    const corrected = await as.reviewer.ok('commentUpdate', { params, body });
    expect(corrected).toMatchObject({ text: body.text, rev: 1, editedAt: expect.any(String) });
    // Resolved by the document's author, who may not touch its words.
    const [seen] = await list(as.author, record);
    expect(seen?.may).toEqual({ edit: false, resolve: true });
    const resolved = await as.author.ok('commentResolve', { params, body: { resolved: true, rev: 1 } });
    expect(resolved.resolved).toMatchObject({ by: { _id: people.author.id }, at: expect.any(String) });
    const reopened = await as.publisher.ok('commentResolve', { params, body: { resolved: false, rev: 2 } });
    expect(reopened).toMatchObject({ resolved: null, rev: 3 });

    // A page, and the version as a whole.
    await addVersion(server(), as.author, record, version._id);
    const [second] = await as.author.ok('versionsByRecord', { params: { id: record } });
    const about = { record, version: second?._id ?? '' };
    await as.author.ok('commentCreate', { body: { ...about, text: 'Está al revés', anchor: { page: 2 } } });
    await as.author.ok('commentCreate', { body: { ...about, text: 'Muy largo' } });
    const all = await list(as.other, record);
    expect(all.map((each) => [each.number, each.anchor])).toEqual([
      [1, anchor],
      [2, { quote: '', prefix: '', suffix: '', page: 2 }],
      [2, null],
    ]);
    const trail = await as.author.ok('recordActivity', { params: { id: record } });
    expect(JSON.stringify(trail)).not.toContain('diez');
  });

  it('are for those who see the working copy, whatever version they are about', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    await lead(as, record, STATE.pendingReview, STATE.approved, STATE.published);
    const body = { record, version: version._id, text: 'Falta el plazo', anchor };
    const made = await as.author.ok('commentCreate', { body });
    const params = { id: made._id };
    expect((await as.reader.call('recordById', { params: { id: record } })).status).toBe(200);
    expect(await list(as.reader, record)).toEqual([]);
    expect((await as.reader.call('commentCreate', { body })).status).toBe(403);
    const change = { resolved: true, rev: 0 };
    expect((await as.reader.call('commentResolve', { params, body: change })).status).toBe(404);
    const words = { text: 'Sobra', rev: 0 };
    expect((await as.reader.call('commentUpdate', { params, body: words })).status).toBe(404);

    // Whoever loses their role reads none any more, nor in the notifications that they got.
    await as.reviewer.ok('commentCreate', { body: { ...body, text: 'Y la multa también' } });
    expect(await typesOf(as.author)).toContain('RECORD.COMMENTED');
    const [told] = (await as.author.ok('notificationsPending')).filter(
      ({ type }) => type === 'RECORD.COMMENTED',
    );
    expect(told).toMatchObject({ comment: 'Y la multa también', refId: record });
    const { db } = server().database;
    const mine = { user_id: people.author.id, group_id: library.id };
    await db
      .updateTable('group_members')
      .set({ roles: [] })
      .where('user_id', '=', mine.user_id)
      .where('group_id', '=', mine.group_id)
      .execute();
    await db.deleteFrom('record_authors').where('record_id', '=', record).execute();
    await db.updateTable('record_faces').set({ authors: [] }).where('record_id', '=', record).execute();
    expect(await list(as.author, record)).toEqual([]);
    expect(await typesOf(as.author)).not.toContain('RECORD.COMMENTED');
    const one = { params: { id: told?._id ?? '' } };
    expect((await as.author.call('notificationById', one)).status).toBe(404);
    // They created the document, and are a reader of it now: a further comment is not told to them.
    await as.reviewer.ok('commentCreate', { body: { ...body, text: 'Otro' } });
    const rows = await db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', people.author.id)
      .where('type', '=', 'RECORD.COMMENTED')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('are told to authors with their words as they are now, by mail too, and on open screens', async () => {
    const { library, people, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    const sockets = await Promise.all(
      (['author', 'reader'] as const).map(async (part) => {
        const socket = await openSocket(server().url, as[part].token);
        onTestFinished(() => socket.close());
        await socket.subscribe(userChannel(people[part].id));
        return socket;
      }),
    );
    await lead(as, record, STATE.pendingReview, STATE.approved, STATE.published);
    await as.author.ok('preferencesPut', {
      body: { choices: [{ type: 'RECORD.COMMENTED', choice: 'mail' }] },
    });
    const made = await as.reviewer.ok('commentCreate', {
      body: { record, version: version._id, text: 'Falta el plaso', anchor },
    });
    expect(await sockets[0]?.message('record.commented')).toMatchObject({
      recordId: record,
      data: { recordId: record },
    });
    const params = { id: made._id };
    await as.reviewer.ok('commentUpdate', { params, body: { text: 'Falta el plazo', rev: 0 } });
    await sockets[0]?.message('record.commented');
    const pending = await as.author.ok('notificationsPending');
    expect(pending.find(({ type }) => type === 'RECORD.COMMENTED')?.comment).toBe('Falta el plazo');
    await expect.poll(async () => (await mailsOf(server(), people.author.email)).length).toBeGreaterThan(0);
    const [mail] = await mailsOf(server(), people.author.email);
    expect(readable(mail?.raw ?? '')).toMatch(/Falta el pla[sz]o/);
    // Hints go out in order: whatever the reader is told of it has come before this.
    await lead(as, record, STATE.draft);
    await sockets[1]?.next('message', ({ message }) => message.recordId === record);
    const heard = sockets[1]?.frames.filter(
      (frame) => frame.frame === 'message' && frame.message.type === 'record.commented',
    );
    expect(heard).toEqual([]);
  });

  it('refuse what is no text, no passage and no version of the document', async () => {
    const { library, as } = await company(server());
    const { record, version } = await makeDocument(server(), as.author, library);
    const foreign = await makeDocument(server(), as.author, library);
    const good = { record, version: version._id, text: 'Falta el plazo' };
    const status = async (more: object) =>
      (await as.author.call('commentCreate', { body: { ...good, ...more } as typeof good })).status;
    expect(await status({ text: '  ' })).toBe(400);
    expect(await status({ text: 'a'.repeat(1001) })).toBe(400);
    expect(await status({ text: 'del\u0007ante' })).toBe(400);
    expect(await status({ anchor: {} })).toBe(400);
    expect(await status({ anchor: { prefix: 'corridos.' } })).toBe(400);
    expect(await status({ anchor: { quote: 'a'.repeat(1001) } })).toBe(400);
    expect(await status({ anchor: { quote: 'invertido\u202e' } })).toBe(400);
    expect(await status({ anchor: { page: 0 } })).toBe(400);
    expect(await status({ version: foreign.version._id })).toBe(404);
    const file = { name: 'otra.pdf', type: 'application/pdf' };
    const pending = await as.author.ok('versionCreate', { body: { record, base: version._id, file } });
    expect(await status({ version: pending.version._id })).toBe(404);
    expect(await status({ text: 'a'.repeat(1000), anchor: { quote: 'á'.repeat(1000) } })).toBe(201);
  });

  it('of one document are so many, and go with it, quotes and all', async () => {
    const { organization, library, people, as } = await company(server());
    const boss = await server().make.person(organization, { isAdmin: true, libraries: [[library, []]] });
    const admin = await server().signIn(boss.email);
    const { record, version } = await makeDocument(server(), as.author, library);
    const body = { record, version: version._id, text: 'Falta el plazo', anchor };
    await as.reviewer.ok('commentCreate', { body });
    const { db } = server().database;
    await db
      .insertInto('comments')
      .values(
        Array.from({ length: COMMENTS_MAX - 1 }, (_, n) => ({
          ...{ id: newId(), organization: organization.id, record_id: record, version_id: version._id },
          ...{ text: `Comentario ${n}`, quote: QUOTE, page: null, user_id: people.author.id, at: new Date() },
        })),
      )
      .execute();
    const full = await as.reviewer.call('commentCreate', { body });
    expect([full.status, full.body.error?.details]).toEqual([
      400,
      { text: 'Este documento ya tiene 500 comentarios, y no se pueden agregar más.' },
    ]);
    await as.author.ok('recordDelete', { params: { id: record } });
    expect((await as.author.call('commentsByRecord', { params: { id: record } })).status).toBe(404);
    await admin.ok('binPurge', { params: { id: record } });
    const left = await db.selectFrom('comments').select('id').where('record_id', '=', record).execute();
    expect(left).toEqual([]);
    const told = await db.selectFrom('notifications').select('id').where('record_id', '=', record).execute();
    expect(told).toEqual([]);
    const events = await db.selectFrom('audit_events').select(['action', 'before', 'after']).execute();
    expect(events.map(({ action }) => action)).toContain('comment.create');
    expect(JSON.stringify(events)).not.toContain('Falta el plazo');
    expect(JSON.stringify(events)).not.toContain('multa');
  });
});

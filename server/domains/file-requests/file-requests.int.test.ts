import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { someBytes } from '../../testing/documents.ts';
import { eventually } from '../../testing/eventually.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { testEngines } from '../../testing/test-database.ts';
import { askForFiles, type Sender, senderBy } from '../../testing/uploads/deliveries.ts';

const DAYS = 86_400;

describe.each(testEngines)('links to send files, for those who ask, on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let maker: TestPerson;
  let ana: TestClient;
  let folder: string;

  beforeAll(async () => {
    const { make } = server();
    ({ organization, library } = await make.workplace(`Andes ${engine}`));
    maker = await make.person(organization, { libraries: [[library, ['upload']]] });
  });
  beforeEach(async () => {
    ana = await server().signIn(maker.email);
    const body = { group: library.id, name: `Contratistas ${newId()}` };
    folder = (await ana.ok('folderCreate', { body }))._id;
  });

  const listed = async () => (await ana.ok('fileRequestsByFolder', { params: { folder } })).requests;
  const opens = async (sender: Sender) => said(await sender.open());

  it('tell their secret once, and say to a stranger no more than what is asked for', async () => {
    const { id, url, sender } = await askForFiles(server(), ana, folder);
    expect(url).toMatch(/\/entregar#[\w-]{43}$/);
    const { body } = await sender.open();
    const {
      organization: name,
      by,
      title,
      filesLeft,
      bytesLeft,
      ...more
    } = body as unknown as Record<string, unknown>;
    expect({ name, by, title, filesLeft, bytesLeft }).toEqual({
      ...{ name: organization.name, by: { firstname: maker.firstname, lastname: maker.lastname } },
      ...{ title: 'Tu contrato firmado', filesLeft: 20, bytesLeft: 2 * 1024 ** 3 },
    });
    expect(Object.keys(more).sort()).toEqual(['expiresAt', 'fileKinds', 'kind', 'maxFileBytes']);
    expect(JSON.stringify(body)).not.toContain(library.id);
    const { db } = server().database;
    const stored = await Promise.all([
      db.selectFrom('file_requests').selectAll().execute(),
      db.selectFrom('audit_events').selectAll().where('target_id', '=', id).execute(),
      ana.ok('fileRequestsByFolder', { params: { folder } }),
    ]);
    expect(JSON.stringify(stored)).not.toContain(sender.secret);
    expect(stored[1]).toMatchObject([{ action: 'file_request.create', actor: maker.id }]);
  });

  it('end after 14 days, when they are revoked, and with their folder', async () => {
    const [late, revoked] = [
      await askForFiles(server(), ana, folder),
      await askForFiles(server(), ana, folder),
    ];
    const params = { id: revoked.id };
    expect((await ana.ok('fileRequestRevoke', { params })).state).toBe('revoked');
    expect((await ana.ok('fileRequestRevoke', { params })).revokedBy?._id).toBe(maker.id);
    expect(await opens(revoked.sender)).toBe('410 link_closed');
    expect((await listed()).map(({ state }) => state)).toEqual(['open', 'revoked']);
    server().advance(14 * DAYS - 60);
    expect(await opens(late.sender)).toBe('200');
    server().advance(61);
    expect(await opens(late.sender)).toBe('410 link_expired');
    expect(said(await late.sender.begin({ size: 10 }))).toBe('410 link_expired');
    ana = await server().signIn(maker.email);
    const gone = await askForFiles(server(), ana, folder);
    await ana.ok('folderDelete', { params: { id: folder } });
    expect(await opens(gone.sender)).toBe('401 bad_code');
  });

  it('work only while whoever made them may upload there', async () => {
    const { make, signIn, database } = server();
    const other = await make.library(organization);
    await make.defaultLabel(other, await make.label(organization));
    const eva = await make.person(organization, { libraries: [[other, ['upload']]] });
    const admin = await signIn((await make.person(organization, { isAdmin: true })).email);
    const client = await signIn(eva.email);
    const place = (await client.ok('folderCreate', { body: { group: other.id, name: 'Actas' } }))._id;
    const { sender } = await askForFiles(server(), client, place);
    const key = (await sender.begin({ size: 10 })).body;
    const params = { id: other.id, user: eva.id };
    const states: string[] = [];
    const look = async () => states.push(await opens(sender), said(await sender.begin({ size: 10 })));
    await admin.ok('memberPut', { params, body: { roles: ['review'] } });
    await look();
    expect((await sender.create(key.file, 10)).status).toBe(410);
    await admin.ok('memberPut', { params, body: { roles: ['upload'] } });
    expect(await opens(sender)).toBe('200');
    await admin.ok('groupArchive', { params: { id: other.id } });
    await look();
    await admin.ok('groupUnarchive', { params: { id: other.id } });
    await database.db.updateTable('users').set({ enabled: false }).where('id', '=', eva.id).execute();
    await look();
    expect(new Set(states)).toEqual(new Set(['410 link_closed']));
  });

  it('are made, listed, mailed and revoked by nobody who may not upload there', async () => {
    const { make, signIn } = server();
    const { id, sender } = await askForFiles(server(), ana, folder);
    const calls = (client: TestClient) => [
      client.call('fileRequestCreate', { body: { folder, title: 'Otra cosa' } }),
      client.call('fileRequestsByFolder', { params: { folder } }),
      client.call('fileRequestRevoke', { params: { id } }),
      client.call('fileRequestMail', {
        params: { id },
        body: { secret: sender.secret, emails: ['rita@legajo.test'] },
      }),
    ];
    const saidTo = async (client: TestClient) =>
      new Set((await Promise.all(calls(client))).map((answer) => said(answer)));
    const reader = await make.person(organization, { libraries: [[library, []]] });
    expect(await saidTo(await signIn(reader.email))).toEqual(new Set(['403 forbidden']));
    const stranger = await make.person(organization);
    expect(await saidTo(await signIn(stranger.email))).toEqual(new Set(['404 not_found']));
    const elsewhere = await make.person(await make.organization(), { isAdmin: true });
    expect(await saidTo(await signIn(elsewhere.email))).toEqual(new Set(['404 not_found']));
    const admin = await signIn((await make.person(organization, { isAdmin: true })).email);
    await admin.ok('groupArchive', { params: { id: library.id } });
    // What is there is still seen, and can be ended.
    expect(await saidTo(ana)).toEqual(new Set(['422 archived', '200']));
    expect(said(await ana.call('fileRequestsByFolder', { params: { folder } }))).toBe('200');
    expect(said(await ana.call('fileRequestRevoke', { params: { id } }))).toBe('200');
    await admin.ok('groupUnarchive', { params: { id: library.id } });
  });

  it('are not made where what comes would have no label', async () => {
    const { make, signIn } = server();
    const bare = await make.library(organization);
    const client = await signIn((await make.person(organization, { libraries: [[bare, ['upload']]] })).email);
    const place = (await client.ok('folderCreate', { body: { group: bare.id, name: 'Actas' } }))._id;
    const body = { folder: place, title: 'Otra cosa' };
    expect(said(await client.call('fileRequestCreate', { body }))).toBe('422 labels_required');
  });

  it('are mailed in Spanish to whom it is said, and the list remembers to whom', async () => {
    const [rita, hugo] = [`rita-${engine}@afuera.test`, `hugo-${engine}@afuera.test`];
    const { id, sender, url } = await askForFiles(server(), ana, folder, { emails: [rita] });
    const wrong = await ana.call('fileRequestMail', {
      params: { id },
      body: { secret: 'A'.repeat(43), emails: [hugo] },
    });
    expect(said(wrong)).toBe('409 conflict');
    const body = { secret: sender.secret, emails: [hugo, hugo.toUpperCase()] };
    const { mails } = await ana.ok('fileRequestMail', { params: { id }, body });
    expect(mails.map(({ email }) => email)).toEqual([rita, hugo]);
    expect(mails[0]?.sentBy._id).toBe(maker.id);
    for (const to of [rita, hugo]) {
      const [mail] = await eventually(async () => {
        const found = await mailsOf(server(), to);
        expect(found).toHaveLength(1);
        return found;
      });
      const text = readable(mail?.raw ?? '');
      expect(text).toContain(`${maker.firstname} ${maker.lastname}, de ${organization.name}, te pide`);
      expect(text).toContain('Tu contrato firmado');
      expect(text).toContain(url);
      expect(text).toMatch(/hasta el \d+ [a-z]{3} \d{4}/);
    }
    const more = Array.from({ length: 11 }, (_, at) => `p${at}@afuera.test`);
    const many = { params: { id }, body: { secret: sender.secret, emails: more } };
    expect(said(await ana.call('fileRequestMail', many))).toBe('400 invalid');
  });

  it('count what came by each, and are in the trail with their sentences', async () => {
    const { make, signIn } = server();
    const { id, sender } = await askForFiles(server(), ana, folder);
    await sender.send('contrato firmado.pdf', someBytes(700));
    await sender.begin({ size: 30 });
    const [request] = await listed();
    expect(request).toMatchObject({
      state: 'open',
      received: { files: 1, bytes: 700, pending: 1 },
      maxFiles: 20,
    });
    expect(request?.received.lastAt).not.toBeNull();
    const admin = await signIn((await make.person(organization, { isAdmin: true })).email);
    const { items } = await admin.ok('auditTrail', { query: { area: 'folders' } });
    const events = items.filter(({ target }) => target._id === id);
    expect(events.map(({ action }) => action)).toEqual(['file_request.receive', 'file_request.create']);
    expect(events[0]?.target.name).toBe('Tu contrato firmado');
    const received = await server()
      .database.db.selectFrom('audit_events')
      .select('after')
      .where('id', '=', events[0]?._id ?? '')
      .executeTakeFirstOrThrow();
    expect(received.after).toMatchObject({ sender: 'Rita Soto', name: 'contrato firmado.pdf' });
  });

  it('tell their maker of what came, in one notification an hour', async () => {
    const { sender } = await askForFiles(server(), ana, folder);
    const notices = async () => {
      const items = await ana.ok('notificationsPending');
      return items.filter(({ type, refId }) => type === 'FOLDER.RECEIVED' && refId === folder);
    };
    await sender.send('uno.pdf', someBytes(300));
    expect((await notices()).map(({ comment }) => comment)).toEqual([
      'Rita Soto envió un archivo por el enlace «Tu contrato firmado».',
    ]);
    await sender.send('dos.pdf', someBytes(300), { sender: 'Hugo Paz' });
    await sender.send('tres.pdf', someBytes(300), { sender: 'Hugo Paz' });
    expect((await notices()).map(({ comment }) => comment)).toEqual([
      'Llegaron 3 archivos por el enlace «Tu contrato firmado»; el último, de Hugo Paz.',
    ]);
    server().advance(3601);
    ana = await server().signIn(maker.email);
    await sender.send('cuatro.pdf', someBytes(300));
    expect(await notices()).toHaveLength(2);
  });

  it('are known by nobody who guesses', async () => {
    const guess = senderBy(server(), 'A'.repeat(43));
    expect(await opens(guess)).toBe('401 bad_code');
    expect(said(await guess.begin({ size: 10 }))).toBe('401 bad_code');
    expect((await guess.head(newId())).status).toBe(401);
    const answer = await server().anyone.call('deliveryOpen', { body: { secret: 'corto' } });
    expect(said(answer)).toBe('400 invalid');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { leftovers } from '../leftovers.job.ts';
import { createSweeper } from '../platform/jobs/sweeps.ts';
import { addVersion, makeDocument } from '../testing/documents.ts';
import { type TestClient, useTestServer } from '../testing/http.ts';
import { mailsOf, readable } from '../testing/mail.ts';
import { said } from '../testing/races/race-fixture.ts';
import { createSuspects, type Suspects } from '../testing/security-fixture.ts';

const DAY = 86_400;
/** The notification of a new document has no comment. */
const CREATED = '';
/** Somebody who tries to learn more than they may see. */
describe('what somebody is not told', () => {
  const unlimited = { perAccount: 1000, perAddress: 10_000 };
  const server = useTestServer({ config: { signInFailures: unlimited } });
  let library: Suspects['library'];
  let anaPerson: Suspects['anaPerson'];
  let evaPerson: Suspects['evaPerson'];
  let readerPerson: Suspects['readerPerson'];
  let boss: TestClient;
  let ana: TestClient;
  let eva: TestClient;
  let reader: TestClient;
  let wizard: Suspects['wizard'];

  beforeAll(async () => {
    ({ library, anaPerson, evaPerson, readerPerson, boss, ana, eva, reader, wizard } = await createSuspects(
      server(),
    ));
  });

  it('gets no answer that was given to somebody else’s key', async () => {
    const key = { 'idempotency-key': 'una-clave-que-se-repite' };
    const first = await ana.ok('recordCreate', { body: wizard({ title: 'Solo de Ana' }) }, key);
    const again = await ana.ok('recordCreate', { body: wizard({ title: 'Solo de Ana' }) }, key);
    expect(again.record._id).toBe(first.record._id);
    const hers = await eva.ok('recordCreate', { body: wizard({ title: 'Solo de Ana' }) }, key);
    expect(hers.record._id).not.toBe(first.record._id);
    expect(hers.record.createdBy._id).toBe(evaPerson.id);
    expect(said(await ana.call('recordCreate', { body: wizard({ title: 'Otro título' }) }, key))).toBe(
      '422 idempotency_mismatch',
    );
  });

  it('hears nothing of a draft as a reader: neither by a request nor of what was said of it', async () => {
    const { record, version } = await makeDocument(server(), ana, library, { state: 3 });
    const titles = async (client: TestClient) =>
      (await client.ok('notificationsPending'))
        .filter((each) => each.refId === record)
        .map((each) => each.comment);
    const draft = await addVersion(server(), ana, record, version._id);
    expect((await reader.ok('recordById', { params: { id: record } })).currentVersion?._id).toBe(version._id);

    const request = { record, version: draft._id, to: [readerPerson.id], message: 'Mira el borrador' };
    expect(said(await ana.call('reviewRequest', { body: request }))).toBe('400 invalid');
    const told = {
      ...({ type: 'RECORD.REVIEW.REQUEST', fromModel: 'User', fromId: anaPerson.id } as const),
      ...({ toModel: 'User', toId: readerPerson.id, refModel: 'Record', refId: record } as const),
    };
    expect(said(await ana.call('notificationCreate', { body: told }))).toBe('400 invalid');
    expect(await titles(reader)).toEqual([]);

    // Eva is asked for a review while she has a role; afterwards she is a reader.
    await ana.ok('reviewRequest', { body: { ...request, to: [evaPerson.id] } });
    expect((await titles(eva)).sort()).toEqual([CREATED, 'Mira el borrador']);
    const [{ _id: id } = { _id: '' }] = await eva.ok('notificationsPending');
    await boss.ok('memberPut', { params: { id: library.id, user: evaPerson.id }, body: { roles: [] } });
    // She still sees what was published, and its notifications.
    expect(await titles(eva)).toEqual([CREATED]);
    expect(said(await eva.call('notificationById', { params: { id } }))).toBe('404 not_found');
    await boss.ok('memberPut', {
      params: { id: library.id, user: evaPerson.id },
      body: { roles: ['upload', 'review', 'publish'] },
    });
  });

  it('does not learn from a reset whom the installation knows', async () => {
    const { make, database } = server();
    const strict = await make.organization();
    await database.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ passwordMin: 16 }) })
      .where('id', '=', strict.id)
      .execute();
    const { email } = await make.person(strict);
    const reset = (to: string, code: string, password: string) =>
      server().anyone.call('resetPassword', { body: { email: to, code, password } });
    const nobody = 'nadie@legajo.test';
    for (const password of ['corta', 'una de doce..', 'una que ya basta']) {
      const [known, unknown] = [
        await reset(email, '000000', password),
        await reset(nobody, '000000', password),
      ];
      // Each answer has an id of its own.
      expect(known.body.error).toEqual({ ...unknown.body.error, requestId: known.body.error?.requestId });
      expect(said(known)).toBe('401 bad_code');
    }
    const forgot = await Promise.all(
      [email, nobody].map((to) => server().anyone.call('forgotPassword', { body: { email: to } })),
    );
    expect(forgot.map(({ status, body }) => [status, body])).toEqual([
      [200, { ok: true }],
      [200, { ok: true }],
    ]);

    // The caller who has the code gets the answer, and keeps the code.
    const code = async () => {
      const [mail] = await mailsOf(server(), email);
      return /lo pediste: (\d{6})/.exec(readable(mail?.raw ?? ''))?.[1] ?? null;
    };
    await expect.poll(code).not.toBeNull();
    const right = (await code()) ?? '';
    expect(said(await reset(email, right, 'una de doce..'))).toBe('422 password_policy');
    expect(said(await reset(email, right, 'una que ya basta'))).toBe('200');
  });

  it('finds nothing of what others were served in a shared cache', async () => {
    const { version } = await makeDocument(server(), ana, library);
    for (const path of [
      '/session',
      '/docs/records/search',
      '/users/by/organization',
      '/docs/records/by/id/x',
    ])
      expect((await ana.fetch(path)).headers.get('cache-control'), path).toBe('no-store');
    const content = await ana.fetch(`/docs/versions/${version._id}/content`);
    expect(content.headers.get('cache-control')).toBe('private, no-cache');
    const etag = content.headers.get('etag') ?? '';
    const stranger = await server().signIn(
      (await server().make.person(await server().make.organization())).email,
    );
    const outsider = (path: string) => stranger.fetch(path, { headers: { 'if-none-match': etag } });
    expect((await outsider(`/docs/versions/${version._id}/content`)).status).toBe(404);
  });

  it('makes one document of an operation, though its answer is no longer kept', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await ana.ok('recordCreate', { body: wizard() }, key);
    server().advance(31 * DAY);
    const { deps } = server().running.services;
    await createSweeper(deps, leftovers(deps.db)).sweep();
    ana = await server().signIn(anaPerson.email);
    const again = await ana.ok('recordCreate', { body: wizard() }, key);
    expect(again.record._id).toBe(first.record._id);
    expect(again.version._id).toBe(first.version._id);
    server().advance(-31 * DAY);
  });
});

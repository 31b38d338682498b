import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationCreate } from '#shared/sync-feed/sync.schemas.ts';
import { confirmBytes, makeDocument, someBytes, startVersion, upload } from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { type Answer, type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const FILE = { name: 'plano.pdf', type: 'application/pdf' };
const SPENT = [422, 'operation_spent'];

/**
 * `X-Operation-Token`: the one-operation token of a message that a screen sends to a desktop
 * (docs/protocols/realtime.md).
 */
describe.each(testEngines)('one-operation tokens on %s', (engine) => {
  const server = useTestServer({ engine });
  let library: TestLibrary;
  let label: string;
  let ana: TestClient;
  let eva: TestClient;
  let desktop: string;
  /** A document and its current version. */
  let record: string;
  let base: string;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    label = await make.label(organization);
    const libraries = [[library, ['upload']]] as const;
    ana = await signIn((await make.person(organization, { libraries })).email);
    eva = await signIn((await make.person(organization, { libraries })).email);
  });
  beforeEach(async () => {
    const made = await makeDocument(server(), ana, library);
    record = made.record;
    base = made.version._id;
    desktop = (await ana.ok('clientCreate', { body: { name: 'Notebook', platform: 'linux' } }))._id;
  });

  const ask = (values: Partial<OperationCreate> = {}, client = ana) =>
    client.call('operationCreate', {
      body: { client: desktop, type: 'upload new version', recordId: record, base, ...values },
    });
  const tokenFor = async (values: Partial<OperationCreate> = {}): Promise<string> =>
    (await ask(values)).body.token;
  const tokenToCreate = (): Promise<string> =>
    tokenFor({ type: 'create record', recordId: undefined, base: undefined });

  const entry = () => ({
    ...{ group: library.id, name: 'plano.pdf', year: 2026, month: 3, day: 7 },
    ...{ labels: [label], file: FILE, origin: 'sync' as const },
  });
  const wizard = () => ({
    ...{ title: 'Plano de obra', group: library.id, state: 0, labels: [label], date: '2026-03-07' },
    file: FILE,
  });
  type Headers = Record<string, string>;
  const versionWith = (token: string, values: object = {}, client = ana, headers: Headers = {}) =>
    client.call(
      'versionCreate',
      { body: { record, base, file: FILE, origin: 'sync', ...values } },
      { 'x-operation-token': token, ...headers },
    );
  /** Every call that creates a document, with a token. */
  const creations: Readonly<Record<string, (token: string) => Promise<Answer<unknown>>>> = {
    'POST docs/records': (token) =>
      ana.call('recordCreate', { body: wizard() }, { 'x-operation-token': token }),
    'POST docs': (token) => ana.call('entryCreate', { body: entry() }, { 'x-operation-token': token }),
    'POST docs/batch': (token) =>
      ana.call('createBatch', { body: { items: [entry()] } }, { 'x-operation-token': token }),
  };
  const outcome = ({ status, body }: Answer<unknown>) => [status, body.error?.code];

  it('are given for one’s own desktop and a document that one works on', async () => {
    const { status, body } = await ask();
    expect(status).toBe(201);
    const life = Date.parse(body.expiresAt) - Date.now();
    expect(life).toBeGreaterThan(290_000);
    expect(life).toBeLessThanOrEqual(300_000);
    expect((await ask({}, eva)).status).toBe(404);
    expect((await ask({ recordId: crypto.randomUUID() })).status).toBe(404);
    expect((await ask({ recordId: undefined })).status).toBe(400);
  });

  it('are spent by the first version that is made with them', async () => {
    const token = await tokenFor();
    expect((await versionWith(token)).status).toBe(201);
    expect(outcome(await versionWith(token))).toEqual(SPENT);
  });

  it('make one version where two calls come at the same moment', async () => {
    const token = await tokenFor();
    const answers = await Promise.all([versionWith(token), versionWith(token), versionWith(token)]);
    expect(answers.map((each) => each.status).sort()).toEqual([201, 422, 422]);
  });

  it.each(Object.keys(creations))('are spent by the first document that %s makes with them', async (call) => {
    const create = creations[call] as (typeof creations)[string];
    const token = await tokenToCreate();
    expect((await create(token)).status).toBeLessThan(300);
    for (const again of Object.values(creations)) expect(outcome(await again(token))).toEqual(SPENT);
  });

  it('ask for one document: a batch of two is refused, and leaves the token unspent', async () => {
    const token = await tokenToCreate();
    const two = await ana.call(
      'createBatch',
      { body: { items: [entry(), entry()] } },
      { 'x-operation-token': token },
    );
    expect(outcome(two)).toEqual(SPENT);
    expect((await ana.call('createBatch', { body: { items: [entry(), entry()] } })).status).toBe(200);
    expect((await creations['POST docs']?.(token))?.status).toBe(201);
  });

  it('are good for what they were asked for, and for nothing else', async () => {
    const toVersion = await tokenFor();
    for (const create of Object.values(creations)) expect(outcome(await create(toVersion))).toEqual(SPENT);
    expect(outcome(await versionWith(await tokenToCreate()))).toEqual(SPENT);
    expect(outcome(await versionWith('inventado'))).toEqual(SPENT);

    const other = await makeDocument(server(), ana, library);
    expect(outcome(await versionWith(toVersion, { record: other.record, base: other.version._id }))).toEqual(
      SPENT,
    );
    // None of these has spent it.
    expect((await versionWith(toVersion)).status).toBe(201);
  });

  it('are bound to the version that the screen saw', async () => {
    const token = await tokenFor();
    const pending = await startVersion(ana, record, base);
    const bytes = someBytes();
    await upload(server(), ana, pending.key ?? '', bytes);
    await confirmBytes(ana, pending._id, bytes);
    expect(outcome(await versionWith(token, { base: pending._id }))).toEqual(SPENT);
    expect((await versionWith(token, { onStale: 'keep' })).status).toBe(201);
  });

  it('are nobody else’s, whatever that person may do to the document', async () => {
    const token = await tokenFor();
    expect(outcome(await versionWith(token, {}, eva))).toEqual(SPENT);
    expect((await versionWith(token)).status).toBe(201);
  });

  it('end after five minutes', async () => {
    const [toVersion, toCreate] = [await tokenFor(), await tokenToCreate()];
    server().advance(299);
    expect((await versionWith(await tokenFor())).status).toBe(201);
    server().advance(2);
    expect(outcome(await versionWith(toVersion))).toEqual(SPENT);
    for (const create of Object.values(creations)) expect(outcome(await create(toCreate))).toEqual(SPENT);
  });

  it('end with their desktop', async () => {
    const token = await tokenFor();
    await ana.ok('clientDelete', { params: { id: desktop } });
    expect(outcome(await versionWith(token))).toEqual(SPENT);
    expect((await ask()).status).toBe(404);
    expect((await startVersion(ana, record, base)).status).toBe('pending');
  });

  it('are not spent by a call that is refused', async () => {
    const token = await tokenFor();
    expect((await versionWith(token, { file: { name: 'virus.exe', type: '' } })).status).toBe(415);
    expect((await versionWith(token, { file: { ...FILE, size: 0 } })).status).toBe(422);
    expect((await versionWith(token, { base: crypto.randomUUID() })).status).toBe(400);
    expect((await versionWith(token)).status).toBe(201);
  });

  it('give the first answer again to the same call, sent once more', async () => {
    const token = await tokenFor();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await versionWith(token, {}, ana, headers);
    const second = await versionWith(token, {}, ana, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.version._id).toBe(first.body.version._id);
  });

  it('make a document of the wizard a sync upload: its file came from the desktop', async () => {
    const made = await ana.ok(
      'recordCreate',
      { body: wizard() },
      { 'x-operation-token': await tokenToCreate() },
    );
    expect(made.version.origin).toBe('sync');
    expect((await ana.ok('recordCreate', { body: wizard() })).version.origin).toBe('web');
  });
});

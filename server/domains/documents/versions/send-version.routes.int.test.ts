import { readdirSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { contract } from '#shared/contract.ts';
import { BUNDLE_TYPE } from '#shared/documents/bundle.ts';
import type { Version, VersionCreate } from '#shared/documents/versions.schemas.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { auditedActions } from '../../../testing/audit.ts';
import {
  addVersion,
  makeDocument,
  sha256Of,
  someBytes,
  startRecord,
  startVersion,
  tus,
  versionBundle,
} from '../../../testing/documents.ts';
import type { TestLibrary, TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';
import { testEngines } from '../../../testing/test-database.ts';

type Values = Partial<VersionCreate> & { bytes?: Buffer };

describe.each(testEngines)('a version sent in one call, on %s', (engine) => {
  const server = useTestServer({ engine });
  let library: TestLibrary;
  let person: TestPerson;
  let ana: TestClient;
  let luis: TestClient;
  let reader: TestClient;
  let record: string;
  let first: Version;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    person = await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] });
    const colleague = await make.person(organization, { libraries: [[library, ['upload']]] });
    const other = await make.person(organization, { libraries: [[library, []]] });
    ana = await server().signIn(person.email);
    luis = await server().signIn(colleague.email);
    reader = await server().signIn(other.email);
  });

  beforeEach(async () => {
    const made = await makeDocument(server(), ana, library, { state: STATE.published });
    record = made.record;
    first = made.version;
  });

  const post = (body: Uint8Array<ArrayBuffer>, client = ana, headers: Record<string, string> = {}) =>
    client.fetch('/docs/versions/send', {
      method: 'POST',
      headers: { 'content-type': BUNDLE_TYPE, ...headers },
      body,
    });
  const bundle = ({ bytes = someBytes(), ...values }: Values = {}) =>
    versionBundle({ record, base: first._id, origin: 'sync', onStale: 'keep', bytes, ...values });
  /** What it became, or the refusal's status and code. */
  const send = async (values: Values = {}, client = ana, operation?: string) => {
    const response = await post(bundle(values), client, operation ? { 'idempotency-key': operation } : {});
    const body: unknown = await response.json();
    if (response.ok) return contract.versionSend.result.parse(body);
    return `${response.status} ${(body as { error: { code: string } }).error.code}`;
  };
  const list = () => ana.ok('versionsByRecord', { params: { id: record } });
  const numbers = async () => (await list()).map(({ number, status }) => [number, status]);
  const incoming = () => readdirSync(server().running.services.deps.storage.incoming);
  const audited = async () =>
    (await auditedActions(server(), record)).filter((action) => action.startsWith('version.'));

  it('makes it current, in review, with its bytes, its name and what follows from it; nothing is left over', async () => {
    const bytes = someBytes(BUNDLE_MAX.fileBytes);
    const answer = await send({ bytes, file: { name: 'Ñandú «2».pdf', type: 'application/pdf' } });
    expect(answer).toMatchObject({
      outcome: 'current',
      version: {
        number: 2,
        state: STATE.pendingReview,
        status: 'ready',
        name: 'Ñandú «2».pdf',
        base: first._id,
      },
    });
    const [version] = await list();
    expect(version).toMatchObject({ number: 2, current: true, sha256: sha256Of(bytes), size: bytes.length });
    const content = await ana.fetch(`/docs/versions/${version?._id}/content`);
    expect(sha256Of(Buffer.from(await content.arrayBuffer()))).toBe(sha256Of(bytes));
    expect((await audited()).slice(-2)).toEqual(['version.start', 'version.confirm']);
    expect(incoming()).toEqual([]);
  });

  it('asks its person for one review, by mail, and tells the feed', async () => {
    const { cursor } = await ana.ok('changes', { query: { group: library.id } });
    await send();
    const requests = (await ana.ok('notificationsPending')).filter(({ refId }) => refId === record);
    expect(requests.filter(({ type }) => type === 'RECORD.REVIEW.REQUEST')).toHaveLength(1);
    const { rows } = await ana.ok('changes', { query: { group: library.id, since: cursor } });
    expect(rows).toMatchObject([{ kind: 'record', id: record, version: { number: 2 } }]);
    server().advance(61);
    const { title } = await ana.ok('recordById', { params: { id: record } });
    await expect
      .poll(async () =>
        (await mailsOf(server(), person.email)).some(({ raw }) => readable(raw).includes(title)),
      )
      .toBe(true);
  });

  it('adds nothing when it is sent again, also at the same moment and after keys were swept', async () => {
    const bytes = someBytes();
    const operation = `operacion-${record}`;
    const answers = await Promise.all([1, 2, 3].map(() => send({ bytes }, ana, operation)));
    await server().database.db.deleteFrom('idempotency').execute();
    answers.push(await send({ bytes }, ana, operation));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ outcome: 'current', version: { number: 2 } });
    expect(await numbers()).toEqual([
      [2, 'ready'],
      [1, 'ready'],
    ]);
    expect(await audited()).toHaveLength(3);
    const requests = (await ana.ok('notificationsPending')).filter(({ refId }) => refId === record);
    expect(requests).toHaveLength(1);
    expect(await send({ bytes: someBytes() }, ana, operation)).toBe('409 conflict');
    expect(incoming()).toEqual([]);
  });

  it('goes on with what the same operation began by the three calls', async () => {
    const operation = { 'idempotency-key': `operacion-${record}` };
    const body = { record, base: first._id, file: { name: 'prueba.pdf' }, onStale: 'keep' } as const;
    const { version } = await ana.ok('versionCreate', { body }, operation);
    await tus.create(ana, version.key ?? '', 5000, someBytes(100));
    const answer = await send({}, ana, operation['idempotency-key']);
    expect(answer).toMatchObject({ version: { _id: version._id, number: 2 } });
    expect(await numbers()).toHaveLength(2);
    expect(incoming()).toEqual([]);
    const next = await startVersion(ana, record, version._id);
    await ana.ok('versionErrored', { body: { _id: next._id } });
  });

  it('keeps both of two edits of one base, and of many at the same moment lets one be current', async () => {
    const answers = await Promise.all([ana, luis, ana, luis, ana, luis].map((client) => send({}, client)));
    const outcomes = answers.map((answer) => (typeof answer === 'string' ? answer : answer.outcome));
    expect(outcomes.sort()).toEqual([...Array.from({ length: 5 }, () => 'conflict'), 'current']);
    expect((await list()).map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await send({ onStale: 'refuse' })).toBe('409 version_conflict');
    const newer = (await list()).find(({ current }) => current)?._id ?? '';
    const rivals = await Promise.all([ana, luis].map((c) => send({ base: newer, onStale: 'refuse' }, c)));
    expect(rivals.filter((each) => typeof each === 'string')).toEqual(['409 version_conflict']);
  });

  it('leaves nothing behind where it refuses: no version, no bytes, no number', async () => {
    expect(await send({}, reader)).toBe('403 forbidden');
    expect(await send({ base: (await makeDocument(server(), ana, library)).version._id })).toBe(
      '400 invalid',
    );
    expect(await send({ bytes: Buffer.alloc(0) })).toBe('422 empty_file');
    expect(await send({ bytes: Buffer.concat([Buffer.from('MZ'), someBytes()]) })).toBe('415 file_kind');
    expect(await send({ bytes: someBytes(BUNDLE_MAX.fileBytes + 1) })).toBe('400 invalid');
    expect(await send({ file: { name: 'programa.exe', type: '' } })).toBe('415 file_kind');
    const pending = await startRecord(server(), ana, library);
    const begun = { record: pending.record._id, base: pending.version._id };
    expect(await send(begun)).toBe('400 invalid');
    await ana.ok('reviewCreate', {
      body: { record, version: first._id, state: STATE.obsolete, comment: '' },
    });
    expect(await send()).toBe('422 obsolete');
    expect(await numbers()).toEqual([[1, 'ready']]);
    expect(incoming()).toEqual([]);
    expect(await audited()).toEqual(['version.confirm']);
  });

  it('takes no other bytes than those that were announced', async () => {
    const whole = bundle();
    const lied = versionBundle({ record, base: first._id, bytes: someBytes() });
    lied.set([1, 2, 3], lied.length - 3);
    const codes = async (bodies: Uint8Array<ArrayBuffer>[]) =>
      Promise.all(
        bodies.map(async (body) => {
          const response = await post(body);
          const { error } = (await response.json()) as { error: { code: string } };
          return `${response.status} ${error.code}`;
        }),
      );
    const two = Buffer.concat([Buffer.from(`[${'{},'.repeat(2)}{}]\n`), someBytes()]);
    expect(await codes([lied])).toEqual(['422 bytes_missing']);
    expect(
      await codes([Buffer.concat([whole, Buffer.from('x')]), whole.subarray(0, -1), two, Buffer.from('{}')]),
    ).toEqual(['400 invalid', '400 invalid', '400 invalid', '400 invalid']);
    const json = await post(whole, ana, { 'content-type': 'application/json' });
    expect(json.status).toBe(415);
    expect(await numbers()).toEqual([[1, 'ready']]);
    expect(incoming()).toEqual([]);
  });

  it('goes on from what the calls of a large edit made, and they from it', async () => {
    const large = await addVersion(server(), ana, record, first._id);
    const answer = await send({ base: large._id });
    expect(answer).toMatchObject({ outcome: 'current', version: { number: 3 } });
  });
});

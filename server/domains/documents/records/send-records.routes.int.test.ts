import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { contract } from '#shared/contract.ts';
import { BUNDLE_TYPE } from '#shared/documents/bundle.ts';
import type { RecordSend } from '#shared/documents/records.schemas.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { newId } from '../../../platform/ids.ts';
import { auditedActions } from '../../../testing/audit.ts';
import { recordsBundle, sha256Of, someBytes, tus } from '../../../testing/documents.ts';
import type { TestLibrary, TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

type Sent = Partial<RecordSend> & { bytes?: Buffer };

describe.each(testEngines)('new documents sent in one call, on %s', (engine) => {
  const server = useTestServer({ engine });
  let library: TestLibrary;
  let label: string;
  let person: TestPerson;
  let ana: TestClient;
  let reader: TestClient;
  let reviewer: TestClient;
  let stranger: TestClient;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    label = await make.label(organization);
    person = await make.person(organization, { libraries: [[library, ['upload', 'publish']]] });
    const people = await Promise.all([
      make.person(organization, { libraries: [[library, []]] }),
      make.person(organization, { libraries: [[library, ['review']]] }),
      make.person(await make.organization(), {}),
    ]);
    ana = await server().signIn(person.email);
    [reader, reviewer, stranger] = (await Promise.all(people.map(({ email }) => server().signIn(email)))) as [
      TestClient,
      TestClient,
      TestClient,
    ];
  });

  const post = (body: Uint8Array<ArrayBuffer>, client = ana, type: string = BUNDLE_TYPE) =>
    client.fetch('/docs/send', { method: 'POST', headers: { 'content-type': type }, body });
  const bundle = (documents: readonly Sent[]) =>
    recordsBundle(
      documents.map(({ bytes = someBytes(), ...line }) => ({
        ...{ group: library.id, labels: [label], origin: 'sync' as const, bytes },
        ...line,
      })),
    );
  /** What became of each: what it was confirmed as, or its error's code. */
  const send = async (documents: readonly Sent[], client = ana) => {
    const response = await post(bundle(documents), client);
    expect(response.status).toBe(200);
    const { results } = contract.recordsSend.result.parse(await response.json());
    return results.map((result) => (result.ok ? result.confirmed : result.error.code));
  };
  const recordOf = (result: Awaited<ReturnType<typeof send>>[number] | undefined): string =>
    typeof result === 'object' ? result.version.record : expect.fail(`refused: ${result}`);
  const refusal = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string } };
    return `${response.status} ${error.code}`;
  };
  const incoming = () => readdirSync(server().running.services.deps.storage.incoming);
  const count = async () => {
    const { db } = server().database;
    const rows = await db.selectFrom('records').select('id').where('group_id', '=', library.id).execute();
    return rows.length;
  };
  const audited = (record: string) => auditedActions(server(), record);

  it('makes documents that are ready, each with its name, its bytes and what follows from it', async () => {
    const { cursor } = await ana.ok('changes', { query: { group: library.id } });
    const files = [1, 700, 65_536, BUNDLE_MAX.fileBytes].map((size) => someBytes(size));
    const operation = newId();
    const results = await send(
      files.map((bytes, at) => ({
        bytes,
        name: at < 2 ? 'Ñandú «1».pdf' : `Acta ${at}.pdf`,
        operation: `${operation}#${at}`,
      })),
    );
    const records = results.map(recordOf);
    const { rows } = await ana.ok('changes', { query: { group: library.id, since: cursor } });
    const told = new Map(rows.flatMap((row) => (row.kind === 'record' ? [[row.id, row]] : [])));
    for (const [at, bytes] of files.entries()) {
      const confirmed = results[at];
      expect(confirmed).toMatchObject({
        outcome: 'current',
        version: {
          number: 1,
          status: 'ready',
          state: STATE.draft,
          size: bytes.length,
          sha256: sha256Of(bytes),
          base: null,
        },
      });
      const content = await ana.fetch(
        `/docs/versions/${typeof confirmed === 'object' ? confirmed.version._id : ''}/content`,
      );
      expect(sha256Of(Buffer.from(await content.arrayBuffer()))).toBe(sha256Of(bytes));
      expect(told.get(records[at] ?? '')).toMatchObject({ version: { number: 1, sha256: sha256Of(bytes) } });
      expect(await audited(records[at] ?? '')).toEqual(['record.create', 'version.confirm']);
    }
    // Two of one name: both are there, on disk under different names.
    expect(records.map((id) => told.get(id)?.diskName)).toEqual([
      'Ñandú «1».pdf',
      'Ñandú «1» (2).pdf',
      'Acta 2.pdf',
      'Acta 3.pdf',
    ]);
    expect(incoming()).toEqual([]);
  });

  it('is what the three calls make of the same file: the record, its notices and its next version', async () => {
    const bytes = someBytes();
    const name = 'Informe de terreno.pdf';
    const [sent] = await send([{ bytes, name }]);
    const one = recordOf(sent);
    const entry = { year: 2026, month: 3, day: 7, name, file: { name, type: 'application/pdf' } };
    const made = await ana.ok('entryCreate', {
      body: { ...entry, group: library.id, labels: [label], origin: 'sync' },
    });
    await tus.create(ana, made.version.key ?? '', bytes.length, bytes);
    await ana.ok('confirm', {
      body: { version: made.version._id, size: bytes.length, sha256: sha256Of(bytes) },
    });
    const other = made.record._id;
    const look = async (id: string) => {
      const { db } = server().database;
      const [face] = await db.selectFrom('record_faces').selectAll().where('record_id', '=', id).execute();
      const [version] = await db.selectFrom('versions').selectAll().where('record_id', '=', id).execute();
      const [record] = await db.selectFrom('records').selectAll().where('id', '=', id).execute();
      const notices = await db
        .selectFrom('notifications')
        .select(['user_id', 'type', 'state'])
        .where('record_id', '=', id)
        .orderBy('type')
        .orderBy('user_id')
        .execute();
      const drop = <T extends object>(row: T | undefined, ...own: string[]) =>
        Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => !own.includes(key)));
      return {
        face: drop(face, 'record_id', 'version_id', 'updated_at', 'disk_name', 'disk_key', 'search'),
        version: drop(
          version,
          'id',
          'record_id',
          'key',
          'operation',
          'created_at',
          'ready_at',
          'last_byte_at',
        ),
        record: drop(record, 'id', 'current_version', 'created_at', 'updated_at', 'seq', 'rev'),
        notices,
      };
    };
    const [theirs, ours] = [await look(other), await look(one)];
    expect(ours).toEqual(theirs);
    expect(ours.notices.length).toBeGreaterThan(1);
    const base = typeof sent === 'object' ? sent.version._id : '';
    const next = await ana.ok('versionCreate', { body: { record: one, base, file: { name } } });
    expect(next.version.base).toBe(base);
  });

  it('serves readers at once what is published at once, and hides what is not', async () => {
    const [published, draft] = (await send([{ state: STATE.published }, { state: STATE.draft }])).map(
      recordOf,
    );
    expect((await reader.ok('recordById', { params: { id: published ?? '' } }))._id).toBe(published);
    expect((await reader.call('recordById', { params: { id: draft ?? '' } })).status).toBe(404);
    const told = (await reviewer.ok('notificationsPending')).filter(({ refId }) => refId === draft);
    expect(told.map(({ type }) => type)).toEqual(['RECORD.CREATED']);
  });

  it('adds nothing when it is sent again, also at the same moment', async () => {
    const documents = [1, 2, 3].map((at) => ({
      bytes: someBytes(),
      name: `De nuevo ${at}.pdf`,
      operation: newId(),
    }));
    const before = await count();
    const answers = await Promise.all([1, 2, 3].map(() => send(documents)));
    expect(answers.map((each) => each.map(recordOf))).toEqual([1, 2, 3].map(() => answers[0]?.map(recordOf)));
    expect(await count()).toBe(before + documents.length);
    // Part of them, and more besides.
    const [first, fresh] = await send([documents[1] as Sent, { name: 'Además.pdf' }]);
    expect(recordOf(first)).toBe(recordOf(answers[0]?.[1]));
    expect(recordOf(fresh)).not.toBe(recordOf(first));
    expect(await send([{ ...(documents[0] as Sent), bytes: someBytes() }])).toEqual(['conflict']);
    // The single call knows the same operation, and says the same.
    const { name, operation } = documents[2] as { name: string; operation: string };
    const entry = { year: 2026, month: 3, day: 7, name, file: { name }, group: library.id, labels: [label] };
    const again = await ana.ok('entryCreate', { body: entry }, { 'idempotency-key': operation });
    expect(again.record._id).toBe(recordOf(answers[0]?.[2]));
    expect(incoming()).toEqual([]);
  });

  it('leaves what other calls began to them', async () => {
    const operation = newId();
    const body = { year: 2026, month: 3, day: 7, name: 'Empezado.pdf', file: { name: 'Empezado.pdf' } };
    await ana.ok(
      'entryCreate',
      { body: { ...body, group: library.id, labels: [label] } },
      { 'idempotency-key': operation },
    );
    expect(await send([{ operation }])).toEqual(['conflict']);
  });

  it('refuses each for its own reason, the others go on, and a refused one leaves nothing behind', async () => {
    const before = await count();
    const results = await send([
      {},
      { bytes: Buffer.alloc(0) },
      { bytes: Buffer.concat([Buffer.from('MZ'), someBytes()]) },
      { name: 'programa.exe', file: { name: 'programa.exe', type: '' } },
      { parent: newId() },
      { labels: [newId()] },
      { sha256: sha256Of(Buffer.from('otra cosa')) },
      { state: STATE.approved },
      { group: newId() },
      {},
    ]);
    expect(results.map((each) => (typeof each === 'string' ? each : 'ok'))).toEqual([
      'ok',
      'empty_file',
      'file_kind',
      'file_kind',
      'invalid',
      'label_not_assignable',
      'bytes_missing',
      'forbidden',
      'not_found',
      'ok',
    ]);
    expect(await send([{}], reader)).toEqual(['forbidden']);
    expect(await send([{}], stranger)).toEqual(['not_found']);
    expect(await count()).toBe(before + 2);
    expect(incoming()).toEqual([]);
  });

  it('takes no line and no body but one that is right, and makes nothing of the others', async () => {
    const before = await count();
    const whole = bundle([{}, {}]);
    const twin = newId();
    const wrong = [
      whole.subarray(0, -1),
      Buffer.concat([whole, Buffer.from('x')]),
      bundle([{ operation: twin }, { operation: twin }]),
      bundle([{ operation: 'corta' }]),
      bundle([{ bytes: someBytes(BUNDLE_MAX.fileBytes + 1) }]),
      bundle(Array.from({ length: BUNDLE_MAX.files + 1 }, () => ({ bytes: Buffer.from('x') }))),
      Buffer.from('[]\n'),
      Buffer.from('no es JSON\n'),
    ];
    for (const body of wrong) expect(await refusal(await post(body))).toBe('400 invalid');
    expect(await refusal(await post(whole, ana, 'application/json'))).toBe('415 media_type');
    expect(await count()).toBe(before);
    expect(incoming()).toEqual([]);
  });

  it('takes as many at once as its limits say, with the longest names', async () => {
    const name = (at: number) => `${String(at).padStart(4, '0')} ${'ñ'.repeat(100)}.pdf`;
    const results = await send(
      Array.from({ length: BUNDLE_MAX.files }, (_, at) => ({
        name: name(at),
        title: 'ñ'.repeat(60),
        bytes: Buffer.from(`${at}`),
      })),
    );
    expect(results.map(recordOf)).toHaveLength(BUNDLE_MAX.files);
  });
});

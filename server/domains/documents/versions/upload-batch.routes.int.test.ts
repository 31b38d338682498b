import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import { BUNDLE_TYPE, bundleHead } from '#shared/documents/bundle.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { newId } from '../../../platform/ids.ts';
import {
  bundleOf,
  confirmBytes,
  offsetOf,
  sha256Of,
  someBytes,
  startRecord,
  tus,
} from '../../../testing/documents.ts';
import type { TestLibrary, TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

const BATCH = '/docs/uploads/batch';

describe.each(testEngines)('several uploads in one body, on %s', (engine) => {
  const server = useTestServer({ engine });
  let library: TestLibrary;
  let person: TestPerson;
  let author: TestClient;
  let other: TestClient;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    person = await make.person(organization, { libraries: [[library, ['upload']]] });
    const colleague = await make.person(organization, { libraries: [[library, ['upload']]] });
    author = await server().signIn(person.email);
    other = await server().signIn(colleague.email);
  });

  const start = async (bytes = someBytes(), client = author) => {
    const { version } = await startRecord(server(), client, library);
    return { version: version._id, key: version.key ?? '', bytes };
  };
  type Started = Awaited<ReturnType<typeof start>>;

  const post = (body: Uint8Array<ArrayBuffer>, client = author, type: string = BUNDLE_TYPE) =>
    client.fetch(BATCH, { method: 'POST', headers: { 'content-type': type }, body });
  /** What each of them got: `ok`, or its error's code. */
  const send = async (files: readonly { key: string; bytes: Uint8Array }[], client = author) => {
    const response = await post(bundleOf(files), client);
    expect(response.status).toBe(200);
    const { results } = contract.uploadBatch.result.parse(await response.json());
    expect(results.map(({ key }) => key)).toEqual(files.map(({ key }) => key));
    return results.map((result) => (result.ok ? 'ok' : result.error.code));
  };
  const refusal = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string } };
    return `${response.status} ${error.code}`;
  };
  const incoming = ({ key }: { key: string }) =>
    readdirSync(server().running.services.deps.storage.incoming).filter((name) => name.startsWith(key));
  const confirmAll = async (files: readonly Started[], client = author) => {
    const items = files.map(({ version, bytes }) => ({
      version,
      size: bytes.length,
      sha256: sha256Of(bytes),
    }));
    const { results } = await client.ok('confirmBatch', { body: { items } });
    return results.map((result) => (result.ok ? result.confirmed.version.sha256 : result.error.code));
  };

  it('brings them in, whatever their size; again it changes nothing, and what they are confirmed as is true', async () => {
    const sizes = [1, 9, 700, 65_536, 300_000, BUNDLE_MAX.fileBytes];
    const files = await Promise.all(sizes.map((size) => start(someBytes(size))));
    expect(await send(files)).toEqual(sizes.map(() => 'ok'));
    expect(await Promise.all(files.map(({ key }) => offsetOf(author, key)))).toEqual(sizes);
    // Its answer was lost; and once more after a restart, when nothing of them is in memory.
    expect(await send(files)).toEqual(sizes.map(() => 'ok'));
    await server().restart();
    expect(await send(files)).toEqual(sizes.map(() => 'ok'));
    expect(await confirmAll(files)).toEqual(files.map(({ bytes }) => sha256Of(bytes)));
    for (const { version, bytes } of files) {
      const content = await author.fetch(`/docs/versions/${version}/content`);
      expect(sha256Of(Buffer.from(await content.arrayBuffer()))).toBe(sha256Of(bytes));
    }
    expect(files.flatMap(incoming)).toEqual([]);
  });

  it('refuses what a single upload would be refused for, and that alone', async () => {
    const [foreign, program, empty, gone] = await Promise.all([
      start(someBytes(), other),
      start(Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0', 'latin1')),
      start(Buffer.alloc(0)),
      start(),
    ]);
    const good = await Promise.all([start(), start()]);
    await author.ok('versionErrored', { body: { _id: gone.version } });
    const unknown = { key: newId(), bytes: someBytes() };
    const files = [foreign, program, good[0], empty, gone, unknown, good[1]].filter(
      (each) => each !== undefined,
    );
    expect(await send(files)).toEqual([
      ...['not_found', 'file_kind', 'ok', 'empty_file', 'version_errored', 'not_found', 'ok'],
    ]);
    expect([foreign, program, empty, gone, unknown].flatMap(incoming)).toEqual([]);
    expect(await confirmAll(good)).toEqual(good.map(({ bytes }) => sha256Of(bytes)));
    expect(await send([foreign], other)).toEqual(['ok']);
    expect(await confirmAll([foreign], other)).toEqual([sha256Of(foreign.bytes)]);
  });

  it('takes nothing where the line is wrong, or more than one call may bring', async () => {
    const { key, bytes } = await start();
    const line = (items: unknown) =>
      Buffer.concat([Buffer.from(`${JSON.stringify(items)}\n`), bytes]) as Buffer<ArrayBuffer>;
    const keys = (count: number, size: number) =>
      Array.from({ length: count }, () => ({ key: newId(), size }));
    const wrong = {
      'no list': { key, size: bytes.length },
      nothing: [],
      'no key': [{ size: bytes.length }],
      'a negative size': [{ key, size: -1 }],
      'one twice': [key, key].map((each) => ({ key: each, size: 500 })),
      'too many': keys(BUNDLE_MAX.files + 1, 1),
      'one too large': keys(1, BUNDLE_MAX.fileBytes + 1),
      'too much': keys(33, BUNDLE_MAX.fileBytes),
    };
    for (const [name, items] of Object.entries(wrong))
      expect([name, await refusal(await post(line(items)))]).toEqual([name, '400 invalid']);
    for (const body of ['', 'no line at all', `${'x'.repeat(70_000)}\n`])
      expect(await refusal(await post(Buffer.from(body) as Buffer<ArrayBuffer>))).toBe('400 invalid');
    expect(await refusal(await post(line([{ key, size: bytes.length }]), author, 'application/json'))).toBe(
      '415 media_type',
    );
    expect(incoming({ key })).toEqual([]);
  });

  it('keeps what came whole before a body that is shorter or longer than its line says', async () => {
    const files = await Promise.all([start(), start(), start()]);
    const whole = bundleOf(files);
    expect(await refusal(await post(whole.subarray(0, -1)))).toBe('400 invalid');
    expect(files.map((each) => incoming(each).length)).toEqual([1, 1, 0]);
    expect(await refusal(await post(Buffer.concat([whole, Buffer.from('x')])))).toBe('400 invalid');
    expect(await confirmAll(files)).toEqual(files.map(({ bytes }) => sha256Of(bytes)));
  });

  it('outlives a connection that breaks off in the middle, and takes the rest by the next', async () => {
    const files = await Promise.all([start(someBytes(200_000)), start(someBytes(800_000))]);
    const [first, second] = files as [Started, Started];
    const body = bundleOf(files);
    const broken = request(`${server().url}/api${BATCH}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${author.token}`,
        'content-type': BUNDLE_TYPE,
        'content-length': body.length,
      },
    });
    const closed = new Promise<void>((resolve) => broken.once('close', () => resolve()));
    broken.on('error', () => undefined);
    await new Promise<void>((resolve) => broken.write(body.subarray(0, 600_000), () => resolve()));
    await expect.poll(() => incoming(first)).toEqual([`${first.key}.whole`]);
    broken.destroy();
    await closed;
    expect(await confirmAll(files)).toEqual([sha256Of(first.bytes), 'bytes_missing']);
    expect(await send([second])).toEqual(['ok']);
    expect(await confirmAll(files)).toEqual(files.map(({ bytes }) => sha256Of(bytes)));
  });

  it('leaves alone what was begun by tus, and may not be emptied by it', async () => {
    const [begun, announced, whole] = await Promise.all([start(), start(), start()]);
    await tus.create(author, begun.key, begun.bytes.length, begun.bytes.subarray(0, 300));
    await tus.create(author, announced.key, announced.bytes.length);
    expect(await send([begun, announced, whole])).toEqual(['conflict', 'ok', 'ok']);
    expect(await offsetOf(author, begun.key)).toBe(300);
    expect((await tus.create(author, whole.key, whole.bytes.length, whole.bytes)).status).toBe(409);
    // Of the same length it is the same upload, of another it is not: neither replaces what is there.
    expect(await send([{ ...whole, bytes: someBytes(whole.bytes.length) }])).toEqual(['ok']);
    expect(await send([{ ...whole, bytes: someBytes(500) }])).toEqual(['conflict']);
    await tus.patch(author, begun.key, 300, begun.bytes.subarray(300));
    const files = [begun, announced, whole];
    expect(await confirmAll(files)).toEqual(files.map(({ bytes }) => sha256Of(bytes)));
  });

  it('writes one upload once, however often it comes at the same time', async () => {
    const file = await start(someBytes(BUNDLE_MAX.fileBytes));
    const others = Array.from({ length: 3 }, () => ({ ...file, bytes: someBytes(BUNDLE_MAX.fileBytes) }));
    const answers = await Promise.all([file, ...others].map((each) => send([each])));
    expect(answers.flat()).toEqual(['ok', 'ok', 'ok', 'ok']);
    const confirmed = await Promise.all(
      [file, ...others].map(({ version, bytes }) => confirmBytes(author, version, bytes)),
    );
    // Whichever came first: it is one of them, and the bytes are those of its hash.
    expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1);
    const sha256 = confirmed.find(({ status }) => status === 200)?.body.version.sha256;
    const content = await author.fetch(`/docs/versions/${file.version}/content`);
    expect(sha256Of(Buffer.from(await content.arrayBuffer()))).toBe(sha256);
  });

  it('asks who it is before it reads anything', async () => {
    const file = await start();
    const asked = request(`${server().url}/api${BATCH}`, {
      method: 'POST',
      headers: { 'content-type': BUNDLE_TYPE, 'content-length': 1_000_000 },
    });
    const status = new Promise((resolve) => asked.once('response', (answer) => resolve(answer.statusCode)));
    asked.on('error', () => undefined);
    asked.write(bundleHead([{ size: 1 }]));
    expect(await status).toBe(401);
    asked.destroy();
    server().advance(3700);
    expect(await refusal(await post(bundleOf([file])))).toBe('401 unauthenticated');
    author = await server().signIn(person.email);
    await server()
      .database.db.updateTable('users')
      .set({ enabled: false })
      .where('id', '=', person.id)
      .execute();
    expect(await refusal(await post(bundleOf([file])))).toBe('401 disabled');
    expect(incoming(file)).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { BUNDLE_TYPE } from '#shared/documents/bundle.ts';
import {
  confirmBytes,
  makeDocument,
  recordsBundle,
  sha256Of,
  someBytes,
  startRecord,
  tus,
  versionBundle,
} from '../../testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

describe('room for an upload', () => {
  const server = useTestServer({
    engine: 'postgres',
    config: { organizationQuota: 30 * GIB, uploadLimit: 5 * GIB },
  });
  let library: TestLibrary;
  let author: TestClient;
  let others: TestClient[];

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    const uploader = async () =>
      signIn((await make.person(organization, { libraries: [[library, ['upload']]] })).email);
    author = await uploader();
    others = [await uploader(), await uploader(), await uploader()];
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server().database.db.deleteFrom('versions').where('status', '=', 'pending').execute();
  });

  /** As if the disk had so much left. */
  const free = (bytes: number) =>
    vi.spyOn(server().running.services.deps.storage, 'freeBytes').mockResolvedValue(bytes);
  const begin = (size: number, by = author) =>
    startRecord(server(), by, library, { file: { name: 'prueba.pdf', type: 'application/pdf', size } });
  const codeOf = async (call: Promise<unknown>) =>
    call.then(
      () => 'taken',
      (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
    );

  it('is asked for before it is begun, with what was announced to others', async () => {
    free(13 * GIB);
    const [second, third, fourth] = others;
    expect(await codeOf(begin(4 * GIB))).toBe('taken');
    expect(await codeOf(begin(4 * GIB, second))).toBe('taken');
    expect(await codeOf(begin(4 * GIB, third))).toBe('storage_full');
    expect(await codeOf(begin(1 * GIB, fourth))).toBe('taken');
  });

  it('is not taken by one person: as much as they announce is left to others', async () => {
    free(13 * GIB);
    expect(await codeOf(begin(4 * GIB))).toBe('taken');
    expect(await codeOf(begin(4 * GIB))).toBe('share_full');
    // At the same moment, over two connections to the database, too.
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(begin(1 * GIB))));
    expect(outcomes.filter((each) => each === 'taken')).toHaveLength(2);
    expect(outcomes.filter((each) => each === 'share_full')).toHaveLength(18);
    expect(await codeOf(begin(3 * GIB, others[0]))).toBe('taken');
  });

  it('is not given twice to those who ask at the same moment', async () => {
    free(13 * GIB);
    const outcomes = await Promise.all([author, ...others].map((by) => codeOf(begin(4 * GIB, by))));
    expect(outcomes.filter((each) => each === 'taken')).toHaveLength(2);
    expect(outcomes.filter((each) => each === 'storage_full')).toHaveLength(2);
  });

  it('is what an organization has left, too', async () => {
    free(1000 * GIB);
    const [second, third, fourth] = others;
    for (const by of [author, author, author, second, second])
      expect(await codeOf(begin(4 * GIB, by))).toBe('taken');
    // Each leaves as much as they have announced.
    for (const by of [author, second]) expect(await codeOf(begin(4 * GIB, by))).toBe('share_full');
    expect(await codeOf(begin(4 * GIB, third))).toBe('taken');
    expect(await codeOf(begin(4 * GIB, fourth))).toBe('taken');
    expect(await codeOf(begin(4 * GIB, fourth))).toBe('quota_full');
    expect(await codeOf(begin(1 * GIB, third))).toBe('share_full');
  });

  it('is asked for where its size is told only with the upload, and given back when that is given up', async () => {
    free(13 * GIB);
    const made = await startRecord(server(), author, library);
    const key = made.version.key ?? '';
    expect((await tus.create(author, key, 4 * GIB)).status).toBe(201);
    expect(await codeOf(begin(4 * GIB, others[0]))).toBe('taken');
    expect(await codeOf(begin(4 * GIB, others[1]))).toBe('storage_full');
    expect(await server().anyone.ok('ready')).toMatchObject({ writes: true });
    free(7 * GIB);
    expect(await server().anyone.ok('ready')).toMatchObject({ writes: false });
    free(13 * GIB);
    await author.ok('versionErrored', { body: { _id: made.version._id } });
    expect(await codeOf(begin(4 * GIB, others[1]))).toBe('taken');
  });

  it('is given back at once by a DELETE of the upload, begun or only announced; it can begin again', async () => {
    free(13 * GIB);
    const remove = async (key: string) =>
      (
        await author.fetch(`/docs/uploads/${key}`, {
          method: 'DELETE',
          headers: { 'tus-resumable': '1.0.0' },
        })
      ).status;
    for (const isBegun of [true, false]) {
      const { version } = await begin(5 * GIB);
      const key = version.key ?? '';
      if (isBegun) expect((await tus.create(author, key, 5 * GIB)).status).toBe(201);
      expect(await codeOf(begin(4 * GIB, others[0]))).toBe('storage_full');
      expect(await remove(key)).toBe(204);
      const other = await begin(4 * GIB, others[0]);
      expect((await tus.create(author, key, 5 * GIB)).status).toBe(507);
      await others[0]?.ok('versionErrored', { body: { _id: other.version._id } });
      expect((await tus.create(author, key, 5 * GIB)).status).toBe(201);
      await author.ok('versionErrored', { body: { _id: version._id } });
    }
  });

  it('that the database lacks is said as such, and not as a fault of ours', async () => {
    const { db } = server().database;
    await sql`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
      db,
    );
    await sql`create trigger full_disk before insert on refresh_families execute function full_disk()`.execute(
      db,
    );
    try {
      const { email } = await server().make.person({ id: library.organization, name: '' });
      const { status, body } = await server().anyone.call('signIn', {
        body: { email, password: TEST_PASSWORD },
      });
      expect([status, body.error?.code, body.error?.message]).toEqual([
        507,
        'storage_full',
        expect.stringContaining('por ahora solo se puede leer'),
      ]);
    } finally {
      await sql`drop function full_disk cascade`.execute(db);
    }
  });

  it('that is lacking is answered as openapi.json says, wherever bytes are announced or come', async () => {
    const { record, version } = await makeDocument(server(), author, library);
    const unsized = await startRecord(server(), author, library);
    const { labels } = contract.recordById.result.parse(
      await author.ok('recordById', { params: { id: record } }),
    );
    const entry = { group: library.id, ...{ year: 2026, month: 3, day: 7, name: 'prueba.pdf' } };
    const sized = { name: 'prueba.pdf', type: 'application/pdf', size: 1000 };
    const json = (body: object) => ({
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    const bundle = (body: Uint8Array<ArrayBuffer>) => ({ body, headers: { 'content-type': BUNDLE_TYPE } });
    const bytes = someBytes();
    const label = labels.map(({ _id }) => _id);
    const post = (path: string, how: RequestInit) => author.fetch(path, { method: 'POST', ...how });
    const calls: Record<string, () => Promise<Response>> = {
      '/docs/records': () =>
        post(
          '/docs/records',
          json({
            ...{ title: 'Documento', group: library.id, state: 0, labels: label, date: '2026-03-07' },
            file: sized,
          }),
        ),
      '/docs': () => post('/docs', json({ ...entry, labels: label, file: sized })),
      '/docs/batch': () => post('/docs/batch', json({ items: [{ ...entry, labels: label, file: sized }] })),
      '/docs/versions': () => post('/docs/versions', json({ record, base: version._id, file: sized })),
      '/docs/send': () =>
        post('/docs/send', bundle(recordsBundle([{ group: library.id, labels: label, bytes }]))),
      '/docs/versions/send': () =>
        post('/docs/versions/send', bundle(versionBundle({ record, base: version._id, bytes }))),
      '/docs/uploads': () => tus.create(author, unsized.version.key ?? '', 1000),
    };
    const { paths } = (await (await author.fetch('/openapi.json')).json()) as {
      paths: Record<string, { post: { responses: Record<string, { description: string } | undefined> } }>;
    };
    free(0);
    for (const [path, call] of Object.entries(calls)) {
      const answer = await call();
      const { error } = (await answer.json()) as { error: { code: string } };
      expect([path, answer.status, error.code]).toEqual([path, 507, 'storage_full']);
      const codes = paths[path]?.post.responses[507]?.description.split(', ');
      // What is sent in one call announces nothing, so nobody's share counts.
      const share = path === '/docs/send' ? [] : ['share_full'];
      expect([path, codes]).toEqual([path, ['storage_full', 'quota_full', ...share]]);
    }
  });

  it('is said apart by readiness: what is there can be read', async () => {
    const { version, bytes } = await makeDocument(server(), author, library);
    free(0);
    expect(await server().anyone.ok('ready')).toMatchObject({ ok: true, writes: false });
    expect(await codeOf(begin(1000))).toBe('storage_full');
    const answer = await author.fetch(`/docs/versions/${version._id}/content`);
    expect(sha256Of(Buffer.from(await answer.arrayBuffer()))).toBe(sha256Of(bytes));
  });
});

const folder = mkdtempSync(join(tmpdir(), 'legajo-small-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));
const mount = (): Buffer =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'pipe' });
const unmount = (): Buffer => execFileSync('umount', [folder]);
/** It takes the right to mount, as in a container of one's own. Nothing stays mounted where the tests are filtered out. */
function canMount(): boolean {
  try {
    mount();
    unmount();
    return true;
  } catch {
    return false;
  }
}

describe.runIf(canMount())('a disk of 24 MiB', () => {
  beforeAll(mount);
  afterAll(unmount);
  const server = useTestServer({
    engine: 'postgres',
    config: { dataDir: join(folder, 'data'), freeSpaceMin: MIB },
  });
  let library: TestLibrary;
  let author: TestClient;
  const leftMib = () => {
    const { bavail, bsize } = statfsSync(folder);
    return Math.round((bavail * bsize) / MIB);
  };

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    author = await signIn((await make.person(organization, { libraries: [[library, ['upload']]] })).email);
  });

  it('full, it takes no more, gives back what did not go in, and what is there can be read', async () => {
    const first = await makeDocument(server(), author, library, { bytes: randomBytes(6 * MIB) });
    const left = leftMib();
    // Its size is not told before its bytes come, and it does not fit.
    const { storage } = server().running.services.deps;
    const asked = vi.spyOn(storage, 'freeBytes').mockResolvedValue(null);
    const bytes = randomBytes(20 * MIB);
    const { version } = await startRecord(server(), author, library);
    const key = version.key ?? '';
    expect((await tus.create(author, key, bytes.length)).status).toBe(201);
    const answer = await tus.patch(author, key, 0, bytes);
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ error: { code: 'storage_full' } });
    asked.mockRestore();
    expect(leftMib()).toBe(left);
    expect(readdirSync(storage.incoming)).toEqual([]);
    expect((await confirmBytes(author, version._id, bytes)).status).toBe(422);

    expect((await tus.create(author, key, bytes.length)).status).toBe(507);
    const content = await author.fetch(`/docs/versions/${first.version._id}/content`);
    expect(sha256Of(Buffer.from(await content.arrayBuffer()))).toBe(sha256Of(first.bytes));
    expect((await author.call('recordSearch', { query: {} })).status).toBe(200);
    // What is small still goes in.
    await makeDocument(server(), author, library, { bytes: randomBytes(MIB) });
    expect(await server().anyone.ok('ready')).toMatchObject({ ok: true, writes: true });
  });
});

import { mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDocument, sha256Of, someBytes } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

const MIB = 1024 ** 2;
const fault = (code: string) =>
  Object.assign(new Error(`${code}: it failed, read`), { code, syscall: 'read' });

interface Line {
  readonly msg: string;
  readonly sha256?: string;
  readonly todo?: string;
  readonly err?: Record<string, unknown>;
}

describe('bytes that the storage cannot give', () => {
  const lines: Line[] = [];
  // As it runs elsewhere: Express writes the errors that are left to it to standard error, except in tests.
  vi.stubEnv('NODE_ENV', 'production');
  const server = useTestServer({
    config: { logLevel: 'warn' },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  afterAll(() => void vi.unstubAllEnvs());
  let library: TestLibrary;
  let author: TestClient;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    author = await signIn(
      (await make.person(organization, { libraries: [[library, ['upload', 'publish']]] })).email,
    );
  });
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => void vi.restoreAllMocks());

  const storedAt = (sha256: string) => join(server().config.dataDir, 'files', sha256.slice(0, 1), sha256);
  async function stored(bytes: Buffer) {
    const { version, record } = await makeDocument(server(), author, library, { bytes });
    const sha256 = sha256Of(bytes);
    return { id: version._id, record, sha256, at: storedAt(sha256) };
  }
  const ask = async (id: string, init: RequestInit = {}) => {
    const answer = await author.fetch(`/docs/versions/${id}/content`, init);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, bytes };
  };
  const range = (asked: string) => ({ headers: { range: `bytes=${asked}` } });
  /** The status of both ways to ask for all of it. */
  const statuses = async (id: string) => [(await ask(id)).status, (await ask(id, { method: 'HEAD' })).status];
  async function damage(at: string, bytes: Buffer, where: number): Promise<void> {
    const changed = Buffer.from(bytes);
    changed[where] = ~(bytes[where] ?? 0);
    await rm(at);
    await writeFile(at, changed);
  }
  /** Every read of an open file fails. */
  async function failReads(code: string): Promise<void> {
    const handle = await open(server().config.dataDir);
    const prototype = Object.getPrototypeOf(handle) as { read: () => Promise<never> };
    await handle.close();
    vi.spyOn(prototype, 'read').mockRejectedValue(fault(code));
  }

  it.each([700, 2 * MIB])('are gone where something else stands in their place (%i bytes)', async (size) => {
    const [folder, loop] = [await stored(someBytes(size)), await stored(someBytes(size))];
    await rm(folder.at);
    await mkdir(folder.at);
    await rm(loop.at);
    await symlink(loop.at, loop.at);
    expect(await statuses(folder.id)).toEqual([410, 410]);
    expect(await statuses(loop.id)).toEqual([410, 410]);
    expect(lines.filter(({ err }) => err?.stack)).toEqual([]);
    // Once for each of them, however often they are asked for, and with what to do.
    const told = lines.filter(({ msg }) => msg === 'the bytes of a version are damaged or missing');
    expect(told.map(({ sha256 }) => sha256)).toEqual([folder.sha256, loop.sha256]);
    for (const { todo } of told) expect(todo).toMatch(/npm run verify/);
    // They are noted, so that admins see them.
    const { db } = server().database;
    const noted = () =>
      db
        .selectFrom('damaged_contents')
        .select('sha256')
        .where('sha256', 'in', [folder.sha256, loop.sha256])
        .execute();
    await expect.poll(noted).toHaveLength(2);
  });

  it.each([
    ['EIO', 410],
    ['EMFILE', 503],
    ['ENFILE', 503],
    ['ENOSPC', 503],
  ])('are answered where each read fails with %s', async (code, status) => {
    const { id } = await stored(someBytes(2 * MIB));
    await failReads(code);
    expect(await statuses(id)).toEqual([status, status]);
    expect(lines.filter(({ err }) => err?.stack)).toEqual([]);
  });

  it('may come later where their whole disk is not there', async () => {
    const { id } = await stored(someBytes(900));
    const files = join(server().config.dataDir, 'files');
    await rename(files, `${files}-away`);
    const away = await statuses(id).finally(() => rename(`${files}-away`, files));
    expect(away).toEqual([503, 503]);
    expect(lines[0]?.err).toMatchObject({ code: 'storage_gone', todo: expect.stringMatching(/mount/) });
    expect(lines[0]?.err).not.toHaveProperty('stack');
    expect(await statuses(id)).toEqual([200, 200]);
  });

  it('end at the damage once, in one line of the log, and are gone from then on', async () => {
    const bytes = someBytes(4 * MIB);
    const { id, sha256, at } = await stored(bytes);
    await damage(at, bytes, 2 * MIB + 10);
    const { url } = await author.ok('versionLink', { params: { id } });
    const linked = new URL(url).pathname.replace('/api', '');
    // The range first: nothing of it is damaged, so nothing is noted.
    expect((await ask(id, range(`0-${2 * MIB - 1}`))).bytes).toEqual(bytes.subarray(0, 2 * MIB));
    const results = await Promise.allSettled([
      ask(id),
      ask(id, range('100-')),
      server()
        .anyone.fetch(linked)
        .then((answer) => answer.arrayBuffer()),
    ]);
    expect(results.map((each) => each.status)).toContain('rejected');
    expect(console.error).not.toHaveBeenCalled();
    const told = lines.filter(({ msg }) => msg === 'an answer broke off');
    expect(told).toHaveLength(1);
    expect(told[0]?.err).toMatchObject({ code: 'damaged', sha256, todo: expect.stringMatching(/verify/) });
    expect(told[0]?.err).not.toHaveProperty('stack');

    const { db } = server().database;
    const noted = () =>
      db.selectFrom('damaged_contents').select('sha256').where('sha256', '=', sha256).execute();
    await expect.poll(noted).toHaveLength(1);
    expect(await statuses(id)).toEqual([410, 410]);
    expect((await server().anyone.fetch(linked)).status).toBe(410);
    // What is whole of it is given, and nothing else.
    expect((await ask(id, range(`10-${2 * MIB - 1}`))).bytes).toEqual(bytes.subarray(10, 2 * MIB));
    expect((await ask(id, range('100-'))).status).toBe(410);
    expect((await ask(id, range('-10'))).bytes).toEqual(bytes.subarray(-10));
    const kept = await author.fetch(`/docs/versions/${id}/content`, {
      headers: { 'if-none-match': `"${sha256}"` },
    });
    expect(kept.status).toBe(304);
    // A restored one is served at once.
    await writeFile(at, bytes);
    expect((await ask(id)).bytes.equals(bytes)).toBe(true);
  });
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DownloadChoice } from '#shared/documents/versions.schemas.ts';
import { DOWNLOAD_MAX } from '#shared/platform/limits.ts';
import { addVersion, makeDocument, sha256Of, someBytes } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

const SPREADSHEET = { name: 'montos.csv', type: 'text/csv' };

describe.each(testEngines)('downloads as zip on %s', (engine) => {
  const server = useTestServer({ engine });
  const disk = mkdtempSync(join(tmpdir(), 'legajo-zip-'));
  afterAll(() => rmSync(disk, { recursive: true, force: true }));
  let library: TestLibrary;
  let author: TestClient;
  let reader: TestClient;
  let outsider: TestClient;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization, 'Prevención');
    const elsewhere = await make.library(organization);
    const person = async (...libraries: Parameters<typeof make.person>[1][]) =>
      signIn((await make.person(organization, libraries[0])).email);
    author = await person({ libraries: [[library, ['upload', 'review', 'publish']]] });
    reader = await person({ libraries: [[library, []]] });
    outsider = await person({ libraries: [[elsewhere, ['upload', 'publish']]] });
  });

  const link = async (client: TestClient, body: DownloadChoice) => {
    const made = await client.ok('downloadCreate', { body });
    return { ...made, path: new URL(made.url).pathname.replace('/api', '') };
  };

  /** Follows the link as a browser does, without a token, and opens what came with the system's own unzip. */
  async function unzipped(client: TestClient, body: DownloadChoice) {
    const { path } = await link(client, body);
    const answer = await server().anyone.fetch(path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, bytes.toString('utf8').slice(0, 300)).toBe(200);
    const folder = mkdtempSync(join(disk, 'one-'));
    writeFileSync(join(folder, 'it.zip'), bytes);
    const run = (...args: string[]) =>
      execFileSync('unzip', args, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    // -t holds every checksum against its bytes.
    run('-tqq', 'it.zip');
    run('-qq', 'it.zip', '-d', 'out');
    const out = join(folder, 'out');
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(out, name)).isFile(),
    );
    const hashes = files.map(
      (name) => [relative('', name), sha256Of(readFileSync(join(out, name)))] as const,
    );
    return {
      headers: answer.headers,
      size: bytes.length,
      files: Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  const folder = async (name: string, parent: string | null = null) =>
    (await author.ok('folderCreate', { body: { group: library.id, name, parent } }))._id;

  it('goes on without a document whose bytes are lost, and says so there and where it is opened', async () => {
    const where = await folder('Con daños');
    const [whole, lost] = [someBytes(700), someBytes(800)];
    const csv = (name: string) => ({ folder: where, file: { name, type: 'text/csv' } });
    await makeDocument(server(), author, library, { ...csv('Sana.csv'), bytes: whole });
    const { version } = await makeDocument(server(), author, library, { ...csv('Perdida.csv'), bytes: lost });
    const hash = sha256Of(lost);
    rmSync(join(server().config.dataDir, 'files', hash.slice(0, 1), hash));
    const { files } = await unzipped(author, { folder: where });
    expect(files).toMatchObject({ 'Con daños/Sana.csv': sha256Of(whole) });
    expect(Object.keys(files)).toEqual(['Con daños/Sana.csv', 'Documentos que faltan.txt']);
    const refused = await author.call('versionContent', { params: { id: version._id } });
    expect([refused.status, refused.body]).toMatchObject([410, { error: { code: 'content_damaged' } }]);
    const head = await author.fetch(`/docs/versions/${version._id}/content`, { method: 'HEAD' });
    expect(head.status).toBe(410);
  });

  it('goes on without a large document that is damaged in its middle', async () => {
    const where = await folder('Dañada en el medio');
    const csv = (name: string) => ({ folder: where, file: { name, type: 'text/csv' } });
    const [bad, after] = [someBytes(3 * 1024 ** 2), someBytes(2 * 1024 ** 2)];
    const { version } = await makeDocument(server(), author, library, { ...csv('Antes.csv'), bytes: bad });
    await makeDocument(server(), author, library, { ...csv('Después.csv'), bytes: after });
    const hash = sha256Of(bad);
    const stored = join(server().config.dataDir, 'files', hash.slice(0, 1), hash);
    const changed = Buffer.from(bad);
    changed[2 * 1024 ** 2 + 10] = ~(bad[2 * 1024 ** 2 + 10] ?? 0);
    rmSync(stored);
    writeFileSync(stored, changed);
    const expected = ['Dañada en el medio/Después.csv', 'Documentos que faltan.txt'];
    const { files } = await unzipped(author, { folder: where });
    expect(files).toMatchObject({ 'Dañada en el medio/Después.csv': sha256Of(after) });
    expect(Object.keys(files)).toEqual(expected);

    // One that is too large to be read beforehand is left out once its damage is known.
    const { db } = server().database;
    const noted = () =>
      db.selectFrom('damaged_contents').select('sha256').where('sha256', '=', hash).execute();
    await expect.poll(noted).toHaveLength(1);
    await db
      .updateTable('versions')
      .set({ size: 2 * 1000 ** 3 })
      .where('id', '=', version._id)
      .execute();
    expect(Object.keys((await unzipped(author, { folder: where })).files)).toEqual(expected);
  });

  it.each([
    ['small', 700],
    ['large', 2 * 1024 ** 2],
  ])('goes on without %s documents that cannot be read', async (what, size) => {
    const name = `Sin leer ${what}`;
    const where = await folder(name);
    const stored = async (title: string) => {
      const file = { name: title, type: 'text/csv' };
      const bytes = someBytes(size);
      await makeDocument(server(), author, library, { folder: where, file, bytes });
      const hash = sha256Of(bytes);
      return join(server().config.dataDir, 'files', hash.slice(0, 1), hash);
    };
    const [replaced, looped, refused] = [await stored('A.csv'), await stored('B.csv'), await stored('C.csv')];
    await stored('D.csv');
    for (const path of [replaced, looped]) rmSync(path);
    mkdirSync(replaced);
    symlinkSync(looped, looped);
    chmodSync(refused, 0);
    // Root may read everything.
    const readable = process.getuid?.() === 0 ? ['C.csv'] : [];
    const { files } = await unzipped(author, { folder: where });
    expect(Object.keys(files)).toEqual([
      'Documentos que faltan.txt',
      ...[...readable, 'D.csv'].map((each) => `${name}/${each}`),
    ]);
  });

  it('brings a folder with all below it, to each the bytes that they are served', async () => {
    const contracts = await folder('Contratos ñandú');
    const year = await folder('2026 — Áreas', contracts);
    const beside = await folder('Al lado');
    const published = await makeDocument(server(), author, library, {
      folder: contracts,
      state: 3,
      file: { name: 'Acta nº 1.pdf', type: 'application/pdf' },
    });
    const draft = someBytes(3000);
    await addVersion(server(), author, published.record, published.version._id, {
      bytes: draft,
      file: { name: 'Acta nº 2.pdf', type: 'application/pdf' },
    });
    const deep = await makeDocument(server(), author, library, {
      folder: year,
      file: SPREADSHEET,
      bytes: Buffer.from('a;b\n'.repeat(50_000)),
    });
    await makeDocument(server(), author, library, { folder: beside, state: 3 });

    const mine = await unzipped(author, { folder: contracts });
    expect(Object.values(mine.files).sort()).toEqual([sha256Of(draft), sha256Of(deep.bytes)].sort());
    expect(Object.keys(mine.files)).toContain('Contratos ñandú/2026 — Áreas/montos.csv');
    // What is loose is packed, and only that.
    expect(mine.size).toBeLessThan(10_000);
    expect(mine.headers.get('content-type')).toBe('application/zip');
    expect(decodeURIComponent(mine.headers.get('content-disposition') ?? '')).toMatch(
      /^attachment; .*Contratos ñandú\.zip$/,
    );

    const theirs = await unzipped(reader, { folder: contracts });
    expect(theirs.files).toEqual({ 'Contratos ñandú/Acta nº 1.pdf': sha256Of(published.bytes) });
    const whole = await unzipped(reader, { group: library.id });
    expect(Object.keys(whole.files)).toEqual([
      'Prevención/Al lado/prueba.pdf',
      'Prevención/Contratos ñandú/Acta nº 1.pdf',
    ]);
    for (const choice of [{ folder: contracts }, { group: library.id }, { records: [published.record] }]) {
      expect((await outsider.call('downloadCreate', { body: choice })).status).toBe(404);
    }
  });

  it('gives every document a name of its own that every disk takes', async () => {
    const places = [null, await folder('Uno'), await folder('Dos'), await folder('Tres')];
    const names = ['Informe.pdf', 'INFORME.PDF', 'informe.pdf'.normalize('NFD'), 'CON.pdf'];
    const made = [];
    for (const [at, name] of names.entries()) {
      const place = places[at] ?? null;
      made.push(
        await makeDocument(server(), author, library, {
          ...(place ? { folder: place } : {}),
          file: { name, type: 'application/pdf' },
        }),
      );
    }
    const { files } = await unzipped(author, { records: made.map((each) => each.record) });
    expect(Object.values(files).sort()).toEqual(made.map((each) => sha256Of(each.bytes)).sort());
    const keys = Object.keys(files).map((name) => name.normalize('NFC').toLowerCase());
    expect(keys.sort()).toEqual(['_con.pdf', 'informe (2).pdf', 'informe (3).pdf', 'informe.pdf']);
  });

  it('asks again when the link is used, and the link ends', async () => {
    const { record } = await makeDocument(server(), author, library, { state: 3 });
    const { path } = await link(reader, { records: [record] });
    const statusOf = async (at: string) => {
      const answer = await server().anyone.fetch(at);
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await statusOf(path)).toBe(200);
    expect((await server().anyone.fetch(path, { method: 'HEAD' })).status).toBe(200);
    const { rev } = await author.ok('recordById', { params: { id: record } });
    await author.ok('recordUpdate', { params: { id: record }, body: { rev, scope: 'restricted' } });
    expect(await statusOf(path)).toBe(404);

    const { path: mine } = await link(author, { records: [record] });
    expect(await statusOf(mine.replace('/files/zip/', '/files/'))).toBe(404);
    expect(await statusOf(`${mine.slice(0, -3)}abc`)).toBe(404);
    server().advance(301);
    expect(await statusOf(mine)).toBe(404);
  });

  it('says where there is nothing, and where there is too much', async () => {
    const empty = await author.call('downloadCreate', { body: { folder: await folder('Vacía') } });
    expect([empty.status, empty.body.error?.code]).toEqual([422, 'download_empty']);
    const big = await folder('Grande');
    const { version } = await makeDocument(server(), author, library, { folder: big });
    const { db } = server().database;
    const at = db.updateTable('versions').where('id', '=', version._id);
    await at.set({ size: DOWNLOAD_MAX.bytes + 1 }).execute();
    const refused = await author.call('downloadCreate', { body: { folder: big } });
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'download_limit']);
    expect(refused.body.error?.message).toContain(
      `${DOWNLOAD_MAX.documents.toLocaleString('es-CL')} documentos y ${DOWNLOAD_MAX.bytes / 1000 ** 3} GB`,
    );
  });

  it('breaks off, instead of sending half a zip for a whole one', async () => {
    const { record } = await makeDocument(server(), author, library);
    const { path } = await link(author, { records: [record] });
    // The bytes are not lost, and another try may bring them.
    const tooMany = Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
    const failing = vi.spyOn(server().running.services.deps.storage, 'open').mockRejectedValue(tooMany);
    const broken = await server()
      .anyone.fetch(path)
      .then((answer) => answer.arrayBuffer())
      .catch((error: Error) => error.name);
    failing.mockRestore();
    expect(broken).toBe('TypeError');
  });

  it('ends the work when nobody waits for it any more', async () => {
    const { storage } = server().running.services.deps;
    const streams: { destroyed: boolean; closed: boolean }[] = [];
    const { open } = storage;
    const watched = storage as { open: typeof open };
    watched.open = async (...args) => {
      const bytes = await open.apply(storage, args);
      streams.push(bytes);
      return bytes;
    };
    const place = await folder('Pesados');
    for (let n = 0; n < 3; n += 1) {
      await makeDocument(server(), author, library, { folder: place, bytes: someBytes(24 * 1000 ** 2) });
    }
    const { url } = await link(author, { folder: place });
    await new Promise<void>((resolve, reject) => {
      const request = get(url.replace(/^https?:\/\/[^/]+/, server().url), (answer) => {
        answer.once('data', () => {
          answer.destroy();
          resolve();
        });
      });
      request.once('error', reject);
    });
    // Of the first document alone: once to check it, and once to send it.
    await expect.poll(() => streams.map((each) => each.closed)).toEqual([true, true]);
    watched.open = open;
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDocument } from '../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary, type TestPerson } from '../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../server/testing/http.ts';
import { eventually } from '../testing/desktop.ts';

const SIZE = 48 << 20;
/** In kB/s: half a minute for that much, so that nobody who looks can miss the middle of it. */
const SLOWLY = '1600';
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('kill -9 of the engine', () => {
  let server: TestServer;
  let library: TestLibrary;
  let ana: TestPerson;
  let browser: TestClient;
  let folder: string;

  beforeAll(async () => {
    server = await startTestServer();
    const place = await server.make.workplace();
    library = place.library;
    ana = await server.make.person(place.organization, { libraries: [[library, ['upload']]] });
    browser = await server.signIn(ana.email);
    folder = await mkdtemp(join(tmpdir(), 'legajo-faults-'));
  });

  afterAll(async () => {
    await server?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const run = (root: string, limits: readonly string[] = []): ChildProcess =>
    spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../host/cli/cli.ts'),
        ...['--server', server.url, '--root', root, '--user', ana.email, '--state', `${root}.state`],
        ...['--settle', '200', '--unfinished', '0', '--once', ...limits],
      ],
      { env: { ...process.env, LEGAJO_PASSWORD: TEST_PASSWORD }, stdio: 'ignore' },
    );
  const ended = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  /** The largest file that is under way in a folder, in bytes. */
  const underWay = async (path: string) => {
    const names = await readdir(path).catch(() => []);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).size));
    return Math.max(0, ...sizes);
  };

  test('in the middle of a download: it goes on from there, and the file is whole', {
    tags: 'sync-kill-in-download',
  }, async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(SIZE)]);
    await makeDocument(server, browser, library, {
      bytes,
      file: { name: 'Plano.pdf', type: 'application/pdf' },
    });
    const root = join(folder, 'down');
    const first = run(root, ['--limit-down', SLOWLY]);
    const gone = ended(first);
    await eventually(async () => (await underWay(join(root, '.legajo/tmp'))) > 0, 'the first bytes');
    first.kill('SIGKILL');
    await gone;
    expect(await ended(run(root))).toBe(0);
    expect(sha(await readFile(join(root, 'Andes/Calidad/Plano.pdf')))).toBe(sha(bytes));
    expect(await underWay(join(root, '.legajo/tmp'))).toBe(0);
  });

  test('in the middle of an upload: one record, one version, with the bytes that were there', {
    tags: 'sync-kill-in-upload',
  }, async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(SIZE)]);
    const root = join(folder, 'up');
    await mkdir(join(root, 'Andes/Calidad'), { recursive: true });
    await writeFile(join(root, 'Andes/Calidad/Memoria.pdf'), bytes);
    const first = run(root, ['--limit-up', SLOWLY]);
    const gone = ended(first);
    const incoming = join(server.config.dataDir, 'files', 'incoming');
    await eventually(async () => (await underWay(incoming)) > 4096, 'the first bytes');
    first.kill('SIGKILL');
    await gone;
    expect(await ended(run(root))).toBe(0);
    const { items } = await browser.ok('recordSearch', { query: { group: library.id, text: 'memoria' } });
    expect(items.map((item) => item.name)).toEqual(['Memoria.pdf']);
    const versions = await browser.ok('versionsByRecord', { params: { id: items[0]?._id ?? '' } });
    expect(versions.map((version) => [version.number, version.status, version.sha256])).toEqual([
      [1, 'ready', sha(bytes)],
    ]);
  });
});

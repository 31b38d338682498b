import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeServerPackage } from '../../../scripts/lib/server-package/make.mjs';
import { pdfFile } from '../../../server/testing/files/files.ts';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { copyDemo } from '../../fixtures/demo.ts';
import { type RunningServer, startServer } from '../../fixtures/server.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** The server's package in an empty folder: nothing of the project is above it, and nothing of this environment is set. */

const root = resolve(import.meta.dirname, '../../..');
const LAUNCHER = 'legajo.mjs';

let place: string;
let folder: string;
let server: RunningServer | undefined;
test.beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'legajo-package-'));
  ({ folder } = makeServerPackage(root, place, { archive: false }));
});
test.afterEach(async () => {
  await server?.stop();
});
test.afterAll(() => rm(place, { recursive: true, force: true }));

test('holds whatever its files import, and the sums of all', async () => {
  execFileSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: folder });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const missing: string[] = [];
  for (const name of names.filter((each) => /\.[cm]?js$/.test(each) && !each.startsWith('out/'))) {
    const text = await readFile(join(folder, name), 'utf8');
    for (const [, , asked = ''] of text.matchAll(
      /\b(?:from|import|require)\s*\(?\s*(['"])(\.\.?\/[^'"\n]+)\1/g,
    ))
      for (const end of ['', '.js', '.cjs', '.mjs', '.json', '/index.js']) {
        const wanted = join(dirname(name), asked + end);
        // Types are named in comments.
        if (/\.d\.[cm]?ts$/.test(wanted) || !/\.\w+$/.test(wanted)) continue;
        if (existsSync(join(root, wanted)) && !existsSync(join(folder, wanted)))
          missing.push(`${name}: ${asked}`);
      }
  }
  expect(missing).toEqual([]);
  expect(
    names.filter((name) => /(^|\/)(electron|react|@mantine|vitest|typescript|@types)\//.test(name)),
  ).toEqual([]);
});

test('serves the page, signs in, takes a PDF, finds its words and gives it back', async ({ page }) => {
  server = await startServer({ ...(await copyDemo()), LOG_LEVEL: 'warn' }, join(folder, LAUNCHER));
  const failed: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 500 || (answer.status() === 404 && !answer.url().includes('/api/')))
      failed.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto(server.url);
  await page.getByLabel('Correo').fill(demoEmail('autora'));
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();

  const api = await signInApi(server.url, demoEmail('autora'));
  const { items } = await api.call('recordSearch', { query: {} });
  const bytes = await pdfFile(['Ensayo de murciélago hidráulico']);
  const group = items[0]?.group._id ?? '';
  const given = { group, title: 'Ensayo', name: 'ensayo.pdf', bytes };
  const record = await uploadFile(server.url, api, given);
  const found = async () =>
    (await api.call('recordSearch', { query: { text: 'murciélago hidráulico' } })).items;
  await expect.poll(async () => (await found()).map(({ _id }) => _id)).toEqual([record]);
  await page.goto(`${server.url}/records/view/${record}`);
  await expect(page.getByRole('heading', { name: 'Ensayo' }).first()).toBeVisible();
  const { currentVersion } = await api.call('recordById', { params: { id: record } });
  expect((await api.content(currentVersion?._id ?? '')).equals(bytes)).toBe(true);

  expect(failed).toEqual([]);
  expect(await server.stop()).toBe(0);
  expect(server.output()).toMatch(/SIGTERM: Legajo se detiene…\s*$/);
});

test('starts on the embedded database, where there is nothing yet', async ({ page }) => {
  server = await startServer({ DEMO: 'no', LOG_LEVEL: 'warn' }, join(folder, LAUNCHER));
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Crea tu organización' })).toBeVisible();
  expect(await server.stop({ keepData: true })).toBe(0);
  const env = { PATH: process.env.PATH, DATA_DIR: server.dataDir };
  const said = execFileSync(process.execPath, [LAUNCHER, 'verify'], { cwd: folder, env, encoding: 'utf8' });
  expect(said).toMatch(/Todo en orden: 0 contenidos/);
});

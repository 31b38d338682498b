import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFeed } from '../../scripts/lib/packaging/feed.ts';
import { updatesFromEnvironment } from '../../scripts/lib/packaging/updates.mjs';
import { openFeed, publicKeyOf } from '../../src/main/updates/feed.ts';

/** What publishing an update prints, and that the app accepts what is published. */
const pem = (kind: 'ed25519' | 'x25519') =>
  generateKeyPairSync(kind as 'ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
const key = pem('ed25519');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-key-'));
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'other.pem'), pem('x25519'));
});
afterAll(() => rm(folder, { recursive: true }));

const url = 'https://updates.legajo.test/desktop/';
const from = (file: string, more: object = {}) =>
  updatesFromEnvironment({ LEGAJO_UPDATES_URL: url, LEGAJO_UPDATES_KEY: join(folder, file), ...more });

test('nothing said: no updates; half of it, or something wrong: said, and nothing packaged', async () => {
  expect(await updatesFromEnvironment({})).toBeNull();
  expect(await updatesFromEnvironment({ LEGAJO_UPDATES_URL: url })).toHaveProperty('wrong');
  expect(await from('none.pem')).toHaveProperty('wrong');
  expect(await from('other.pem')).toHaveProperty('wrong');
  expect(await from('key.pem', { LEGAJO_UPDATES_URL: 'http://updates.legajo.test/' })).toHaveProperty(
    'wrong',
  );
  expect(await from('key.pem', { LEGAJO_UPDATES_STAGE: 'half' })).toHaveProperty('wrong');
});

test('a feed names its installers and its stage, and only its own key opens it', async () => {
  const said = await from('key.pem', { LEGAJO_UPDATES_STAGE: '20' });
  expect(said).toEqual({ url, publicKey: publicKeyOf(key), stage: 20, key });
  const content = {
    version: '1.2.0',
    files: [{ name: 'legajo_1.2.0_amd64.deb', sha512: `${'A'.repeat(86)}==`, size: 5 }],
    released: '2026-11-22T00:00:00.000Z',
  };
  const feed = writeFeed({ ...content, stage: 20 }, key);
  expect(openFeed(feed, publicKeyOf(key))).toContain('stagingPercentage: 20\n');
  expect(openFeed(writeFeed({ ...content, stage: 100 }, key), publicKeyOf(key))).not.toContain('staging');
  expect(() => openFeed(feed, publicKeyOf(pem('ed25519')))).toThrow('was not signed by the key');
});

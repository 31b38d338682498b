import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { uploadFile } from '../fixtures/upload.ts';
import { syncStatus } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';

/** The folder of Legajo on a disk of its own, which is too small for one document. */
const demo = serveDemo();

const mount = (...args: readonly string[]): void => {
  execFileSync('mount', args, { stdio: 'ignore' });
};

test('a document that does not fit on the disk is listed with what it needs, and comes once it fits', async () => {
  const home = await mkdtemp(join(tmpdir(), 'legajo-home-'));
  const root = join(home, 'Legajo');
  await mkdir(root, { mode: 0o700 });
  try {
    mount('-t', 'tmpfs', '-o', 'size=64m,mode=700', 'tmpfs', root);
  } catch {
    test.skip(true, 'this system mounts no small disk');
  }
  try {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(70e6), Buffer.from('%%EOF\n')]);
    const libraries = await demo.author.call('groupsByMember', {});
    const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
    const file = { group, title: 'Levantamiento con dron', name: 'Levantamiento con dron.pdf', bytes };
    await uploadFile(demo.server.url, demo.author, file);
    const desktop = await launchInColours({ server: demo.server.url, home });
    const { page } = desktop;
    await page.setViewportSize({ width: 1440, height: 900 });
    await startSyncing(page);
    await page.getByRole('button', { name: /^Sincronización: / }).click();
    const panel = page.getByRole('complementary', { name: 'Sincronización' });
    const blocked = panel.getByRole('region', { name: 'Necesitan tu decisión' });
    await expect(blocked.getByText('Levantamiento con dron.pdf')).toBeVisible();
    await expect(blocked.getByText('No cabe en el disco: necesita 70 MB,', { exact: false })).toBeVisible();
    await expect.poll(() => syncStatus(page)).toBe('online');
    await expectGoodAppearance(page, 'wide');
    await page.setViewportSize({ width: 400, height: 820 });
    await page.getByRole('link', { name: /^Sincronización: / }).click();
    await expect(page.getByText('No cabe en el disco', { exact: false })).toBeVisible();
    await expectGoodAppearance(page, 'narrow');

    mount('-o', 'remount,size=200m', root);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect
      .poll(() => existsSync(join(root, 'Constructora Andes SpA', 'Calidad', 'Levantamiento con dron.pdf')))
      .toBe(true);
    await expect(page.getByText('No cabe en el disco', { exact: false })).toHaveCount(0);
    await desktop.close();
  } finally {
    execFileSync('umount', ['-l', root]);
    await rm(home, { recursive: true, force: true });
  }
});

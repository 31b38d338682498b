import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchDesktop } from './app.ts';

/** Links that leave the page: a signed file of the chosen server is downloaded, all others are blocked. */
test('a signed link of the server becomes a download, another address of it does not', async () => {
  const asked: string[] = [];
  const files = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-disposition', 'attachment; filename="Acta.txt"');
    response.end('Acta de reunión');
  });
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  const server = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  const saved = join(await mkdtemp(join(tmpdir(), 'legajo-saved-')), 'Acta.txt');

  const desktop = await launchDesktop({ server });
  await desktop.app.evaluate(({ session }, path) => {
    session.defaultSession.on('will-download', (_event, item) => item.setSavePath(path));
  }, saved);
  const follow = (address: string) =>
    desktop.app.evaluate(
      ({ BrowserWindow }, target) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          `{ const link = document.createElement('a'); link.href = ${JSON.stringify(target)};
             document.body.append(link); link.click(); link.remove(); }`,
        ),
      address,
    );
  await follow(`${server}/elsewhere`);
  await follow(`${server}/api/files/eyJ.signed.link`);
  await expect.poll(() => readFile(saved, 'utf8').catch(() => '')).toBe('Acta de reunión');
  expect(asked).not.toContain('/elsewhere');
  await desktop.close({ removeHome: true });
  await new Promise((closed) => files.close(closed));
});

import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { selfSigned } from '../../src/main/sync/testing/certificates.ts';
import { type DesktopPage, launchDesktop } from './app.ts';

/** The window and a server that is not who it says; the engine's ways are in src/main/sync/adapters/http/certificates.int.test.ts. */
test('a server whose certificate is not trusted gets nothing, and nobody can go on with it', {
  tag: '@desktop-certificates',
}, async () => {
  const heard: string[] = [];
  const server = createServer(selfSigned({ names: ['127.0.0.1'] }), (request, response) => {
    heard.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('{"status":"ok"}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Switches of a script or a shortcut do not change this.
  const trusting = await launchDesktop({
    args: ['--ignore-certificate-errors', '--allow-insecure-localhost'],
  });
  const { page } = trusting;
  const sentence = page.getByText('Este equipo no confía en el certificado de ese servidor.');

  await test.step('the address is refused with the reason, by the form and behind it', async () => {
    await page.getByLabel('Dirección del servidor').fill(address);
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await expect(sentence).toBeVisible();
    await expect(page.getByRole('button')).toHaveText(['Comprobar']);
    await page.screenshot({ path: test.info().outputPath('certificate.png') });
    const forced = await page.evaluate(
      (server) =>
        (window as unknown as DesktopPage).legajo.settings.setServer({
          address: server,
          allowInsecure: true,
        }),
      address,
    );
    expect(forced).toMatchObject({ ok: false, error: { code: 'certificate_untrusted' } });
  });
  await trusting.close();

  await test.step('one that was chosen before: the page and the form for signing in get nowhere', async () => {
    const { home } = trusting;
    const chosen = await launchDesktop({ home, server: address, args: ['--ignore-certificate-errors'] });
    const ways = await chosen.page.evaluate(async (origin) => {
      const ends = (target: EventTarget) =>
        new Promise<string>((resolve) => {
          for (const end of ['load', 'open', 'error'])
            target.addEventListener(end, () => resolve(end), { once: true });
        });
      const image = new Image();
      image.src = `${origin}/logo.png`;
      const fetched = fetch(`${origin}/api/health`).then(
        () => 'load',
        () => 'error',
      );
      const socket = new WebSocket(`${origin.replace('https', 'wss')}/realtime`);
      return Promise.all([fetched, ends(image), ends(socket)]);
    }, address);
    expect(ways).toEqual(['error', 'error', 'error']);
    const signedIn = await chosen.page.evaluate(() =>
      (window as unknown as DesktopPage).legajo.session.signIn({ email: 'a@prueba.test', password: 'x' }),
    );
    expect(signedIn).toMatchObject({ ok: false, error: { code: 'certificate_untrusted' } });
    await chosen.close({ removeHome: true });
  });
  expect(heard).toEqual([]);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { pdfFile, planFile } from '../../fixtures/files.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** A preview by its keys and wheel, as people know them from other readers. */

test('a PDF zooms by + and −, and by the wheel with Ctrl where the pointer is; F fills the screen from anywhere', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, demoEmail('autora'));
  const libraries = await api.call('groupsByMember', {});
  const group = libraries.find(({ roles }) => roles?.includes('upload'))?._id ?? '';
  const bytes = await planFile('Plano de planta');
  const record = await uploadFile(server.url, api, {
    group,
    title: 'Plano de planta',
    name: 'plano.pdf',
    bytes,
  });
  await startSession(page, 'autora');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/records/view/${record}`);
  const preview = page.getByRole('region', { name: 'Vista previa' });
  const pane = preview.getByRole('region', { name: 'plano.pdf' });
  const zoom = preview.getByText(/\d+ %$/);
  await expect(zoom).toContainText('Ajustado');
  const fitted = (await zoom.textContent()) ?? '';

  await pane.focus();
  await page.keyboard.press('+');
  await expect(zoom).not.toContainText('Ajustado');
  const larger = (await zoom.textContent()) ?? '';
  await page.keyboard.press('+');
  await expect(zoom).not.toHaveText(larger);
  await page.keyboard.press('-');
  await expect(zoom).toHaveText(larger);
  await page.keyboard.press('0');
  await expect(zoom).toHaveText(fitted);

  // What is under the pointer stays there.
  const box = await pane.boundingBox();
  if (!box) throw new Error('the preview has no place');
  await page.mouse.move(box.x + box.width - 60, box.y + 60);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 6; notch++) {
    const before = (await zoom.textContent()) ?? '';
    await page.mouse.wheel(0, -100);
    await expect(zoom).not.toHaveText(before);
  }
  await page.keyboard.up('Control');
  await expect
    .poll(() => pane.evaluate((element) => element.scrollLeft / (element.scrollWidth - element.clientWidth)))
    .toBeGreaterThan(0.8);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);

  await page.locator('#main').focus();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
});

test('a document whose pages all fit is at its first page', async ({ page, server }) => {
  const api = await signInApi(server.url, demoEmail('autora'));
  const libraries = await api.call('groupsByMember', {});
  const group = libraries.find(({ roles }) => roles?.includes('upload'))?._id ?? '';
  const bytes = await pdfFile(2, (number) => `Hoja ${number}`);
  const record = await uploadFile(server.url, api, { group, title: 'Dos hojas', name: 'hojas.pdf', bytes });
  await startSession(page, 'autora');
  await page.setViewportSize({ width: 390, height: 1600 });
  await page.goto(`/records/view/${record}`);
  const preview = page.getByRole('region', { name: 'Vista previa' });
  await expect(preview.getByText('1 de 2')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Página siguiente' })).toBeEnabled();
});

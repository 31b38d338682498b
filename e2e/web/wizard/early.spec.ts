import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR, dialog } from '../../fixtures/wizard.ts';

/** What somebody does before the later parts of the shell are loaded is done once they are. */

/** Opens the screen, and keeps its later parts away until they are let through. */
async function openWithoutLaterParts(page: Page, path: string): Promise<() => void> {
  const { promise: open, resolve: letThrough } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/assets\/later-[^/]*\.js$/, async (route) => {
    asked += 1;
    await open;
    await route.continue();
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(0);
  return letThrough;
}

test.beforeEach(async ({ page }) => signInAs(page, AUTHOR));

test('files that are pasted', async ({ page }) => {
  const letThrough = await openWithoutLaterParts(page, '/records/search');
  await page.getByRole('main').evaluate((target) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['%PDF-1.7 pegado'], 'Pegado.pdf', { type: 'application/pdf' }));
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  letThrough();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Pegado.pdf' })).toBeVisible();
});

test('files that are dropped, which do not replace the page either', async ({ page }) => {
  const letThrough = await openWithoutLaterParts(page, '/records/search');
  const handled = await page.getByRole('main').evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-1.7 soltado'], 'Soltado.pdf', { type: 'application/pdf' }));
    return ['dragenter', 'dragover', 'drop'].map(
      (type) => !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    );
  });
  expect(handled).toEqual([true, true, true]);
  letThrough();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Soltado.pdf' })).toBeVisible();
});

test('the rules of a folder', async ({ page, server }) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const [library] = await author.call('groupsByMember', {});
  const [folder] = await author.call('foldersByGroup', { params: { group: library?._id ?? '' } });
  if (!folder) throw new Error('the demo has no folder');
  const place = `group=${library?._id}&folder=${folder._id}`;
  const letThrough = await openWithoutLaterParts(page, `/records/search?${place}`);
  await page.getByRole('button', { name: /^Acciones de la carpeta/ }).click();
  await page.getByRole('menuitem', { name: 'Reglas de cumplimiento' }).click();
  letThrough();
  const panel = page.getByRole('dialog', { name: /^Reglas de cumplimiento/ });
  await expect(
    panel.getByRole('listitem').or(panel.getByText('Esta carpeta no tiene reglas')).first(),
  ).toBeVisible();
});

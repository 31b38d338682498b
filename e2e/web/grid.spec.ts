import { randomUUID } from 'node:crypto';
import { pdfFile } from '../../server/testing/files.ts';
import { demoEmail, signInApi } from '../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import { startSession } from '../fixtures/sign-in.ts';
import { showEverywhere } from '../fixtures/states.ts';
import { expect, test } from '../fixtures/test.ts';
import { uploadFile } from '../fixtures/upload.ts';
import { AUTHOR } from '../fixtures/wizard.ts';

/** Documents as cards: what a list can do, with the pictures of their pages. */

test('documents stand as cards with their first page, and all keys of a list work in four directions', async ({
  page,
  server,
}, info) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const mark = randomUUID().slice(0, 6);
  const body = { group, name: `Cuadros ${mark}`, parent: null };
  const { _id: folder } = await author.call('folderCreate', { body });
  const titles = Array.from({ length: 12 }, (_, at) => `Plano ${String(at + 1).padStart(2, '0')} ${mark}`);
  for (const [at, title] of titles.entries()) {
    const bytes = Buffer.from(await pdfFile([`${title}\n\nPlanta del piso ${at + 1}`]));
    await uploadFile(server.url, author, { group, folder, title, name: `${title}.pdf`, bytes });
  }
  const card = (at: number) => page.getByRole('gridcell', { name: new RegExp(titles[at] ?? '') });

  await startSession(page, AUTHOR);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/records/search?group=${group}&folder=${folder}`);
  await expect(page.getByRole('row', { name: new RegExp(titles[0] ?? '') })).toBeVisible();
  const views = page.getByRole('radiogroup', { name: 'Cómo se muestran los documentos' });
  await views.locator('label', { hasText: 'Cuadrícula' }).click();
  await expect(card(0)).toBeVisible();
  await expect(card(0).locator('img')).toBeVisible({ timeout: 30_000 });

  const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount'));
  expect(columns).toBeGreaterThan(2);
  await card(0).focus();
  for (const [key, place] of [
    ['ArrowRight', 1],
    ['ArrowDown', 1 + columns],
    ['ArrowLeft', columns],
    ['ArrowUp', 0],
    ['End', 11],
    ['Home', 0],
    ['j', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(card(place)).toBeFocused();
  }
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: new RegExp(titles[2] ?? '') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(2)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Vista rápida' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await showEverywhere(page, (name) => info.outputPath(`grid-${name}.png`));

  await page.setViewportSize({ width: 1280, height: 800 });
  await card(2).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: titles[2] ?? '' })).toBeVisible();
  await page.goBack();
  await expect(card(2)).toBeFocused();
  // The choice is the person's own, in all lists.
  await page.goto('/records/search?sort=title');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
});

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../fixtures/api.ts';
import { startSession } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** Lists of which only the first page is loaded. */

test.describe.configure({ timeout: 120_000 });

const MADE = 260;

/** Opens a list of several pages. */
async function open(page: Page, url: string): Promise<void> {
  const admin = await signInApi(url, demoEmail('admin'));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const { _id: folder } = await admin.call('folderCreate', {
    body: { group, name: `Partes ${randomUUID().slice(0, 6)}`, parent: null },
  });
  const [label] = await admin.call('labels', { query: { group } });
  for (const from of [0, 130]) {
    const items = Array.from({ length: 130 }, (_, at) => ({
      ...{ group, parent: folder, name: `Parte ${String(from + at).padStart(3, '0')}.txt` },
      ...{ year: 2026, month: 3, day: 2, labels: [label?._id ?? ''] },
      file: { name: `parte ${from + at}.txt`, size: 10 },
    }));
    await admin.call('createBatch', { body: { items } });
  }
  await startSession(page, 'admin');
  await page.goto(`/records/search?group=${group}&folder=${folder}&sort=title`);
  await expect(page.getByText(`${MADE} documentos`)).toBeVisible();
}

test('the quick look counts the whole list', async ({ page, server }) => {
  await open(page, server.url);
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog');
  await expect(look.getByRole('status').filter({ hasText: ' de ' })).toContainText(`1 de ${MADE}`);
  await page.keyboard.press('j');
  await expect(look.getByRole('status').filter({ hasText: ' de ' })).toContainText(`2 de ${MADE}`);
});

for (const view of ['Lista', 'Cuadrícula'])
  test(`one press of End goes to the last of a list of several pages: ${view}`, async ({ page, server }) => {
    await open(page, server.url);
    await page.locator('label').filter({ hasText: view }).click();
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('End');
    const last = page.locator(`[data-row="${MADE - 1}"]`);
    const held = view === 'Lista' ? last : last.locator(':focus').or(last.and(page.locator(':focus')));
    await expect(held).toBeFocused();
    await expect(last).toContainText('Parte 259');
    await expect(last).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(page.locator('[data-row="0"]')).toBeInViewport();
  });

test('a key stops what End began', async ({ page, server }) => {
  await open(page, server.url);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/docs\/records\/search.*cursor=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-row="99"]')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-row="98"]')).toBeFocused();
  release();
  await expect(page.locator('[data-row="100"]')).toBeAttached();
  await expect(page.locator('[data-row="98"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row="100"]')).toBeFocused();
});

import type { Page } from '@playwright/test';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

const SCRIPTS = (): string[] => performance.getEntriesByType('resource').map(({ name }) => name);

const scripts = async (page: Page, name: string): Promise<string[]> =>
  (await page.evaluate(SCRIPTS)).filter((each) => each.includes(name) && each.endsWith('.js'));

/** Rests on the link to the help until its screen's code is there: what looks ahead comes some time after the screen. */
async function restOnHelp(page: Page): Promise<void> {
  const help = page.getByRole('navigation').getByRole('link', { name: 'Centro de Ayuda' });
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await help.hover();
      return scripts(page, '/assets/help-screen-');
    })
    .toHaveLength(1);
}

test('the code of the screen behind a link is loaded while the pointer rests on it', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/dashboard');
  // What is likely comes by itself, once the first screen stands.
  await expect.poll(() => scripts(page, '/assets/record-')).toHaveLength(1);
  await expect.poll(() => scripts(page, '/assets/library-')).toHaveLength(1);
  expect(await scripts(page, '/assets/help-screen-')).toHaveLength(0);
  await restOnHelp(page);
  await expect(page).toHaveURL(/dashboard$/);
});

test('a document is asked for when the pointer goes down', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/records/search');
  const link = page.locator('[role=row] a[href^="/records/view"]').first();
  await expect(link).toBeVisible();
  await restOnHelp(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/docs\/records\/by\/id\//.test(request.url())) asked.push(request.url());
  });
  await link.hover();
  await page.mouse.down();
  await expect.poll(() => asked.length).toBe(1);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/records\/view/);
});

import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

const SCRIPTS = (): string[] => performance.getEntriesByType('resource').map(({ name }) => name);

test('the code of the screen behind a link is loaded while the pointer rests on it', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/dashboard');
  const loaded = (name: string) =>
    expect.poll(async () =>
      (await page.evaluate(SCRIPTS)).filter((each) => each.includes(name) && each.endsWith('.js')),
    );
  // What is likely comes by itself, once the first screen stands.
  await loaded('/assets/record-').toHaveLength(1);
  await loaded('/assets/library-').toHaveLength(1);
  await loaded('/assets/help-screen-').toHaveLength(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Centro de Ayuda' }).hover();
  await loaded('/assets/help-screen-').toHaveLength(1);
  await expect(page).toHaveURL(/dashboard$/);
});

test('a document is asked for when the pointer goes down', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/records/search');
  const link = page.locator('[role=row] a[href^="/records/view"]').first();
  await expect(link).toBeVisible();
  await expect.poll(async () => (await page.evaluate(SCRIPTS)).join()).toContain('/assets/record-');
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

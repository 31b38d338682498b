import { demoEmail, signInApi } from '../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import { startSession } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** Occurs inside a PDF of the demo, and in no title, note or label. */
const INSIDE = 'talud calculado';
const TITLE = 'Procedimiento de trabajo seguro: excavaciones';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [400, 1280]) {
    test(`a word inside a file finds it, with its page: ${colorScheme}, ${width} px`, async ({
      page,
      server,
    }, info) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      const api = await signInApi(server.url, demoEmail('autora'));
      // The server extracts file texts one after the other, after its start.
      const found = () => api.call('recordSearch', { query: { text: INSIDE } });
      await expect.poll(async () => (await found()).items.length, { timeout: 60_000 }).toBeGreaterThan(0);

      await startSession(page, 'autora');
      await page.goto(`/records/search?text=${encodeURIComponent(INSIDE)}`);
      const row = page.getByRole('row').filter({ hasText: TITLE });
      await expect(row.or(page.getByRole('listitem').filter({ hasText: TITLE })).first()).toBeVisible();
      await expect(page.getByText(/pág\. 1/).first()).toBeVisible();
      await page.screenshot({ path: info.outputPath('results.png') });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }

  test(`the sheet says why a file has no text: ${colorScheme}`, async ({ page, server }, info) => {
    await page.emulateMedia({ colorScheme });
    const api = await signInApi(server.url, demoEmail('autora'));
    const { items } = await api.call('recordSearch', { query: {} });
    const document = items[0];
    if (!document) throw new Error('the demo has no documents');
    await page.route(`**/api/docs/records/by/id/${document._id}`, async (route) => {
      const answer = await route.fetch();
      const record = await answer.json();
      const text = { status: 'none', reason: 'encrypted', truncated: false };
      await route.fulfill({ response: answer, json: { ...record, text } });
    });
    await startSession(page, 'autora');
    await page.goto(`/records/view/${document._id}`);
    await expect(page.getByText('No se pudo leer el texto de este archivo.')).toBeVisible();
    await expect(page.getByText('Está protegido con contraseña.')).toBeVisible();
    await page.getByText('Está protegido con contraseña.').scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('sheet.png') });
    await expectAccessible(page);
  });
}

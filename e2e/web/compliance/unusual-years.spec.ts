import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR, dialog, fillPlace, give, next, openWizard, pdf } from '../../fixtures/wizard.ts';

/** Dates of documents whose year may be a typing error. */

test.beforeEach(async ({ page }) => startSession(page, AUTHOR));

test('the wizard asks about the year of a date, and lets it pass', async ({ page }) => {
  await page.goto('/dashboard');
  await openWizard(page);
  await give(page, pdf('Escritura de compraventa.pdf'));
  await next(page).click();
  await fillPlace(page);
  const date = dialog(page).getByLabel(/^Fecha de/);
  await date.fill('1800-03-12');
  await expect(date).toHaveAccessibleDescription('¿El año está bien? Dice 1800.');
  await expect(next(page)).toBeEnabled();
  await date.fill('2099-03-12');
  await expect(date).toHaveAccessibleDescription('¿El año está bien? Dice 2099.');
  await date.fill('1912-03-12');
  await expect(date).toHaveAccessibleDescription('Fecha del documento');
});

test('a document’s sheet asks about the year of each of its dates, and saves it', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, demoEmail(AUTHOR));
  const { items } = await api.call('recordSearch', { query: { state: '0' } });
  const id = items[0]?._id ?? '';
  await page.goto(`/records/view/${id}?panel=info`);
  for (const [label, year] of [
    ['Válido desde', '1800'],
    ['Vence el', '2099'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(`12-03-${year}`);
    await field.press('Tab');
    await expect(field).toHaveAccessibleDescription(`¿El año está bien? Dice ${year}.`);
  }
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect
    .poll(async () => (await api.call('recordById', { params: { id } })).validFrom)
    .toBe('1800-03-12');
});

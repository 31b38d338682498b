import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR, dialog, give, pdf } from '../../fixtures/wizard.ts';

/** What going back does on a phone while something lies over the page. */
test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const menu = (page: Page) => page.getByRole('button', { name: 'Abrir menú' });
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('navigation') });
const position = (page: Page) => page.evaluate(() => scrollY);

test('back closes the decision sheet, with what was written, and the next one asks', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, demoEmail('revisor'));
  const { items } = await api.call('recordSearch', { query: { state: '5' } });
  const address = `/records/view/${items[0]?._id}?panel=review`;
  await startSession(page, 'revisor');
  await page.goto('/records/search');
  await page.goto(address);
  const edge = page.getByRole('region', { name: /^Revisar la versión/ });
  const sheet = page.getByRole('dialog', { name: /^Revisar la versión/ });
  const decide = edge.getByRole('button', { name: 'Decidir' });
  await expect(decide).toBeVisible();
  await page.evaluate(() => {
    Object.assign(window, { same: true });
    scrollTo(0, 300);
  });
  const before = await position(page);
  await decide.click();
  await sheet.getByRole('radio', { name: /Aprobado/ }).check();
  await sheet.getByRole('textbox', { name: 'Comentario' }).fill('Visto en terreno.');
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(edge).toContainText('Aprobado, sin guardar');
  expect(await position(page)).toBe(before);

  // Forward leads nowhere, and the sheet opens as before.
  await page.evaluate(() => history.forward());
  await expect(sheet).toBeHidden();
  await decide.click();
  await expect(sheet.getByRole('textbox', { name: 'Comentario' })).toHaveValue('Visto en terreno.');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  expect(await position(page)).toBe(before);

  // A link of the menu asks first, and staying stays.
  await menu(page).click();
  await drawer(page).getByRole('link', { name: 'Panel', exact: true }).click();
  const leave = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
  await leave.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(leave).toBeHidden();
  await expect(page).toHaveURL(address);
  await menu(page).click();
  await drawer(page).getByRole('link', { name: 'Panel', exact: true }).click();
  await leave.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(decide).toBeVisible();
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

test('back closes the menu; after one of its links it is one step to the page before', async ({ page }) => {
  await startSession(page, 'revisor');
  await page.goto('/dashboard');
  await page.goto('/records/search');
  await menu(page).click();
  await expect(drawer(page)).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await expect(page).toHaveURL('/records/search');
  await menu(page).click();
  await drawer(page).getByRole('button', { name: 'Cerrar menú' }).click();
  await expect(drawer(page)).toBeHidden();

  await menu(page).click();
  await drawer(page).getByRole('link', { name: 'Ayuda' }).click();
  await expect(page).toHaveURL('/help');
  await expect(drawer(page)).toBeHidden();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/records/search');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Ayuda');
  await expect(drawer(page)).toBeHidden();
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL('/help');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/records/search');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

test('back asks before the wizard is thrown away, and a reload leaves nothing in the history', async ({
  page,
}) => {
  await startSession(page, AUTHOR);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cargar Documento' }).first().click();
  await give(page, pdf('Protocolo de ensayos.pdf'));
  await expect(dialog(page).getByText('20 kB')).toBeVisible();
  const question = page.getByLabel('Sí, descarta esta carga');
  for (const asked of [true, false, true]) {
    await page.goBack();
    await expect(question).toBeVisible({ visible: asked });
    await expect(dialog(page).getByText('Protocolo de ensayos.pdf')).toBeVisible();
  }
  await question.check();
  await page.getByRole('button', { name: 'Cancelar la carga' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
  // The page was loaded again while the wizard was open: nothing of it is left in the history.
  await page.goto('/records/search');
  await menu(page).click();
  await expect(drawer(page)).toBeVisible();
  await page.reload();
  await expect(drawer(page)).toBeHidden();
  await menu(page).click();
  await drawer(page).getByRole('button', { name: 'Cerrar menú' }).click();
  await expect(drawer(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

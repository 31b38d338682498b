import type { BrowserContext, Page } from '@playwright/test';
import { answer, hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { SCREENS, type Seen } from '../../fixtures/screens.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import * as wizard from '../../fixtures/wizard.ts';

/** Every screen in its four states: loading, empty, error with a retry, and filled. */

const PERSON = 'revisor';

// Four states, two themes, two widths take long on a busy machine.
/** One session for all of them: sign-in is not tested here. */
let context: BrowserContext;
let page: Page;
let seen: Seen;

test.beforeAll(async ({ browser, server }) => {
  context = await browser.newContext({
    baseURL: server.url,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await startSession(page, PERSON);
  const api = await signInApi(server.url, demoEmail(PERSON));
  const libraries = await api.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const { items } = await api.call('recordSearch', { query: { state: '1,2,5', limit: '100' } });
  const pdf = items.find(({ file }) => file.name.endsWith('.pdf'))?._id;
  const plain = items.find(({ file }) => /\.(docx|xlsx|pptx)$/.test(file.name))?._id;
  if (!pdf || !plain) throw new Error('the demo has too little in review');
  seen = { library, pdf, plain };
});
test.afterAll(() => context?.close());

for (const { name, at, call, open, loading, empty, part, failed, filled } of SCREENS) {
  test(`${name}: loading, empty, error, filled`, async () => {
    const pattern = `**/api/${call}`;
    const visit = async (): Promise<void> => {
      await page.goto(at(seen));
      await open?.(page);
    };

    const release = await hold(page, pattern);
    await visit();
    // The placeholder of the screen's part: the page's own placeholder comes before it.
    const place = part ? page.locator(part) : page.getByRole('main');
    const bars = loading?.(page) ?? place.getByRole('status', { name: 'Cargando…' }).first();
    await expect(bars).toBeVisible();
    await expectGoodLooks(page, part);
    await release();
    await expect(filled(page)).toBeVisible();
    // Some columns are shown by a wide screen only.
    await expectGoodLooks(page, part, { wideToo: !part });

    if (empty) {
      if (empty.status) await refuse(page, pattern, empty.status, 'not_found');
      else await answer(page, pattern, { json: empty.answer });
      await visit();
      await expect(page.getByText(empty.says)).toBeVisible();
      await expectGoodLooks(page, part);
      await letThrough(page, pattern);
    }

    await refuse(page, pattern, 503, 'unavailable');
    await visit();
    await expect(page.getByText(failed)).toBeVisible();
    await expectGoodLooks(page, part);
    await letThrough(page, pattern);
    await tryAgain(page);
    await expect(filled(page)).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
  });
}

test('the wizard: each of its five steps', async () => {
  const { dialog, next } = wizard;
  const part = '[role="dialog"]';
  await page.setViewportSize({ width: 1280, height: 820 });
  await page.goto('/dashboard');
  await wizard.openWizard(page);
  await expectGoodLooks(page, part);
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(860);
  const name = 'Un nombre de archivo muy largo que no cabe en una sola línea del teléfono 4417.pdf';
  await wizard.give(page, wizard.pdf(name));
  await expect(next(page)).toBeEnabled();
  await expectGoodLooks(page, part);

  const release = await hold(page, '**/api/docs/roles/by/group/*');
  await next(page).click();
  await wizard.choose(page, 'Grupo', 'Calidad');
  await expect(dialog(page).getByPlaceholder('Cargando…').first()).toBeVisible();
  await release();
  await wizard.choose(page, 'Estado', 'Borrador');
  await dialog(page).getByLabel('Título de').fill('Mal');
  await expectGoodLooks(page, part);
  await dialog(page).getByLabel('Título de').fill('Documento accesible 4417');
  await next(page).click();
  await wizard.chooseLabel(page);
  await expectGoodLooks(page, part);
  await next(page).click();
  await wizard.confirmation(page).check();
  await expectGoodLooks(page, part);
  await page.setViewportSize({ width: 321, height: 700 });
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(321);
  await wizard.create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  await expectGoodLooks(page, part);
});

test('sign-in: empty, on its way, without an answer', async ({ browser, server }) => {
  const guest = await browser.newContext({ baseURL: server.url, locale: 'es-CL', reducedMotion: 'reduce' });
  const door = await guest.newPage();
  await door.goto('/');
  const enter = door.getByRole('button', { name: 'Iniciar sesión' });
  await enter.click();
  await expect(door.getByText('Escribe un correo válido.')).toBeVisible();
  await expectGoodLooks(door);

  await door.getByLabel('Correo').fill(demoEmail(PERSON));
  await door.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await refuse(door, '**/api/auth/sign-in', 503, 'unavailable');
  await enter.click();
  await expect(door.getByRole('alert').filter({ hasText: 'No disponible por ahora.' })).toBeVisible();
  await expect(door.getByLabel('Correo')).toHaveValue(demoEmail(PERSON));
  await expectGoodLooks(door);
  await letThrough(door, '**/api/auth/sign-in');

  const release = await hold(door, '**/api/auth/sign-in');
  await enter.click();
  await expect(door.locator('button[type="submit"]')).toHaveAttribute('data-loading', 'true');
  await expectGoodLooks(door);
  await release();
  await expect(door).toHaveURL(/dashboard/);
  await guest.close();
});

import { expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, demoEmail } from '../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import { type RunningServer, startServer } from '../fixtures/server.ts';
import { type DesktopPage, launchDesktop, signIn, syncStatus } from './app.ts';

/** "Este equipo": what its person chooses for this computer, in a real window over a real engine. */
let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer({ DEMO: 'yes' });
});
test.afterAll(() => server.stop());

const preferences = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as DesktopPage).legajo.settings.get();
    return answer.ok ? answer.value.preferences : null;
  });

/** Axe and the width, in both themes. */
async function sound(page: Page, picture: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate(
      (wanted) => (window as unknown as DesktopPage).legajo.settings.setTheme(wanted),
      theme,
    );
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    for (const [width, height] of [
      [400, 820],
      [1280, 860],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNoSidewaysScroll(page);
      await page.screenshot({
        path: test.info().outputPath(`${picture}-${width}-${theme}.png`),
        fullPage: true,
      });
    }
    await expectAccessible(page, { sameWindow: true });
  }
}

test('limits, and names that are not synced, hold at once and are kept', async () => {
  test.setTimeout(240_000);
  const desktop = await launchDesktop({ server: server.url });
  const { page } = desktop;
  // The driver would hold the page at its own colour scheme.
  await page.emulateMedia({ colorScheme: null });
  await page.getByRole('button', { name: 'Usar esta carpeta' }).click();
  await signIn(page, { email: demoEmail('autora'), password: DEMO_PASSWORD });
  await expect.poll(() => syncStatus(page), { timeout: 60_000 }).toBe('online');
  await page.getByRole('button', { name: /^Sincronización: En línea/ }).click();
  await page.getByRole('link', { name: 'Ajustes de este equipo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Este equipo' })).toBeVisible();

  await test.step('limits by the keyboard', async () => {
    await page.getByLabel('Al subir documentos').fill('250');
    await page.keyboard.press('Enter');
    await expect.poll(() => preferences(page)).toMatchObject({ limitUp: 250, limitDown: 0 });
    await expect(page.getByText('Ajustes guardados.')).toBeVisible();
  });

  const field = page.getByLabel('Nombre', { exact: true });
  await test.step('names: what cannot be one is said at the field, and what covers everything is asked about', async () => {
    for (const [text, refusal] of [
      ['', 'Escribe un nombre.'],
      ['Obras/2026', 'Escribe solo un nombre, sin barras'],
      ['plano?', 'Ningún archivo puede llevar ese carácter'],
    ] as const) {
      await field.fill(text);
      await field.press('Enter');
      await expect(page.getByText(refusal)).toBeVisible();
      await expect(field).toBeFocused();
    }
    await field.fill('*.docx');
    await field.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: '*.docx' })).toContainText(
      /\d+ archivos? de este equipo/,
    );
    await field.fill('*');
    await field.press('Enter');
    const question = page.getByRole('dialog', { name: '¿No sincronizar casi nada?' });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toBeHidden();
    expect((await preferences(page))?.ignore).toEqual(['*.docx']);
  });
  await sound(page, 'computer');
  await page.getByRole('button', { name: 'Quitar *.docx' }).click();
  await expect.poll(async () => (await preferences(page))?.ignore).toEqual([]);

  await desktop.close({ removeHome: true });
});

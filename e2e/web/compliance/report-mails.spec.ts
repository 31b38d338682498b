import type { Page } from '@playwright/test';
import { hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail } from '../../fixtures/api.ts';
import { inMailTo } from '../../fixtures/mail.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** The report by mail each month: its list in four states, planning it by keyboard, and the link in the mail. */

const CALL = '**/api/calendars/report/mails';
const WIDE = { width: 1280, height: 860 };
const panel = (page: Page, name = 'Informe mensual por correo') => page.getByRole('dialog', { name });

test('a manager has the report mailed each month, tries it, changes it and leaves it', async ({
  page,
  server,
}, info) => {
  await page.setViewportSize(WIDE);
  await startSession(page, 'gestora');
  const main = page.getByRole('main');

  await test.step('the list: loading, failed, empty', async () => {
    const release = await hold(page, CALL);
    await page.goto('/calendars/report');
    await main.getByRole('button', { name: 'Envíos por correo' }).click();
    await expect(panel(page).getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await release();
    await expect(panel(page).getByText('Todavía no se envía a nadie')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await refuse(page, CALL, 503, 'unavailable');
    await page.reload();
    await expect(panel(page).getByText('No se pudieron cargar los envíos')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await letThrough(page, CALL);
    await tryAgain(panel(page));
    await expect(panel(page).getByText('Todavía no se envía a nadie')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL(/\/calendars\/report$/);
  });

  const form = panel(page, 'Nuevo envío mensual');
  await test.step('from the exports, by keyboard, with the filters of the screen; what is typed is kept', async () => {
    await page.goto('/calendars/report?status=overdue&period=12');
    await main.getByRole('button', { name: 'Exportar' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Enviar cada mes…' }).press('Enter');
    const to = form.getByRole('combobox', { name: 'Para' });
    await expect(to).toBeFocused();
    await expect(form.getByRole('radio', { name: /^Lo que ahora muestra la pantalla/ })).toBeChecked();
    await expect(form.getByText('1 estado, últimos 12 meses')).toBeVisible();
    await to.fill('nadie con ese nombre');
    await page.keyboard.press('Enter');
    await to.fill('Alejandra');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(form.getByText('Alejandra Muñoz Riquelme')).toBeVisible();
    await form.getByRole('checkbox', { name: 'PDF' }).press('Space');
    await form.getByRole('button', { name: 'Programar' }).press('Enter');
    await expect(form.getByText('Elige al menos un formato.')).toBeVisible();
    await form.getByRole('checkbox', { name: 'Excel (XLSX)' }).press('Space');
    await form.getByRole('button', { name: 'Cerrar' }).click();
    await expect(form).toBeHidden();
    await main.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Enviar cada mes…' }).click();
    await expect(form.getByRole('checkbox', { name: 'Excel (XLSX)' })).toBeChecked();
    await form.getByRole('checkbox', { name: 'PDF' }).check();
    await showEverywhere(page, (width) => info.outputPath(`form-${width}.png`));
    await page.setViewportSize(WIDE);
    await form.getByRole('button', { name: 'Programar' }).press('Enter');
    await expect(page.getByText(/^El envío quedó programado: el próximo sale el /)).toBeVisible();
  });

  const row = panel(page).getByRole('list', { name: 'Envíos programados' }).getByRole('listitem').first();
  await test.step('it stands in the list, with whom it goes to', async () => {
    await expect(panel(page).getByRole('button', { name: 'Programar envío' })).toBeFocused();
    await expect(row.getByRole('heading', { name: 'El día 1 de cada mes' })).toBeVisible();
    await expect(row.getByText('PDF y Excel · Con filtros: Vencido, últimos 12 meses')).toBeVisible();
    await expect(row.getByText('Todavía no le llega ninguno')).toHaveCount(2);
    await expect(page.getByText(/^El envío quedó programado/)).toBeHidden();
    await showEverywhere(page, (width) => info.outputPath(`list-${width}.png`));
    await page.setViewportSize(WIDE);
  });

  await test.step('a try arrives, with the link into the same report', async () => {
    await row.getByRole('button', { name: 'Enviarme una prueba del envío del día 1' }).press('Enter');
    await expect(page.getByText('La prueba va en camino a tu correo.')).toBeVisible();
    const link = await inMailTo(
      server.dataDir,
      demoEmail('gestora'),
      /(\/calendars\/report\?asOf=\d{4}-\d\d-\d\d&period=12&status=overdue)/,
    );
    const stop = await inMailTo(server.dataDir, demoEmail('gestora'), /(\/unsubscribe\/report\/[\w.-]+)/);
    const reader = await page.context().browser()?.newPage({ baseURL: server.url, locale: 'es-CL' });
    if (!reader) throw new Error('no browser');
    await reader.goto(stop);
    await expect(
      reader.getByRole('heading', { name: '¿Dejar de recibir el informe mensual?' }),
    ).toBeVisible();
    await expectGoodLooks(reader);
    await reader.getByRole('button', { name: 'Dejar de recibirlo' }).click();
    await expect(reader.getByRole('heading', { name: 'Ya no recibirás este informe' })).toBeFocused();
    await reader.goto('/unsubscribe/report/otro.enlace.cualquiera');
    await expect(reader.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
    await expectGoodLooks(reader);
    await reader.close();
    await page.goto(`${link}&mails=list`);
    await expect(row.getByText('Dejó de recibirlo')).toBeVisible();
    await row.getByRole('button', { name: 'Volver a recibir el envío del día 1' }).press('Enter');
    await expect(row.getByText('Dejó de recibirlo')).toBeHidden();
  });

  await test.step('it is changed, which keeps its filters, and stopped', async () => {
    await row.getByRole('button', { name: 'Cambiar el envío del día 1' }).press('Enter');
    const change = panel(page, 'Cambiar el envío mensual');
    await expect(change.getByRole('combobox', { name: 'Para' })).toBeFocused();
    await expect(change.getByRole('radio', { name: /^Los filtros que ya tiene/ })).toBeChecked();
    await change.getByRole('combobox', { name: 'Día del mes' }).press('Enter');
    await page.getByRole('option', { name: '5', exact: true }).click();
    await change.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
    await expect(row.getByRole('button', { name: 'Cambiar el envío del día 5' })).toBeFocused();
    await expect(row.getByText('PDF y Excel · Con filtros: Vencido, últimos 12 meses')).toBeVisible();
    await row.getByRole('button', { name: 'Detener el envío del día 5' }).press('Enter');
    const question = page.getByRole('dialog', { name: '¿Detener este envío?' });
    await question.getByRole('button', { name: 'Detener' }).press('Enter');
    await expect(panel(page).getByText('Todavía no se envía a nadie')).toBeVisible();
  });

  await test.step('the palette finds it', async () => {
    await page.goto('/dashboard');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('correo mensual');
    await page.getByText('Informe mensual por correo').click();
    await expect(panel(page)).toBeVisible();
  });
});

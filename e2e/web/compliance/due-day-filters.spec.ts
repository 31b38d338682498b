import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** The head and the filters that Calendarios and its report have in common. */

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

test('due days are narrowed by keyboard, kept in the address, and cleared one by one or at once', async ({
  page,
}, info) => {
  await startSession(page, 'gestora');
  await page.setViewportSize(WIDE);
  await page.goto('/calendars?view=list');
  const main = page.getByRole('main');
  const filters = main.getByRole('search', { name: 'Filtros' });
  const rows = main.getByRole('list', { name: 'Lista' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  await expect(filters.getByRole('button', { name: 'Limpiar' })).toHaveCount(0);

  await test.step('several states at once; the chip has the focus again', async () => {
    const status = filters.getByRole('button', { name: /^Estado/ });
    await status.press('Enter');
    const choices = page.getByRole('listbox', { name: 'Estado' });
    await choices.getByRole('option', { name: 'Vencido', exact: true }).click();
    await choices.getByRole('option', { name: 'Cumplido', exact: true }).click();
    await expect(page).toHaveURL(/status=overdue%2Cdone/);
    await page.keyboard.press('Escape');
    await expect(status).toBeFocused();
    await expect(status).toHaveText('Estado 2');
    await expect(rows).not.toHaveCount(all);
    await expect(rows.filter({ hasText: 'Pendiente' })).toHaveCount(0);
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
  });

  await test.step('one person or nobody; taken back in its own menu', async () => {
    const whose = filters.getByRole('button', { name: /^Responsable/ });
    await whose.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/mine=yes/);
    await expect(whose).toHaveText('Responsable A mi cargo');
    await whose.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/mine=/);
    await expect(page).toHaveURL(/status=/);
    await expect(whose).toBeFocused();
  });

  await test.step('Limpiar leaves the view, and the focus among the filters', async () => {
    await filters.getByRole('button', { name: 'Limpiar' }).press('Enter');
    await expect(page).toHaveURL(/\/calendars\?view=list$/);
    await expect(rows).toHaveCount(all);
    await expect(filters.getByRole('button', { name: /^Calendario/ })).toBeFocused();
  });

  await test.step('links of before still narrow', async () => {
    await page.goto('/calendars?view=list&status=overdue&responsible=nobody');
    await expect(filters.getByRole('button', { name: /^Responsable/ })).toHaveText(
      'Responsable Sin responsable',
    );
    await expect(filters.getByRole('button', { name: /^Estado/ })).toHaveText('Estado Vencido');
  });

  await page.goto('/calendars?view=week&status=overdue');
  await expect(main.getByRole('list', { name: 'Semana' })).toBeVisible();
  await showEverywhere(page, (width) => info.outputPath(`week-${width}.png`));
});

test('Hoy leads back from another week, month or day, and brings today into sight', async ({ page }) => {
  await startSession(page, 'gestora');
  await page.setViewportSize(WIDE);
  const main = page.getByRole('main');
  const today = main.locator('[aria-current="date"]');
  for (const view of ['month', 'week']) {
    await page.goto(`/calendars?view=${view}&on=2025-03-10`);
    await expect(main.getByRole('button', { name: 'Siguiente' })).toBeVisible();
    await expect(today).toHaveCount(0);
    await main.getByRole('button', { name: 'Hoy' }).click();
    await expect(today).toBeInViewport();
    await expect(page).not.toHaveURL(/on=/);
  }
  await page.goto('/calendars/report?view=month');
  await main.getByRole('button', { name: 'Mes anterior' }).click();
  await expect(page).toHaveURL(/month=/);
  await main.getByRole('button', { name: 'Hoy' }).click();
  await expect(today).toBeInViewport();

  // Nothing but the day and a period that has no today is given up, and only there is it offered.
  await page.goto('/calendars/report?status=overdue');
  const day = main.getByRole('button', { name: /^\p{L}+ \d+ de \p{L}+ de 20\d\d$/u });
  await expect(day).toBeVisible();
  await expect(main.getByRole('button', { name: 'Hoy' })).toHaveCount(0);
  await page.goto('/calendars/report?status=overdue&period=last&asOf=2025-06-01');
  await main.getByRole('button', { name: 'Hoy' }).press('Enter');
  await expect(page).toHaveURL(/\/calendars\/report\?status=overdue$/);
  await expect(day).toBeFocused();
});

test('on a phone the days and the matrix come before rows of buttons, which are in one menu', async ({
  page,
}, info) => {
  await signInAs(page, 'admin');
  await page.setViewportSize(PHONE);
  const main = page.getByRole('main');
  const more = main.getByRole('button', { name: 'Más acciones' });

  await page.goto('/calendars');
  await expect(main.getByRole('table', { name: 'Vencimientos por día' })).toBeInViewport({ ratio: 0.6 });
  await more.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['Ver informe', 'Suscribirse', 'Importar']);
  await page.getByRole('menuitem', { name: 'Importar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('menuitem', { name: 'Ver informe' }).click();

  const matrix = main.getByRole('grid', { name: 'Obligaciones por mes' });
  await expect(matrix).toBeVisible();
  await expect(matrix.getByRole('row').nth(1)).toBeInViewport();
  await more.click();
  await expect(page.getByRole('menuitem', { name: /^PDF/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Informes congelados' }).click();
  await expect(page.getByRole('dialog', { name: 'Informes congelados' })).toBeVisible();
  await page.keyboard.press('Escape');
  await more.click();
  await page.getByRole('menuitem', { name: 'Ver calendarios' }).click();
  await expect(page).toHaveURL(/\/calendars$/);
  await page.goBack();
  await expect(matrix).toBeVisible();
  await showEverywhere(page, (width) => info.outputPath(`report-${width}.png`));
  await page.setViewportSize(PHONE);
  await page.goto('/calendars/report?status=overdue');
  await expect(main.getByRole('button', { name: 'Limpiar' })).toBeInViewport({ ratio: 0.9 });
  await page.screenshot({ path: info.outputPath('clear-390.png') });

  // Whoever only reads has one action: no menu for it.
  await signInAs(page, 'lectora');
  await page.setViewportSize(PHONE);
  await page.goto('/calendars');
  await expect(main.getByRole('button', { name: 'Suscribirse' })).toBeVisible();
  await expect(more).toHaveCount(0);
});

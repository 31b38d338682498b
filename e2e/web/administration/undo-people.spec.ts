import type { Page } from '@playwright/test';
import { answer, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const last = (page: Page) => dialogOf(page).getByRole('region', { name: 'Tu última importación' });

async function importPeople(page: Page, ...rows: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await dialogOf(page).getByText('Pegar celdas').click();
  await dialogOf(page)
    .getByLabel('Celdas de tu planilla')
    .fill(['Nombres\tApellidos\tCorreo\tBibliotecas', ...rows].join('\n'));
  await dialogOf(page)
    .getByRole('button', { name: /^Importar \d/ })
    .click();
  await expect(last(page)).toBeVisible();
}

test('an import of people is taken back, also later on, and its invitations are sent at once', async ({
  page,
  server,
}, info) => {
  await startSession(page, 'admin');
  await page.goto('/users');

  await test.step('it says when the invitations leave, and is taken back where it was made', async () => {
    await importPeople(page, 'Nuria\tNúñez\tnuria@deshacer.cl\t', 'Tomás\tLira\ttomas@deshacer.cl\t');
    await expect(last(page)).toContainText('Nuevas: 2.');
    await expectGoodLooks(page, '[role="dialog"]');
    await showEverywhere(page, (width) => info.outputPath(`undo-${width}.png`));
    await page.setViewportSize({ width: 1280, height: 800 });
    await refuse(page, '**/api/imports/runs/*/undo', 503, 'unavailable');
    await last(page).getByRole('button', { name: 'Deshacer la importación' }).click();
    await expect(page.getByText('No se pudo deshacer la importación')).toBeVisible();
    await letThrough(page, '**/api/imports/runs/*/undo');
    await last(page).getByRole('button', { name: 'Deshacer la importación' }).click();
    await expect(page.getByText('Importación deshecha: 2 cambios.')).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page.getByText('nuria@deshacer.cl')).toHaveCount(0);
  });

  await test.step('the dialog offers it again after it was closed, and what was changed since stays', async () => {
    await importPeople(page, 'Nuria\tNúñez\tnuria@deshacer.cl\t');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Importar', exact: true }).click();
    await expect(last(page)).toContainText('Nuevas: 1.');
    await last(page).getByRole('button', { name: 'Deshacer la importación' }).press('Enter');
    await expect(page.getByText('Importación deshecha: 1 cambio.')).toBeVisible();
    await expect(last(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('where mail leaves the server, invitations are sent without waiting', async () => {
    const admin = await signInApi(server.url, demoEmail('admin'));
    await answer(page, '**/api/session', {
      json: { ...(await admin.call('session', {})), mailLeaves: true },
    });
    await page.goto('/users');
    await importPeople(page, 'Nuria\tNúñez\tnuria@deshacer.cl\t');
    await expect(last(page)).toContainText('Las invitaciones salen a las');
    await expectGoodLooks(page, '[role="dialog"]');
    await last(page).getByRole('button', { name: 'Enviar las invitaciones ahora' }).click();
    await expect(page.getByText('Las invitaciones ya van en camino.')).toBeVisible();
    await expect(last(page)).toHaveCount(0);
    expect(await admin.call('importRuns', {})).toEqual([]);
  });
});

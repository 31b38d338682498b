import { randomUUID } from 'node:crypto';
import { formatRut, rutDigit } from '#shared/people/rut.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** A folder of a library that exists becomes a contractor's, a worker's or a site's. */

const WIDE = { width: 1280, height: 860 };

test('a folder becomes a contractor’s, once, with what lies in it', async ({ page, server }, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const group = (await admin.call('groupsByMember', {})).find(({ name }) => name === 'Calidad')?._id ?? '';
  const label = (await admin.call('labels', { query: { group } }))[0]?._id ?? '';
  const name = `Excavaciones ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await admin.call('folderCreate', { body: { group, name, defaultLabels: [label] } });
  await startSession(page, 'admin');
  await page.setViewportSize(WIDE);
  const place = `/records/search?group=${group}&folder=${folder}`;
  const menu = page.getByRole('button', { name: `Acciones de la carpeta ${name}` });
  const dialog = page.getByRole('dialog', { name: 'Convertir carpeta' });
  const open = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Convertir en contratista, trabajador u obra…' }).click();
    await expect(dialog.getByText(`«${name}» pasa a ser`)).toBeVisible();
  };
  await page.goto(place);

  await test.step('going back leads to the folder, and what was typed is kept', async () => {
    await open();
    await dialog.getByLabel('RUT').fill('15.222.333-9');
    await dialog.getByRole('button', { name: 'Convertir' }).click();
    await expect(dialog.getByLabel('RUT')).toHaveAttribute('aria-invalid', 'true');
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await showEverywhere(page, (width) => info.outputPath(`adopt-${width}.png`));
    await page.setViewportSize(WIDE);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(menu).toBeVisible();
    await open();
    await expect(dialog.getByLabel('RUT')).toHaveValue('15.222.333-9');
  });

  await test.step('a site has no RUT; a contractor is made, and its page opens', async () => {
    await dialog.getByRole('combobox', { name: 'Qué es' }).click();
    await page.getByRole('option', { name: 'Obra', exact: true }).click();
    await expect(dialog.getByLabel('RUT')).toHaveCount(0);
    await dialog.getByRole('combobox', { name: 'Qué es' }).click();
    await page.getByRole('option', { name: 'Empresa contratista' }).click();
    await dialog.getByLabel('RUT').fill(formatRut(`76555444-${rutDigit(76_555_444)}`));
    await dialog.getByRole('button', { name: 'Convertir' }).click();
    await expect(page).toHaveURL(/\/contractors\/[\w-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const { items } = await admin.call('parties', { query: { kind: 'contractor', q: name } });
    expect(items.map((party) => party.folder._id)).toEqual([folder]);
  });

  await test.step('not a second time, and not one that is gone', async () => {
    await page.goto(place);
    await open();
    await dialog.getByRole('button', { name: 'Convertir' }).click();
    await expect(dialog.getByText('Esa carpeta ya es de alguien de la lista.')).toBeVisible();
    await page.goto(`/contractors?group=${group}&adopt=${randomUUID()}`);
    await expect(dialog.getByText('La carpeta ya no existe, o no puedes verla.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/adopt=/);
  });
});

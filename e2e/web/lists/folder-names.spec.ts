import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Folders and libraries are called what people write, and have another name on disks where those do not take it. */

test('a folder of a company, with its dot', async ({ page }, info) => {
  await startSession(page, 'autora');
  await page.goto('/records/search');
  await page.getByRole('link', { name: /^Prevención y obras/ }).click();
  await page.getByRole('button', { name: 'Nueva carpeta' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nueva carpeta' });
  const name = dialog.getByRole('textbox', { name: 'Nombre' });
  await name.fill('Excavaciones Maipo Ltda');
  await expect(dialog.getByText(/En los equipos se llamará/)).toBeHidden();
  await name.fill('Excavaciones Maipo Ltda.');
  await expect(name).toHaveAccessibleDescription('En los equipos se llamará «Excavaciones Maipo Ltda».');
  await showEverywhere(page, (what) => info.outputPath(`folder-${what}.png`));
  await name.fill('Maipo/2026');
  await expect(name).toHaveAccessibleDescription(/no puede llevar \/ ni/);
  await name.fill('Excavaciones Maipo Ltda.');
  await dialog.getByRole('button', { name: 'Crear' }).click();
  await expect(page.getByText('Carpeta «Excavaciones Maipo Ltda.» creada.')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /Excavaciones Maipo Ltda\./ })).toBeVisible();
});

test('a library of a company, and its name on disks', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/groups/create');
  const name = page.getByRole('main').getByRole('textbox', { name: /^Nombre/ });
  await name.fill('Constructora Andes S.A.');
  await expect(name).toHaveAccessibleDescription(/En los equipos se llamará «Constructora Andes S\.A»\./);
});

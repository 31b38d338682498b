import { randomUUID } from 'node:crypto';
import { addDays, dayIn } from '../../../src/shared/platform/days.ts';
import { hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';

/**
 * Rules of folders: publishers set them, everybody sees what is missing, and nobody sees the name of a hidden document.
 */

/** Has every role in Calidad. */
const ADMIN = 'admin';
const READER = 'lectora';
/** From the demo's rule whose certificate has expired. */
const RESPONSIBLE = 'autora';

async function aFolder(url: string) {
  const admin = await signInApi(url, demoEmail(ADMIN));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const mark = randomUUID().slice(0, 6);
  const name = `Proveedores ${mark}`;
  const make = async (body: { name: string; parent: string | null }) =>
    (await admin.call('folderCreate', { body: { group, ...body } }))._id;
  const folder = await make({ name, parent: null });
  const child = `Ferretería ${mark}`;
  return { admin, group, folder, name, child, inside: await make({ name: child, parent: folder }) };
}

test('a rule from nothing to green, with its exemption, as its people and a reader see it', async ({
  page,
  browser,
  server,
}, info) => {
  const { admin, group, folder, name, child, inside } = await aFolder(server.url);
  const at = (id: string) => `/records/search?group=${group}&folder=${id}`;
  const badge = (text: string) => page.getByRole('main').getByRole('button', { name: text, exact: true });
  const panel = page.getByRole('dialog', { name: /^Reglas de cumplimiento/ });
  const node = (text: string) => page.getByRole('treeitem', { name: new RegExp(text) });
  await startSession(page, ADMIN);

  await test.step('a folder without rules is grey, and says so', async () => {
    await page.goto(at(folder));
    await badge('Sin reglas').click();
    await expect(page.getByText('Aquí no hay reglas.')).toBeVisible();
    await page.getByRole('button', { name: 'Ver reglas' }).click();
    await expect(panel.getByText('Esta carpeta no tiene reglas')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('what is missing in the form is said at its field, and nothing is lost', async () => {
    await panel.getByRole('button', { name: 'Nueva regla' }).click();
    await panel.getByRole('button', { name: 'Guardar' }).click();
    await expect(panel.getByText('Escribe un nombre de 3 a 80 caracteres.')).toBeVisible();
    await expect(panel.getByText('Indica qué documento se exige')).toBeVisible();
    await expect(panel.getByLabel('Nombre')).toBeFocused();
    await panel.getByLabel('Nombre').fill('Evaluación del proveedor');
    await panel.getByLabel('Aplica a').click();
    await page.getByRole('option', { name: 'Cada subcarpeta' }).click();
    await panel.getByLabel('Parte del título').fill('evaluación*proveedor');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(page.getByText('Hay cambios sin guardar')).toBeVisible();
    await page.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(panel.getByLabel('Nombre')).toHaveValue('Evaluación del proveedor');
    await panel.getByRole('button', { name: 'Guardar' }).click();
    await expect(panel.getByRole('listitem')).toContainText('Evaluación del proveedor');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('both folders are red, in the tree too, and lead to what is missing', async () => {
    await expect(badge('No cumple')).toBeVisible();
    await expect(node(name).getByRole('img', { name: 'Carpeta: No cumple' })).toBeVisible();
    await badge('No cumple').click();
    await page.getByRole('dialog').getByRole('link', { name: child }).click();
    // Opened at this width, because an open one follows a narrower window with a delay.
    await expect(badge('No cumple')).toBeVisible();
    await page.setViewportSize({ width: 321, height: 820 });
    await badge('No cumple').click();
    await expect(page.getByText('Falta el documento.')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/dashboard');
    await page.getByRole('list', { name: 'Tus pendientes' }).getByRole('link', { name: child }).click();
    await expect(badge('No cumple')).toBeVisible();
  });

  await test.step('all folders with something missing stand in one list, with why, and lead there', async () => {
    await page.goto(`/records/search?group=${group}`);
    await page.getByRole('link', { name: 'Con pendientes' }).click();
    const open = page.getByRole('list', { name: 'Carpetas con pendientes' });
    const row = open
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: `${name} / ${child}` }) });
    await expect(row).toContainText('Evaluación del proveedor Falta el documento.');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await row.getByRole('link').click();
    await expect(page.getByRole('dialog')).toContainText('Falta el documento.');
    const pattern = '**/api/docs/compliance/open*';
    await refuse(page, pattern, 503, 'unavailable');
    await page.goto('/records/search?view=open');
    await expect(page.getByText('No se pudieron cargar las carpetas con pendientes')).toBeVisible();
    await letThrough(page, pattern);
    await tryAgain(page);
    await expect(row).toBeVisible();
  });

  const today = dayIn('America/Santiago', new Date());
  await test.step('its document makes it green, and it warns before it ends', async () => {
    await uploadDocument(server.url, admin, {
      group,
      folder: inside,
      title: 'Evaluación 2026 del proveedor',
      state: 3,
      expiresOn: addDays(today, 20),
    });
    await page.goto(at(inside));
    await expect(badge('Cumple')).toBeVisible();
    const { rules } = await admin.call('rulesByFolder', { params: { id: folder } });
    const [rule] = rules;
    if (!rule) throw new Error('the rule is gone');
    await page.goto(at(folder));
    await page.getByRole('button', { name: /^Acciones de la carpeta/ }).click();
    await page.getByRole('menuitem', { name: 'Reglas de cumplimiento' }).click();
    await panel.getByRole('button', { name: 'Editar: Evaluación del proveedor' }).click();
    // Somebody else changes it meanwhile.
    const { _id, folder: _, updatedAt, match, ...rest } = rule;
    await admin.call('ruleUpdate', {
      params: { id: rule._id },
      body: {
        ...rest,
        match: { titlePattern: match.titlePattern },
        responsible: null,
        exemptions: [],
        legalBasis: 'ISO 9001:2015, 8.4',
      },
    });
    await panel.getByLabel('Vigencia exigida').click();
    await page.getByRole('option', { name: 'Hasta su fecha de vencimiento' }).click();
    await panel.getByRole('button', { name: 'Guardar' }).click();
    await expect(panel.getByText('Alguien modificó esta regla mientras tanto.')).toBeVisible();
    await panel.getByRole('button', { name: 'Cargar la versión actual' }).click();
    await expect(panel.getByLabel('Base normativa')).toHaveValue('ISO 9001:2015, 8.4');
    await panel.getByLabel('Vigencia exigida').click();
    await page.getByRole('option', { name: 'Hasta su fecha de vencimiento' }).click();
    await panel.getByRole('button', { name: 'Guardar' }).click();
    await expect(panel.getByRole('listitem')).toContainText('sin vencer');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('main').getByText('Por vencer').first()).toBeVisible();
  });

  await test.step('a day to come shows it red, and the way back to today', async () => {
    await page.goto(`${at(inside)}&asOf=${addDays(today, 40)}`);
    await expect(badge('No cumple')).toBeVisible();
    await expect(page.getByText('si nada cambia.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Volver a hoy' }).click();
    await expect(badge('Cumple')).toBeVisible();
    await page.goto(`${at(inside)}&asOf=${addDays(today, -30)}`);
    await expect(badge('Sin reglas')).toBeVisible();
    await expect(page.getByText('Así estaba el')).toBeVisible();
  });

  await test.step('rules of a template are added, edited like any other, and switched off', async () => {
    await page.goto(at(inside));
    await badge('Cumple').click();
    await page.getByRole('button', { name: 'Ver reglas' }).click();
    await panel.getByRole('button', { name: 'Usar una plantilla' }).click();
    await expectGoodLooks(page);
    await page.screenshot({ path: info.outputPath('template.png') });
    await page.setViewportSize({ width: 390, height: 860 });
    await page.screenshot({ path: info.outputPath('template-390.png') });
    await page.setViewportSize({ width: 1280, height: 800 });
    const iso = panel.locator('section', { hasText: 'Revisión anual ISO 9001' });
    await expect(iso.getByRole('button', { name: 'Agregar 0 reglas' })).toBeDisabled();
    await iso.getByRole('button', { name: 'Crear los 4 tipos que faltan' }).click();
    await expect(iso.getByRole('button', { name: 'Agregar 4 reglas' })).toBeEnabled();
    await panel.getByLabel('Auditoría interna del año').uncheck();
    await panel.getByRole('button', { name: 'Agregar 3 reglas' }).last().click();
    await expect(panel.getByRole('listitem')).toHaveCount(3);
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const each of await panel.getByRole('switch').all()) await each.click({ force: true });
    await expect(panel.getByRole('switch', { checked: true })).toHaveCount(0);
    await panel.getByRole('button', { name: /^Eliminar: Revisión/ }).click();
    await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
    await expect(panel.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(badge('Cumple')).toBeVisible();
  });

  await test.step('where the rules cannot be loaded it says so, and tries again', async () => {
    const pattern = '**/api/docs/rules/by/folder/*';
    await refuse(page, pattern, 503, 'unavailable');
    await page.goto(at(inside));
    await badge('Cumple').click();
    await page.getByRole('button', { name: 'Ver reglas' }).click();
    await expect(panel.getByText('No se pudieron cargar las reglas')).toBeVisible();
    await letThrough(page, pattern);
    const release = await hold(page, pattern);
    await tryAgain(panel);
    await release();
    await expect(panel.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('the root of a library keeps rules like any folder', async () => {
    await page.goto(`/records/search?group=${group}`);
    await page.getByRole('button', { name: /^Acciones de la carpeta/ }).click();
    await page.getByRole('menuitem', { name: 'Reglas de cumplimiento' }).click();
    await expect(panel.getByText('La raíz de esta biblioteca no tiene reglas')).toBeVisible();
    await panel.getByRole('button', { name: 'Nueva regla' }).click();
    await panel.getByLabel('Nombre').fill('Reglamento de la biblioteca');
    await panel.getByLabel('Parte del título').fill('reglamento*');
    await expect(panel.getByLabel('Aplica a')).toHaveValue('Raíz de la biblioteca');
    await panel.getByRole('button', { name: 'Guardar' }).click();
    await expect(panel.getByRole('listitem')).toContainText('Raíz de la biblioteca');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await badge('No cumple').click();
    const reasons = page.getByRole('dialog');
    await expect(reasons.getByText('Falta el documento.')).toBeVisible();
    await reasons.getByRole('button', { name: 'Ver reglas' }).click();
    await panel.getByRole('button', { name: /^Eliminar:/ }).click();
    await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
    await expect(panel.getByText('La raíz de esta biblioteca no tiene reglas')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a reader sees colours and reasons, and changes nothing', async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'es-CL' });
    const reader = await context.newPage();
    await startSession(reader, READER);
    await reader.goto(at(inside));
    await reader.getByRole('main').getByRole('button', { name: 'Cumple', exact: true }).click();
    await expect(
      reader.getByRole('dialog').getByRole('link', { name: 'Evaluación 2026 del proveedor' }),
    ).toBeVisible();
    await reader.getByRole('button', { name: 'Ver reglas' }).click();
    const theirs = reader.getByRole('dialog', { name: /^Reglas de cumplimiento/ });
    await expect(theirs.getByRole('listitem')).toHaveCount(2);
    await expect(theirs.getByRole('button', { name: 'Nueva regla' })).toHaveCount(0);
    await context.close();
  });
});

test('a notice about a folder leads whoever is responsible to its reasons', async ({ page }) => {
  await startSession(page, RESPONSIBLE);
  await page.goto('/notifications?type=FOLDER.FAILED');
  const notice = page.getByRole('main').getByRole('link', { name: /No se cumple en/ });
  const mine = notice.filter({ hasText: 'Equipos de medición calibrados' });
  await expect(mine).toBeVisible();
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await mine.click();
  await expect(page).toHaveURL(/reasons=open/);
  await expect(page.getByRole('dialog')).toContainText('Equipos de medición calibrados');
});

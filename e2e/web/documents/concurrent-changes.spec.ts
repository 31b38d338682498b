import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { addVersion, uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR, confirmation, create, dialog, give, next, pdf } from '../../fixtures/wizard.ts';

/** Changes by somebody else while a person edits: they are told, and nothing of theirs is lost. */

test('others change what one has open, and nothing is lost', async ({ page, server }, info) => {
  await signInAs(page, AUTHOR);
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const admin = await signInApi(server.url, demoEmail('admin'));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const folder = async (name: string, parent: string | null = null) =>
    (await admin.call('folderCreate', { body: { group: library, name, parent } }))._id;
  const [old, place] = [await folder('Faena vieja'), await folder('Faena nueva')];
  const works = await folder('Hormigones', old);
  const record = await uploadDocument(server.url, author, {
    group: library,
    folder: works,
    title: 'Losa del segundo piso',
  });
  const preview = page.getByRole('region', { name: 'Vista previa' });
  const title = page.getByRole('textbox', { name: 'Título' });

  await test.step('a version replaced while it is read stays until one asks for the new one', async () => {
    await page.goto(`/records/view/${record}`);
    await expect(preview.getByText('Texto de Losa del segundo piso')).toBeVisible();
    await title.fill('Losa que escribo yo');
    const { currentVersion } = await admin.call('recordById', { params: { id: record } });
    await addVersion(server.url, admin, {
      ...{ record, base: currentVersion?._id ?? '', name: 'Losa del segundo piso.txt' },
      bytes: Buffer.from('Texto corregido por otra persona'),
    });
    await expect(preview.getByRole('status')).toContainText(
      'Alguien cargó la versión 2 mientras veías la 1.',
    );
    await expect(preview.getByText('Texto de Losa del segundo piso')).toBeVisible();
    await page.screenshot({ path: info.outputPath('replaced.png') });
    await expectAccessible(page, { part: '[data-tour="preview"]' });
    await preview.getByRole('button', { name: 'Ver la versión 2' }).click();
    await expect(preview.getByText('Texto corregido por otra persona')).toBeVisible();
    await expect(preview.getByRole('status')).toHaveCount(0);
    await expect(title).toHaveValue('Losa que escribo yo');
  });

  await test.step('its folder is moved: the sheet goes on, and is kept', async () => {
    await admin.call('folderUpdate', { params: { id: works }, body: { parent: place } });
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Losa que escribo yo' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Guardar' })).toHaveCount(0);
    const held = await author.call('recordById', { params: { id: record } });
    expect(held).toMatchObject({
      title: 'Losa que escribo yo',
      folder: { path: 'Faena nueva / Hormigones' },
    });
  });

  await test.step('the manager follows a folder that is moved, and tells of one that is gone', async () => {
    await page.goto(`/records/search?group=${library}&folder=${works}`);
    const path = page.getByRole('navigation', { name: 'Ubicación' });
    await expect(path.getByRole('link', { name: 'Faena nueva' })).toBeVisible();
    await admin.call('folderUpdate', { params: { id: works }, body: { parent: old } });
    await expect(path.getByRole('link', { name: 'Faena vieja' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Losa que escribo yo/ })).toBeVisible();

    await page.goto(`/records/search?group=${library}&folder=${place}`);
    await page.getByRole('button', { name: 'Cargar aquí' }).first().click();
    await give(page, pdf('Ensayo de probetas.pdf'));
    await next(page).click();
    await dialog(page).getByRole('textbox', { name: 'Notas' }).fill('Tomadas el lunes');
  });

  await test.step('the wizard’s folder is deleted half-way: it says so at the field, and keeps the rest', async () => {
    await dialog(page).getByRole('combobox', { name: 'Estado' }).click();
    await page.getByRole('option', { name: 'Borrador', exact: true }).click();
    await next(page).click();
    await next(page).click();
    await confirmation(page).check();
    await admin.call('folderDelete', { params: { id: place } });
    await create(page).click();
    await expect(page.getByText('Por favor revisa los datos.')).toBeVisible();
    await expect(dialog(page).getByRole('combobox', { name: 'Carpeta' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expect(dialog(page).getByRole('textbox', { name: 'Notas' })).toHaveValue('Tomadas el lunes');
    await page.screenshot({ path: info.outputPath('wizard.png') });
    await dialog(page).getByRole('combobox', { name: 'Carpeta' }).click();
    await page.getByRole('option', { name: 'Faena vieja', exact: true }).click();
    for (let left = 2; left > 0; left -= 1) await next(page).click();
    await confirmation(page).check();
    await create(page).click();
    await expect(page.getByText('Documento creado con éxito.').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('No encontramos esta biblioteca o carpeta')).toBeVisible();
  });

  await test.step('a membership ends: what was typed is still there to be copied', async () => {
    const members = await admin.call('members', { params: { id: library } });
    const { _id: user } = await author.call('session', {});
    const roles = members.find((each) => each.user._id === user)?.roles ?? [];
    const params = { id: library, user };
    await page.goto(`/records/view/${record}`);
    await title.fill('Lo último que alcancé a escribir');
    await admin.call('memberDelete', { params });
    await expect(page.getByRole('alert').filter({ hasText: 'Este documento ya no está' })).toBeVisible();
    await expect(title).toHaveValue('Lo último que alcancé a escribir');
    await expect(preview.getByText('Texto corregido por otra persona')).toBeVisible();
    await page.screenshot({ path: info.outputPath('taken-away.png') });
    await admin.call('memberPut', { params, body: { roles } });
  });
});

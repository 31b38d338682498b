import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

test('an obligation for each contractor is made once, stands as one row, and comes to whoever is added', async ({
  page,
  server,
}, info) => {
  const [manager, author] = await Promise.all(
    ['admin', 'autora'].map((person) => signInApi(server.url, demoEmail(person))),
  );
  if (!manager || !author) throw new Error('nobody');
  const library = (await author.call('groupsByMember', {})).find(({ roles }) => roles?.includes('upload'));
  if (!library) throw new Error('no library to put contractors into');
  const add = (...names: string[]) =>
    author.call('partiesCreate', {
      body: { kind: 'contractor', group: library._id, items: names.map((name) => ({ name })) },
    });
  await add('Excavaciones Maipo Ltda.', 'Grúas Sur SpA');
  const { _id } = await manager.call('calendarCreate', { body: { name: 'Previsional' } });

  await signInAs(page, 'admin');
  await page.goto(`/calendars/edit/${_id}`);
  await page.getByRole('main').getByRole('button', { name: 'Agregar obligación' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Título' }).fill('Certificado F30-1');
  await drawer.getByRole('combobox', { name: 'Se pide' }).click();
  await page.getByRole('option', { name: 'A cada obra' }).click();
  await drawer.getByRole('combobox', { name: 'De qué biblioteca' }).fill(library.name);
  await page.getByRole('option', { name: library.name }).click();
  await expect(drawer.getByText('Esa lista está vacía')).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Se pide' }).click();
  await page.getByRole('option', { name: 'A cada contratista' }).click();
  await expect(drawer.getByText('Esa lista está vacía')).toBeHidden();
  await page.screenshot({ path: info.outputPath('drawer.png') });
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Guardar' }).click();
  await expect(drawer).toBeHidden();

  const list = page.getByRole('region', { name: 'Obligaciones' });
  const toggle = list.getByRole('button', { name: /^Certificado F30-1/ });
  await expect(toggle).toContainText('Una por cada contratista: 2');
  await expect(list.getByText('Grúas Sur SpA', { exact: true })).toBeHidden();
  await toggle.click();
  await expect(list.getByText('Grúas Sur SpA', { exact: true })).toBeVisible();
  await list.getByRole('checkbox', { name: 'Seleccionar todas: Certificado F30-1' }).check();
  await expect(page.getByRole('toolbar')).toContainText('2');
  await add('Pinturas Norte');
  await expect(toggle).toContainText('Una por cada contratista: 3');
  await showEverywhere(page, (width) => info.outputPath(`list-${width}.png`));
});

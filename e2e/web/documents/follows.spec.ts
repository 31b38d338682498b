import { randomUUID } from 'node:crypto';
import { hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** What people follow: a document from its menu and from a list, and a folder; and the list of it all. */

test('a folder and a document are followed, told of, and followed no more', async ({
  page,
  server,
}, info) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const name = `Obra ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group, name } });
  const title = `Bitácora de ${name}`;
  const record = await uploadDocument(server.url, author, { group, folder, title });
  await startSession(page, 'publicadora');
  await page.setViewportSize({ width: 1280, height: 900 });
  const list = page.getByRole('list', { name: 'Lo que sigues' });

  await test.step('nothing is followed yet: the list teaches how, and its other states', async () => {
    const pattern = '**/api/events/follows';
    const release = await hold(page, pattern);
    await page.goto('/notifications?tab=follows');
    await expect(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await release();
    await expect(page.getByText('Todavía no sigues nada')).toBeVisible();
    await expectAccessible(page);
    await refuse(page, pattern, 503, 'unavailable');
    await page.reload();
    await expect(page.getByText('No se pudo cargar lo que sigues')).toBeVisible();
    await letThrough(page, pattern);
  });

  await test.step('the folder, from its menu', async () => {
    await page.goto(`/records/search?group=${group}&folder=${folder}`);
    await page.getByRole('button', { name: `Acciones de la carpeta ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Seguir carpeta' }).click();
    await expect(page.getByText(`Sigues la carpeta «${name}»`)).toBeVisible();
    await page.getByRole('button', { name: `Acciones de la carpeta ${name}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Dejar de seguir' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the document, from its row', async () => {
    await page.getByRole('button', { name: `Acciones: ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Seguir', exact: true }).click();
    await expect(page.getByText(`Sigues «${title}»`)).toBeVisible();
  });

  await test.step('what comes into the folder is told at once', async () => {
    const other = `Acta de ${name}`;
    await uploadDocument(server.url, author, { group, folder, title: other });
    await page.goto('/notifications');
    await expect(page.getByText(`Creó ${other}`)).toBeVisible();
  });

  await test.step('the list leads to both, and gives one up with undo', async () => {
    await page.getByRole('tab', { name: 'Lo que sigo' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('listitem').first()).toContainText(title);
    await showEverywhere(page, (shown) => info.outputPath(`follows-${shown}.png`));
    // On a phone the open tab is scrolled into its row, and the page stays where it is.
    await page.setViewportSize({ width: 390, height: 860 });
    await page.goto('/notifications?tab=follows');
    await expect(page.getByRole('tab', { name: 'Lo que sigo' })).toBeInViewport({ ratio: 0.9 });
    await page.setViewportSize({ width: 390, height: 400 });
    await page.goto(`/records/view/${record}`);
    await expect(page.getByRole('tab', { name: 'Información' })).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/notifications?tab=follows');
    await list.getByRole('button', { name: `Dejar de seguir: ${title}` }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list
      .getByRole('link', { name: new RegExp(name) })
      .last()
      .click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  await test.step('the document is followed no more, from its own menu', async () => {
    await page.goto(`/records/view/${record}`);
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Dejar de seguir' }).click();
    await expect(page.getByText(`Ya no sigues «${title}».`)).toBeVisible();
    await page.goto('/notifications?tab=follows');
    await expect(list.getByRole('listitem')).toHaveCount(1);
  });
});

import { randomUUID } from 'node:crypto';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** What one person did to many documents is one notification to read. */

test('new documents of one upload are one row, opened and dismissed together', async ({
  page,
  server,
}, info) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const name = `Obra ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group, name } });
  // The demo's own are of the same author, and of a moment ago.
  const reviewer = await signInApi(server.url, demoEmail('revisor'));
  await reviewer.call('notificationDismiss', { body: { type: 'RECORD.CREATED' } });
  for (const count of ['uno', 'dos', 'tres', 'cuatro', 'cinco'])
    await uploadDocument(server.url, author, { group, folder, title: `Ensayo ${count} de ${name}` });

  await startSession(page, 'revisor');
  // Of the page, not of the bell's list, which may still be closing.
  const main = page.getByRole('main');
  const group5 = main.getByRole('button', { name: /^Creó 5 documentos/ });
  const inside = main.getByRole('list', { name: 'Creó 5 documentos' });
  const dismiss = page.getByRole('button', { name: 'Descartar: Creó 5 documentos' });

  await test.step('in the list of the bell', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Notificaciones: \d+ pendientes$/ }).click();
    const inList = page.getByRole('dialog').getByRole('button', { name: /^Creó 5 documentos/ });
    await expect(inList).toContainText(`Ensayo cinco de ${name}, Ensayo cuatro de ${name} y 3 más`);
    await page.getByRole('link', { name: 'Ver todas las notificaciones' }).click();
  });

  await test.step('each is below it', async () => {
    await expect(group5).toHaveAttribute('aria-expanded', 'false');
    await group5.press('Enter');
    await expect(inside.getByRole('listitem')).toHaveCount(5);
    await expectAccessible(page);
    await showEverywhere(page, (shown) => info.outputPath(`group-${shown}.png`));
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('one of them dismissed leaves the others together', async () => {
    const answered = page.waitForResponse('**/api/events/notifications/dismiss');
    await inside.getByRole('button', { name: `Descartar: Creó Ensayo tres de ${name}` }).click();
    await expect(page.getByRole('list', { name: 'Creó 4 documentos' }).getByRole('listitem')).toHaveCount(4);
    // The next step looks at the answer to its own call.
    await answered;
  });

  await test.step('and all of them at once', async () => {
    const answered = page.waitForResponse('**/api/events/notifications/dismiss');
    await page.getByRole('button', { name: 'Descartar: Creó 4 documentos' }).click();
    await expect(page.getByText(`de ${name}`)).toHaveCount(0);
    await expect(dismiss).toHaveCount(0);
    expect(await (await answered).json()).toMatchObject({ dismissed: 4 });
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByText(`de ${name}`)).toHaveCount(0);
  });
});

test('the focus stays in the list that one dismisses from, and what was dismissed can be had back', async ({
  page,
  server,
}) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const name = `Faena ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group, name } });
  const reviewer = await signInApi(server.url, demoEmail('revisor'));
  for (const { type } of await reviewer.call('notificationsPending', {}))
    await reviewer.call('notificationDismiss', { body: { type } });
  for (const count of ['uno', 'dos', 'tres'])
    await uploadDocument(server.url, author, { group, folder, title: `Pauta ${count} de ${name}` });

  await startSession(page, 'revisor');
  const main = page.getByRole('main');
  const rowOf = (count: string) => main.getByRole('link', { name: `Pauta ${count} de ${name}` });
  const dismiss = (count: string) =>
    page.getByRole('button', { name: `Descartar: Creó Pauta ${count} de ${name}` });
  const undo = page.getByRole('button', { name: 'Deshacer' });

  await test.step('to the next row, else to the one before', async () => {
    await page.goto('/notifications');
    await dismiss('dos').press('Enter');
    await expect(rowOf('dos')).toHaveCount(0);
    await expect(rowOf('uno')).toBeFocused();
    await expect(page.getByText('Notificación descartada.')).toBeVisible();
    await dismiss('uno').press('Enter');
    await expect(rowOf('uno')).toHaveCount(0);
    await expect(rowOf('tres')).toBeFocused();
  });

  await test.step('one message takes back all that was dismissed, and gives the focus back', async () => {
    await expect(page.getByText('2 notificaciones descartadas.')).toBeVisible();
    await expect(undo).toHaveCount(1);
    await undo.press('Enter');
    await expect(rowOf('dos')).toBeVisible();
    await expect(rowOf('uno')).toBeFocused();
    await page.reload();
    await expect(rowOf('dos')).toBeVisible();
  });

  await test.step('from the menu of a row, to what has the list where nothing is left', async () => {
    await page.getByRole('button', { name: `Más acciones: Creó Pauta dos de ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Descartar todas las de este tipo' }).press('Enter');
    await expect(main.getByText('Nada pendiente')).toBeVisible();
    await expect(main).toBeFocused();
    await undo.press('Enter');
    await expect(rowOf('dos')).toBeFocused();
  });

  await test.step('under the bell', async () => {
    await page.getByRole('button', { name: /^Notificaciones: 3 pendientes$/ }).press('Enter');
    const list = page.getByRole('dialog');
    await list.getByRole('button', { name: `Descartar: Creó Pauta tres de ${name}` }).press('Enter');
    await expect(list.getByRole('link', { name: `Pauta dos de ${name}` })).toBeFocused();
    await list.getByRole('button', { name: 'Descartar todas' }).press('Enter');
    await expect(list.getByRole('listitem')).toHaveCount(0);
    await expect(list).toBeFocused();
  });

  await test.step('a group as a whole', async () => {
    for (const count of ['cuatro', 'cinco', 'seis', 'siete'])
      await uploadDocument(server.url, author, { group, folder, title: `Pauta ${count} de ${name}` });
    await page.goto('/notifications');
    const all = main.getByRole('button', { name: /^Creó 4 documentos/ });
    await page.getByRole('button', { name: 'Descartar: Creó 4 documentos' }).press('Enter');
    await expect(all).toHaveCount(0);
    await expect(main).toBeFocused();
    await undo.press('Enter');
    await expect(all).toBeFocused();
  });
});

import { hold } from '../../fixtures/answers.ts';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { signOut, startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** What somebody wrote is not lost by Escape, nor by what a colleague does meanwhile. */

const WORDS = 'Falta la firma del inspector en la página dos.';

async function prepare(server: string) {
  const admin = await signInApi(server, demoEmail('admin'));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const upload = (title: string) => {
    const bytes = Buffer.from(`${title}: la losa se hormigona el lunes.`);
    return uploadFile(server, admin, { group, title, name: `${title}.txt`, bytes });
  };
  return { admin, group, upload };
}

test('a comment closed by Escape is there again, and so is a reply', async ({ page, server }) => {
  const { admin, upload } = await prepare(server.url);
  const record = await upload('Protocolo de faena');
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}?panel=review`);
  const list = page.getByRole('region', { name: 'Comentarios' });
  const words = list.getByRole('textbox');
  const begin = list.getByRole('button', { name: 'Comentar', exact: true });
  await begin.click();
  await words.fill(WORDS);
  await page.keyboard.press('Escape');
  await expect(words).toHaveCount(0);
  const goOn = list.getByRole('button', { name: 'Seguir escribiendo' });
  await expect(goOn).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(words).toBeFocused();
  await expect(words).toHaveValue(WORDS);
  // The button that sends has the same name.
  await begin.last().click();
  await expect(words).toHaveCount(0);
  await expect(list.getByRole('listitem').filter({ hasText: WORDS })).toBeVisible();
  // Sent, so nothing is kept.
  await begin.click();
  await expect(words).toHaveValue('');
  await page.keyboard.press('Escape');

  await list.getByRole('button', { name: 'Responder' }).click();
  await words.fill('Se corrige mañana.');
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: 'Responder' }).click();
  await expect(words).toHaveValue('Se corrige mañana.');

  // A colleague resolves the thread: whoever is writing goes on, and reads why it cannot be sent.
  const [thread] = await admin.call('commentsByRecord', { params: { id: record } });
  await admin.call('commentResolve', {
    params: { id: thread?._id ?? '' },
    body: { resolved: true, rev: thread?.rev ?? 0 },
  });
  await expect(list.getByText('Lo resolvió')).toBeVisible();
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('Se corrige mañana.');
  await page.keyboard.press('Control+Enter');
  await expect(list.getByRole('alert')).toBeVisible();
  await expect(words).toHaveValue('Se corrige mañana.');
  await list.getByRole('button', { name: 'Reabrir' }).click();
  await expect(list.getByText('Lo resolvió')).toHaveCount(0);
  await words.focus();
  await page.keyboard.press('Control+Enter');
  await expect(words).toHaveCount(0);
  await expect(list.getByRole('listitem').filter({ hasText: 'Se corrige mañana.' }).first()).toBeVisible();
});

test('a correction closed by Escape says that it is kept', async ({ page, server }) => {
  const { admin, upload } = await prepare(server.url);
  const record = await upload('Protocolo de corrección');
  const { currentVersion } = await admin.call('recordById', { params: { id: record } });
  const version = currentVersion?._id ?? '';
  const { _id: parent } = await admin.call('commentCreate', {
    body: { record, version, text: 'Falta la firma.' },
  });
  await admin.call('commentCreate', { body: { record, version, parent, text: 'Se agrega mañana.' } });
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}?panel=reviews`);
  const list = page.getByRole('region', { name: 'Comentarios' });
  const words = list.getByRole('textbox');
  const goOn = list.getByRole('button', { name: 'Seguir corrigiendo' });
  const menus = list.getByRole('button', { name: /^Más acciones/ });
  await expect(menus).toHaveCount(2);
  for (const [at, text] of ['Falta la firma.', 'Se agrega mañana.'].entries())
    await test.step(text, async () => {
      const edit = async (): Promise<void> => {
        await menus.nth(at).press('Enter');
        await page.getByRole('menuitem', { name: 'Corregir el comentario' }).press('Enter');
        await expect(words).toBeFocused();
      };
      await edit();
      await page.keyboard.press('Escape');
      await expect(words).toHaveCount(0);
      await expect(menus.nth(at)).toBeFocused();
      await edit();
      await words.fill(`${text} Página dos.`);
      await page.keyboard.press('Escape');
      await expect(goOn).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(words).toHaveValue(`${text} Página dos.`);
      await page.keyboard.press('Control+Enter');
      await expect(words).toHaveCount(0);
      await expect(list.getByText(`${text} Página dos.`)).toBeVisible();
      await expect(goOn).toHaveCount(0);
      await expect(menus.nth(at)).toBeFocused();
    });
});

test('a message to share keeps its people and words until it is sent', async ({ page, server }) => {
  const { upload } = await prepare(server.url);
  const record = await upload('Plan de calidad');
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}`);
  const dialog = page.getByRole('dialog');
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Acciones' }).click();
    await page.getByRole('menuitem', { name: 'Compartir con…' }).click();
  };
  await open();
  await page.getByRole('option').first().click();
  const message = dialog.getByLabel(/^Mensaje/);
  await message.fill(WORDS);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(message).toHaveValue(WORDS);
  await message.focus();
  await dialog.getByRole('button', { name: /Compartir|Avisar|Enviar/ }).click();
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(message).toHaveValue('');
});

test('closing the dialog for many documents keeps what was selected and written', async ({
  page,
  server,
}) => {
  const { group, upload } = await prepare(server.url);
  await upload('Ensayo de losa 1');
  await upload('Ensayo de losa 2');
  await startSession(page, 'admin');
  await page.goto(`/records/search?group=${group}&text=ensayo+losa&sort=title`);
  for (const title of ['Ensayo de losa 1', 'Ensayo de losa 2'])
    await page
      .getByRole('row', { name: new RegExp(title) })
      .getByRole('checkbox')
      .click();
  const bar = page.getByRole('toolbar', { name: 'seleccionados' });
  const dialog = page.getByRole('dialog');
  const open = (): Promise<void> => page.getByRole('button', { name: 'Cambiar estado' }).click();
  await open();
  const comment = dialog.getByLabel(/^Comentario/);
  await comment.fill(WORDS);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(bar).toContainText('2 seleccionados');
  await open();
  await expect(comment).toHaveValue(WORDS);
  await dialog.getByRole('combobox', { name: 'Nuevo estado' }).click();
  await page.getByRole('option', { name: 'Revisión pendiente' }).click();
  await dialog.getByRole('button', { name: /Cambiar/ }).click();
  // The button that was pressed is gone; the next one has the focus.
  await expect(dialog.getByRole('button', { name: 'Cerrar' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(bar).toHaveCount(0);
});

test('a comment is there again after a reload, and signing out asks before it is lost', async ({
  page,
  server,
}) => {
  const { upload } = await prepare(server.url);
  const record = await upload('Acta de obra');
  await startSession(page, 'admin');
  const path = `/records/view/${record}?panel=review`;
  await page.goto(path);
  const list = page.getByRole('region', { name: 'Comentarios' });
  const words = list.getByRole('textbox');
  const goOn = list.getByRole('button', { name: 'Seguir escribiendo' });
  await list.getByRole('button', { name: 'Comentar', exact: true }).click();
  await words.fill(WORDS);

  await test.step('where it was written, and where the document is opened anew', async () => {
    await page.reload();
    await goOn.click();
    await expect(words).toHaveValue(WORDS);
    await page.getByRole('link', { name: 'Panel' }).click();
    // The address is there before the page has been left.
    await expect(list).toHaveCount(0);
    await page.goBack();
    await goOn.click();
    await expect(words).toHaveValue(WORDS);
  });

  await test.step('signing out asks, and staying loses nothing', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Salir' }).click();
    const stay = page.getByRole('button', { name: 'Seguir editando' });
    await expect(stay).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stay).toHaveCount(0);
    await expect(words).toHaveValue(WORDS);
  });

  await test.step('what is given up by signing out is on this computer no more', async () => {
    await signOut(page, () => page.getByRole('button', { name: 'Salir sin guardar' }).click());
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(WORDS);
    await startSession(page, 'admin');
    await page.goto(path);
    await expect(list.getByRole('button', { name: 'Comentar', exact: true })).toBeVisible();
    await expect(goOn).toHaveCount(0);
  });
});

test('signing out asks where a sheet has changes, and the text of a reminder survives Escape', async ({
  page,
  server,
}) => {
  const { upload } = await prepare(server.url);
  const record = await upload('Bitácora de obra');
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}`);

  const dialog = page.getByRole('dialog', { name: 'Crear recordatorio' });
  const text = dialog.getByRole('textbox').first();
  const open = async () => {
    await page.getByRole('button', { name: 'Acciones' }).click();
    await page.getByRole('menuitem', { name: 'Crear recordatorio' }).click();
  };
  await open();
  await text.fill(WORDS);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(text).toHaveValue(WORDS);
  await dialog.getByRole('button', { name: 'Crear', exact: false }).last().click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('textbox', { name: 'Título' }).fill('Bitácora de la torre B');
  await page.getByRole('banner').getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Bitácora de la torre B');
  await signOut(page, () => page.getByRole('button', { name: 'Salir sin guardar' }).click());
});

test('a decision that was begun is there again after a look at the document, and asked about with the sheet', async ({
  page,
  server,
}) => {
  const { admin, upload } = await prepare(server.url);
  const record = await upload('Instructivo de faena');
  const { rev, currentVersion } = await admin.call('recordById', { params: { id: record } });
  await admin.call('reviewCreate', {
    body: { record, version: currentVersion?._id ?? '', state: 5, comment: '', rev },
  });
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}`);
  const title = page.getByRole('textbox', { name: 'Título' });
  const comment = page.getByRole('textbox', { name: 'Comentario' });
  const decide = page.getByRole('main').getByRole('button', { name: 'Aprobar o rechazar' }).first();
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
  const leave = () => page.getByRole('link', { name: 'Panel' }).click();

  await test.step('looking at the document keeps the choice and the words', async () => {
    await decide.click();
    await page.getByRole('radio', { name: /Rechazado/ }).check();
    await comment.fill(WORDS);
    await page.getByRole('button', { name: 'Ver documento' }).click();
    await expect(comment).toHaveCount(0);
    await decide.click();
    await expect(comment).toHaveValue(WORDS);
    await expect(page.getByRole('radio', { name: /Rechazado/ })).toBeChecked();
  });

  await test.step('giving it up can be undone', async () => {
    const cancel = page.getByRole('button', { name: 'Cancelar', exact: true });
    const undo = page.getByRole('button', { name: 'Deshacer' });
    await page.locator('[data-review] input[type="file"]').setInputFiles({
      name: 'instructivo.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('La losa se hormigona el martes.'),
    });
    await cancel.press('Enter');
    await expect(comment).toHaveCount(0);
    await expect(decide).toBeFocused();
    await expect(page.getByText('Revisión cancelada.')).toBeVisible();
    await undo.press('Enter');
    await expect(comment).toBeFocused();
    await expect(comment).toHaveValue(WORDS);
    await expect(page.getByRole('radio', { name: /Rechazado/ })).toBeChecked();
    await expect(page.getByText('instructivo.txt')).toBeVisible();
    // Also where the review was opened again meanwhile.
    await cancel.click();
    await decide.click();
    await expect(comment).toHaveValue('');
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await comment.fill('Falta la firma.');
    await undo.click();
    await expect(comment).toHaveValue(`${WORDS}\n\nFalta la firma.`);
    await expect(page.getByRole('radio', { name: /Rechazado/ })).toBeChecked();
    await cancel.click();
    await decide.click();
    await expect(comment).toHaveValue('');
  });

  await test.step('changes of the sheet are asked about from the review too', async () => {
    await page.getByRole('button', { name: 'Ver documento' }).click();
    await page.getByRole('tab', { name: 'Información' }).click();
    await title.fill('Instructivo de la faena norte');
    await decide.click();
    await expect(comment).toBeVisible();
    await leave();
    await question.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(comment).toBeVisible();
  });

  await test.step('both are asked about once, and given up together', async () => {
    await comment.fill(WORDS);
    await leave();
    await question.getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(page).toHaveURL(/dashboard/);
    await expect(question).toHaveCount(0);
    await page.goBack();
    await expect(comment).toHaveValue('');
    await page.getByRole('button', { name: 'Ver documento' }).click();
    await expect(title).toHaveValue('Instructivo de faena');
  });
});

test('a session that ends elsewhere says so, and what was edited is there again', async ({
  page,
  server,
}) => {
  const { upload } = await prepare(server.url);
  const record = await upload('Pauta de inspección');
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}`);
  const title = page.getByRole('textbox', { name: 'Título' });
  await title.fill('Pauta de inspección de losas');
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await signOut(other);
  await other.close();

  await expect(page.getByText('Tu sesión terminó. Inicia sesión de nuevo.')).toBeVisible();
  await page.getByLabel('Correo').fill(demoEmail('admin'));
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(title).toHaveValue('Pauta de inspección de losas');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.reload();
  await expect(title).toHaveValue('Pauta de inspección de losas');
});

test('deleting many says how far it is, is not hidden by Escape, and can be stopped', async ({
  page,
  server,
}) => {
  const { group, upload } = await prepare(server.url);
  for (const number of [1, 2, 3, 4]) await upload(`Ensayo de probeta ${number}`);
  await startSession(page, 'admin');
  await page.goto(`/records/search?group=${group}&text=ensayo+probeta&sort=title`);
  const rows = page.getByRole('row', { name: /Ensayo de probeta/ });
  await expect(rows).toHaveCount(4);
  for (const row of await rows.all()) await row.getByRole('checkbox').click();
  await page
    .getByRole('toolbar', { name: 'seleccionados' })
    .getByRole('button', { name: 'Eliminar' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Eliminar 4 documentos' });
  const release = await hold(page, '**/api/docs/records/*');
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Eliminando 0 de 4…');
  const stop = dialog.getByRole('button', { name: 'Detener' });
  await expect(stop).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(stop).toBeVisible();
  await stop.click();
  await release();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('1 de 4 documentos en la papelera.')).toBeVisible();
  await expect(rows).toHaveCount(3);
  // What is still there stays selected, and the keyboard is at the first of it.
  await expect(page.getByRole('toolbar', { name: '3 seleccionados' })).toBeVisible();
  await expect(rows.first()).toBeFocused();
});

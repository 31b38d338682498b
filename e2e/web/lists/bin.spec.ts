import { randomUUID } from 'node:crypto';
import { answer, hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** The bin: a deleted document is restored at once by its author, later by an admin, or purged. */

async function document(url: string) {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find((each) => each.roles?.includes('upload'))?._id ?? '';
  const mark = randomUUID().slice(0, 6);
  const { _id: folder } = await author.call('folderCreate', {
    body: { group: library, name: `Bin ${mark}` },
  });
  const title = `Prescindible ${mark}`;
  return {
    author,
    library,
    folder,
    title,
    record: await uploadDocument(url, author, { group: library, folder, title }),
  };
}

test('its author takes a deletion back from the toast', async ({ page, server }) => {
  const { record, title } = await document(server.url);
  await startSession(page, AUTHOR);
  await page.goto(`/records/view/${record}`);
  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Documento en la papelera.')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await page.goto('/bin');
  await expect(page.getByRole('heading', { name: 'Papelera' })).toHaveCount(0);
});

test('an admin sees it in its four states, restores, and deletes for good', async ({ page, server }) => {
  const [back, gone] = [await document(server.url), await document(server.url)];
  for (const each of [back, gone]) await each.author.call('recordDelete', { params: { id: each.record } });
  await startSession(page, 'admin');
  await page.goto(`/records/search?group=${back.library}`);
  await page.getByRole('button', { name: /^Acciones de la carpeta/ }).click();
  await page.getByRole('menuitem', { name: 'Papelera' }).click();
  const item = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(item(back.title)).toContainText('Se borrará el');
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: `Recuperar: ${back.title}` }).click();
  await expect(item(back.title)).toHaveCount(0);
  expect((await back.author.call('recordById', { params: { id: back.record } })).folder?._id).toBe(
    back.folder,
  );

  await page.getByRole('button', { name: `Borrar para siempre: ${gone.title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar para siempre' }).click();
  await expect(item(gone.title)).toHaveCount(0);

  await test.step('many at once, each answering for itself; and all that nothing keeps', async () => {
    const [kept, loose] = [await document(server.url), await document(server.url)];
    for (const each of [kept, loose]) await each.author.call('recordDelete', { params: { id: each.record } });
    const admin = await signInApi(server.url, demoEmail('admin'));
    const placed = await admin.call('holdCreate', {
      body: { name: 'Juicio de prueba', reason: 'Lo pide el tribunal.', records: [kept.record] },
    });
    await page.goto('/bin');
    await page.getByRole('textbox', { name: 'Nombre' }).fill('prescíndible');
    await expect(page).toHaveURL(/text=/);
    await expect(item(kept.title)).toContainText('En retención legal: Juicio de prueba');
    for (const each of [kept, loose])
      await page.getByRole('checkbox', { name: `Elegir: ${each.title}` }).check();
    const dialog = page.getByRole('dialog');
    await page.getByRole('toolbar').getByRole('button', { name: 'Borrar para siempre' }).click();
    await dialog.getByRole('button', { name: 'Borrar para siempre' }).click();
    await expect(dialog.getByText('Algunos quedaron donde estaban')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toContainText([kept.title]);
    await expect(dialog.getByRole('listitem')).toContainText(['retención legal']);
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
    await expect(item(loose.title)).toHaveCount(0);
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    const last = await document(server.url);
    await last.author.call('recordDelete', { params: { id: last.record } });
    await page.goto('/bin');
    await expect(item(last.title)).toBeVisible();
    await page.getByRole('button', { name: 'Vaciar la papelera' }).click();
    await dialog.getByLabel('Escribe VACIAR para confirmar').fill('si');
    await dialog.getByRole('button', { name: 'Vaciar', exact: true }).click();
    await expect(dialog.getByText('Escribe VACIAR, tal como está.')).toBeVisible();
    await expectGoodLooks(page, '[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByLabel('Escribe VACIAR para confirmar').fill('VACIAR');
    await dialog.getByRole('button', { name: 'Vaciar', exact: true }).click();
    await expect(item(last.title)).toHaveCount(0);
    await expect(item(kept.title)).toBeVisible();
    await admin.call('holdRelease', { params: { id: placed._id }, body: { reason: 'Terminó.' } });
  });

  const pattern = '**/api/docs/bin';
  const release = await hold(page, pattern);
  await page.goto('/bin');
  await expect(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
  await release();
  await answer(page, pattern, { json: { items: [], nextCursor: null } });
  await page.goto('/bin');
  await expect(page.getByText('La papelera está vacía')).toBeVisible();
  await expectGoodLooks(page);
  await letThrough(page, pattern);
  await refuse(page, pattern, 503, 'unavailable');
  await page.goto('/bin');
  await expect(page.getByText('No se pudo cargar la papelera')).toBeVisible();
  await expectGoodLooks(page);
});

test('an admin holds a document: it stays until the hold is released', async ({ page, server }) => {
  const held = await document(server.url);
  await startSession(page, 'admin');
  const row = page.getByRole('listitem').filter({ hasText: held.title });
  const dialog = page.getByRole('dialog');
  const name = `Fiscalización ${held.title.slice(-6)}`;

  await test.step('from its own page', async () => {
    await page.goto(`/records/view/${held.record}`);
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Poner en retención legal' }).click();
    await expect(dialog.getByRole('button', { name: 'Poner en retención legal' })).toBeVisible();
    await dialog.getByLabel('Nombre').fill(name);
    // Missing values are reported at their fields, and nothing typed is lost.
    await dialog.getByRole('button', { name: 'Poner en retención legal' }).click();
    await expect(dialog.getByLabel('Motivo')).toBeFocused();
    await expect(dialog.getByLabel('Nombre')).toHaveValue(name);
    await expectGoodLooks(page, '[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByLabel('Motivo').fill('La Dirección del Trabajo pidió los contratos.');
    await dialog.getByRole('button', { name: 'Poner en retención legal' }).click();
    await expect(
      page.getByText('Este documento está en retención legal: no se puede eliminar.'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name })).toBeVisible();
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Mover' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toHaveCount(0);
  });

  await test.step('its author reads that, not by which hold, and cannot delete it', async () => {
    const seen = await held.author.call('recordById', { params: { id: held.record } });
    expect(seen).toMatchObject({ held: true, holds: [], may: { remove: false } });
    await expect(held.author.call('recordDelete', { params: { id: held.record } })).rejects.toThrow();
    await expect(held.author.call('holds', { query: {} })).rejects.toThrow();
  });

  await test.step('the list in its four states', async () => {
    const pattern = '**/api/docs/holds?*';
    const release = await hold(page, pattern);
    await page.goto('/bin?tab=holds');
    await expect(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await release();
    const item = page.getByRole('listitem').filter({ hasText: name });
    await expect(item).toContainText('1 documento · Hasta que se levante');
    await expectGoodLooks(page);
    await answer(page, pattern, { json: { items: [], nextCursor: null } });
    await page.reload();
    await expect(page.getByText('No hay retenciones legales vigentes')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
    await refuse(page, pattern, 503, 'unavailable');
    await page.reload();
    await expect(page.getByText('No se pudieron cargar las retenciones legales')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('released with a reason', async () => {
    await page.goto('/bin?tab=holds');
    await page.getByRole('button', { name: `Ver la retención legal: ${name}` }).click();
    await expect(dialog.getByRole('link', { name: held.title })).toBeVisible();
    await expectGoodLooks(page, '[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Levantar la retención' }).click();
    await dialog.getByLabel('Motivo').fill('La fiscalización terminó.');
    await dialog.getByRole('button', { name: 'Levantar la retención' }).click();
    await expect(dialog.getByText('Se levantó porque: La fiscalización terminó.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
    await page.getByText('Terminadas').click();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Levantada por');
    await held.author.call('recordDelete', { params: { id: held.record } });
    await page.goto('/bin');
    await expect(row).toContainText('Se borrará el');
  });
});

test('an admin decides about documents whose retention is over', async ({ page, server }) => {
  const [longer, gone] = [await document(server.url), await document(server.url)];
  const admin = await signInApi(server.url, demoEmail('admin'));
  const mark = randomUUID().slice(0, 6);
  const { _id: documentType } = await admin.call('typeCreate', {
    body: {
      ...{ name: `Contrato ${mark}`, code: mark, retention: 'period', retentionMonths: 72 },
      ...{ retentionFrom: 'issue', retentionBasis: 'Código Tributario' },
    },
  });
  for (const { author, record } of [longer, gone]) {
    const { rev } = await author.call('recordById', { params: { id: record } });
    const body = { rev, documentType, issuedOn: '2019-03-12' };
    await author.call('recordUpdate', { params: { id: record }, body });
  }
  await startSession(page, 'admin');
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const choose = (title: string) => page.getByRole('checkbox', { name: `Elegir: ${title}` }).check();
  const dialog = page.getByRole('dialog');
  const toolbar = page.getByRole('toolbar');

  await test.step('the list, in its four states', async () => {
    const pattern = '**/api/docs/retention';
    const release = await hold(page, pattern);
    await page.goto('/bin?tab=retention');
    await expect(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await release();
    await expect(row(gone.title)).toContainText(
      `Cumplió su plazo el 12 mar 2025 · Contrato ${mark}, 6 años desde su emisión`,
    );
    await expectGoodLooks(page);
    await answer(page, pattern, { json: { items: [], nextCursor: null } });
    await page.reload();
    await expect(page.getByText('Ningún documento ha cumplido su plazo')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
    await refuse(page, pattern, 503, 'unavailable');
    await page.reload();
    await expect(page.getByText('No se pudo cargar lo que cumplió su plazo')).toBeVisible();
    await letThrough(page, pattern);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('kept longer with a reason, which the sheet tells', async () => {
    await page.goto('/bin?tab=retention');
    await choose(longer.title);
    await toolbar.getByRole('button', { name: 'Conservar más' }).click();
    await dialog.getByRole('button', { name: 'Conservar más' }).click();
    await expect(dialog.getByText('Escribe al menos 5 caracteres.')).toBeVisible();
    await dialog.getByLabel('Motivo').fill('Lo pide auditoría.');
    await expectGoodLooks(page, '[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Conservar más' }).click();
    await expect(row(longer.title)).toHaveCount(0);
    await page.goto(`/records/view/${longer.record}`);
    await expect(page.getByText(/^Se conserva hasta el .* · Prolongado por quien administra$/)).toBeVisible();
    await expect(page.getByText('Motivo: Lo pide auditoría.')).toBeVisible();
  });

  await test.step('deleted into the bin, which lets it go', async () => {
    await page.goto('/bin?tab=retention');
    await choose(gone.title);
    await toolbar.getByRole('button', { name: 'Eliminar' }).click();
    await dialog.getByRole('button', { name: 'Eliminar' }).click();
    await expect(row(gone.title)).toHaveCount(0);
    await page.getByRole('tab', { name: 'Documentos eliminados' }).click();
    await expect(row(gone.title)).toContainText('Se borrará el');
  });
});

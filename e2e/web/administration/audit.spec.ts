import { answer, hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** The audit trail: admins read it, nobody changes it, and it does not name what an admin may not see. */

test('a change is found with what was before and after; a closed document has no name', async ({
  page,
  server,
}) => {
  const author = await signInApi(server.url, demoEmail('autora'));
  const admin = await signInApi(server.url, demoEmail('admin'));
  // A library that the admin is not a member of: they see public and internal documents there, and no others.
  const own = new Set((await admin.call('groupsByMember', {})).map(({ _id }) => _id));
  const [library] = (await author.call('groupsByMember', {})).filter(({ _id }) => !own.has(_id));
  const record = await uploadFile(server.url, author, {
    group: library?._id ?? '',
    title: 'Acta de terreno 5512',
    name: 'acta 5512.txt',
    bytes: Buffer.from('Se revisó el hormigonado.'),
  });
  const { rev } = await author.call('recordById', { params: { id: record } });
  const renamed = { rev, title: 'Acta de terreno 5512 corregida' };
  const { rev: next } = await author.call('recordUpdate', { params: { id: record }, body: renamed });
  await startSession(page, 'admin');
  const table = page.getByRole('table', { name: 'Auditoría' });
  const detail = page.getByRole('dialog', { name: 'Detalle' });

  await test.step('on its way, empty, failed, and there after another try', async () => {
    const release = await hold(page, '**/api/audit');
    await page.goto('/audit');
    await expect(page.getByRole('main').getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await expectGoodLooks(page);
    await release();
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    await expectGoodLooks(page);
    await answer(page, '**/api/audit', { json: { items: [], nextCursor: null } });
    await page.reload();
    await expect(page.getByText('Todavía no hay nada aquí')).toBeVisible();
    await letThrough(page, '**/api/audit');
    await refuse(page, '**/api/audit', 503, 'unavailable');
    await page.reload();
    await expect(page.getByText('No se pudo cargar la auditoría')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, '**/api/audit');
    await tryAgain(page);
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 820 });
  });

  await test.step('narrowed to a person, it is the newest; its detail says both sides', async () => {
    await page.goto('/audit');
    await page.getByRole('combobox', { name: 'Persona' }).click();
    await page.getByRole('option', { name: 'Carolina Oyarzún Pérez' }).click();
    await expect(page).toHaveURL(/actor=/);
    const row = table.getByRole('row').filter({ hasText: renamed.title }).first();
    await row.getByRole('link', { name: /editó la información del documento .*Título: / }).click();
    await expect(
      detail.getByRole('row', { name: 'Título Acta de terreno 5512 Acta de terreno 5512 corregida' }),
    ).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize({ width: 1280, height: 820 });
    await detail.getByRole('button', { name: 'Ver todo lo ocurrido con esto' }).click();
    await expect(detail).toBeHidden();
    await expect(page.getByText('Solo lo ocurrido con «Acta de terreno 5512 corregida»')).toBeVisible();
    await expect(table.getByRole('link', { name: /creó el documento/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Quitar este filtro' }).click();
    await expect(page).not.toHaveURL(/target=/);
  });

  await test.step('found by its words and by what was done; on paper it says by which filters', async () => {
    await page.goto('/audit');
    await page.getByRole('textbox', { name: 'Buscar en la auditoría' }).fill('5512 CORREGIDA oyarzun');
    await expect(page).toHaveURL(/text=/);
    await page.getByRole('combobox', { name: 'Qué se hizo' }).fill('editó la inf');
    await page.getByRole('option', { name: 'Editó la información' }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table.getByRole('row').last().locator('time')).toHaveText(/, \d\d:\d\d:\d\d$/);
    await expect(table.getByRole('link', { name: 'Abrir «Acta de terreno 5512 corregida»' })).toHaveAttribute(
      'href',
      `/records/view/${record}`,
    );
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    await page.evaluate(() => {
      window.print = () => Object.assign(window, { printed: true });
    });
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Imprimir o guardar en PDF' }).click();
    await page.waitForFunction(() => 'printed' in window);
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('body > [data-mantine-color-scheme="light"]');
    await expect(paper).toContainText('Texto: «5512 CORREGIDA oyarzun» · Qué se hizo: Editó la información');
    await expect(paper.getByRole('row')).toHaveCount(2);
    await expect(paper).toContainText('Título: Acta de terreno 5512 → Acta de terreno 5512 corregida');
    await expect(page.getByRole('banner')).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect(paper).toHaveCount(0);
    // The key of the browser prints the same, and not the rows in view.
    await page.keyboard.press('Control+p');
    await expect(paper).toHaveCount(1);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(paper).toHaveCount(0);
  });

  await test.step('closed to the admin, the same events say neither its name nor what changed', async () => {
    await author.call('recordUpdate', { params: { id: record }, body: { rev: next, scope: 'confidential' } });
    await page.goto(`/audit?target=${record}`);
    await expect(table.getByRole('row').filter({ hasText: 'documento reservado' }).first()).toBeVisible();
    await expect(page.getByText('Acta de terreno 5512')).toHaveCount(0);
    await table
      .getByRole('link', { name: /editó la información del documento reservado/ })
      .last()
      .click();
    await expect(detail.getByText('Este documento está reservado')).toBeVisible();
    await expect(detail.getByRole('table')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
  });

  await test.step('nobody else has such a page', async () => {
    await startSession(page, 'autora');
    await page.goto('/audit');
    await expect(page.getByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
    await expect(author.call('auditTrail', { query: {} })).rejects.toThrow('403');
  });
});

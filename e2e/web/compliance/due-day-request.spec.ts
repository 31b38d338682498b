import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { drawer, dueDay } from '../../fixtures/due-days.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

const TITLE = 'Certificado de cumplimiento F30-1';
const TASKS = '/notifications?tab=pending&section=obligation';

test('who finds no document asks somebody for it, who gives it', async ({ page, server, browser }, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  await dueDay(admin, TITLE, {
    ...{ placed: false, minCount: 1, responsible: 'gestora', backup: 'lectora' },
  });
  await startSession(page, 'gestora');
  const open = async (who: Page) => {
    await who
      .getByRole('main')
      .getByRole('link', { name: new RegExp(TITLE) })
      .first()
      .click();
    await expect(drawer(who).getByRole('heading', { name: TITLE })).toBeVisible();
  };
  await page.goto(TASKS);
  await open(page);
  const evidence = drawer(page).getByRole('region', { name: 'Evidencia' });
  const talk = drawer(page).getByRole('region', { name: 'Conversación' });

  await test.step('nothing is found, and that says of which documents', async () => {
    await evidence.getByLabel('Vincular un documento que ya está').fill('F30-1 septiembre inexistente');
    await expect(evidence.getByRole('status')).toHaveText(
      /Ninguno de los documentos que puedes ver tiene esas palabras\. Puede estar en una biblioteca/,
    );
    await evidence.getByRole('button', { name: 'Pedir el documento' }).click();
    await expect(talk.getByLabel('A quién se lo pides')).toBeFocused();
    await talk.getByRole('button', { name: 'Pedirlo' }).click();
    await expect(talk.getByText('Elige a quién se lo pides.')).toBeVisible();
  });

  await test.step('it is asked of somebody, and the words are kept where the drawer is closed before', async () => {
    await talk.getByLabel('Mensaje (opcional)').fill('El de septiembre, por favor');
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await page.goBack();
    await open(page);
    await expect(talk.getByLabel('Comentario')).toHaveValue('El de septiembre, por favor');
    await talk.getByRole('button', { name: 'Pedir el documento' }).click();
    await talk.getByLabel('A quién se lo pides').fill('Carolina');
    await page
      .getByRole('option', { name: /^Carolina/ })
      .first()
      .click();
    await showEverywhere(page, (where) => info.outputPath(`asking-${where}.png`));
    await expectGoodLooks(page, '[role="dialog"]');
    await talk.getByRole('button', { name: 'Pedirlo' }).click();
    await expect(talk.getByRole('listitem')).toContainText(['pidió el documento a']);
    await expect(talk.getByRole('listitem')).toContainText(['Espera respuesta']);
  });

  await test.step('whoever is asked finds it in their work, and answers', async () => {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'es-CL',
      reducedMotion: 'reduce',
    });
    const theirs = await context.newPage();
    await startSession(theirs, 'autora');
    await theirs.goto('/notifications?tab=pending&section=obligation');
    const task = theirs
      .getByRole('main')
      .getByRole('link', { name: new RegExp(TITLE) })
      .first();
    await expect(task).toContainText('te lo pidió');
    await expect(task).toContainText('Entregar');
    await task.click();
    const box = drawer(theirs).getByRole('region', { name: 'Conversación' });
    await expect(box).toContainText('El de septiembre, por favor');
    await expect(drawer(theirs).getByRole('button', { name: 'Cargar evidencia' })).toBeVisible();
    await box.getByLabel('Comentario').fill('Lo tiene Contabilidad');
    await box.getByRole('button', { name: 'No lo tengo' }).click();
    await expect(box.getByRole('listitem')).toContainText(['No lo tiene', 'respondió que no lo tiene']);
    await expect(drawer(theirs).getByRole('button', { name: 'Cargar evidencia' })).toHaveCount(0);
    await context.close();
  });

  await test.step('who asked sees the answer without loading anew', async () => {
    await expect(talk.getByText('Lo tiene Contabilidad')).toBeVisible();
  });
});

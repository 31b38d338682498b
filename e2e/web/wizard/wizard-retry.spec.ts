import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { test as base, expect } from '../../fixtures/test.ts';
import {
  AUTHOR,
  choose,
  chooseLabel,
  confirmation,
  create,
  dialog,
  fillRest,
  give,
  heldOf,
  openWizard,
  pdf,
  step,
} from '../../fixtures/wizard.ts';

/** Creations that the server commits, and whose answers never reach the page. */

const RECORDS = '**/api/docs/records';

const test = base.extend<{ createUnanswered: (...names: string[]) => Promise<() => Promise<void>> }>({
  /** Creates documents in the wizard: the server commits them, the page gets no answer until the returned call. */
  createUnanswered: async ({ page }, use) => {
    await signInAs(page, AUTHOR);
    await use(async (...names) => {
      await openWizard(page);
      await give(page, ...names.map((name) => pdf(name)));
      await fillRest(page);
      await page.route(RECORDS, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await create(page).click();
      await expect(page.getByText('No se pudo crear el Documento.')).toBeVisible();
      return () => page.unroute(RECORDS);
    });
  },
});

async function titlesWith(url: string, text: string): Promise<string[]> {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const { items } = await author.call('recordSearch', { query: { text } });
  return items.map(({ title }) => title).filter((title) => title.includes(text));
}

const submitAgain = async (page: Page): Promise<void> => {
  await step(page, 'Confirmar').click();
  await confirmation(page).check();
  await create(page).click();
};

test('a lost answer and an edited title make one document, with what was edited', async ({
  createUnanswered,
  page,
  server,
}) => {
  const answerAgain = await createUnanswered('Bitácora 5512 de grúas.pdf');
  await answerAgain();

  await step(page, 'Detalles').click();
  await dialog(page)
    .getByLabel(/^Título de/)
    .fill('Bitácora 5512 de montacargas');
  await dialog(page)
    .getByLabel(/^Fecha de/)
    .fill('2026-03-12');
  await submitAgain(page);
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  expect(await titlesWith(server.url, 'Bitácora 5512')).toEqual(['Bitácora 5512 de montacargas']);
  const held = await heldOf(server.url, 'Bitácora 5512 de montacargas');
  expect(held).toMatchObject({
    record: { date: '2026-03-12' },
    version: { status: 'ready', number: 1 },
  });
});

test('each of several files is found again, edited or not, after several lost answers', async ({
  createUnanswered,
  page,
  server,
}) => {
  // An outage stops the rest: only the first one was sent.
  const answerAgain = await createUnanswered('Acta 5513 primera.pdf', 'Acta 5513 segunda.pdf');

  const title = dialog(page).getByLabel('Título de Acta 5513 primera.pdf');
  await step(page, 'Detalles').click();
  await title.fill('Acta 5513 tercera');
  await submitAgain(page);
  await expect(create(page)).toBeEnabled();
  await answerAgain();

  await step(page, 'Detalles').click();
  await title.fill('Acta 5513 cuarta');
  await submitAgain(page);
  await expect(dialog(page).getByText('Los 2 documentos están en su lugar')).toBeVisible();
  expect((await titlesWith(server.url, 'Acta 5513')).sort()).toEqual([
    'Acta 5513 cuarta',
    'Acta 5513 segunda',
  ]);
});

test('a library that is changed is where the document goes; a state that cannot change yet is said', async ({
  createUnanswered,
  page,
  server,
}) => {
  const answerAgain = await createUnanswered('Pauta 5515 de rondas.pdf');
  await answerAgain();

  await step(page, 'Detalles').click();
  await choose(page, 'Grupo', 'Prevención y obras');
  await choose(page, 'Estado', 'Revisión pendiente');
  await step(page, 'Etiquetas').click();
  await chooseLabel(page);
  await submitAgain(page);
  await expect(
    page.getByText('«Pauta 5515 de rondas» ya estaba creado por tu primer intento y quedó como Borrador.', {
      exact: false,
    }),
  ).toBeVisible();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  const held = await heldOf(server.url, 'Pauta 5515 de rondas');
  expect(held).toMatchObject({
    record: { group: { name: 'Prevención y obras' } },
    version: { status: 'ready' },
  });
});

test('a change that the server refuses is said, with the title that the document has', async ({
  createUnanswered,
  page,
  server,
}) => {
  const answerAgain = await createUnanswered('Ficha 5514 de equipos.pdf');
  await answerAgain();

  const error = { code: 'forbidden', message: 'No puedes editar este documento.' };
  await page.route(`${RECORDS}/*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 403, json: { error } }) : route.fallback(),
  );
  await step(page, 'Detalles').click();
  await dialog(page)
    .getByLabel(/^Título de/)
    .fill('Ficha 5514 de otra cosa');
  await submitAgain(page);
  await expect(
    page.getByText('«Ficha 5514 de equipos» ya estaba creado por tu primer intento', { exact: false }),
  ).toBeVisible();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  expect(await titlesWith(server.url, 'Ficha 5514')).toEqual(['Ficha 5514 de equipos']);
});

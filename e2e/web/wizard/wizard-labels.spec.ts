import type { Page } from '@playwright/test';
import { LABEL_SEARCH, LABELS_MAX } from '../../../src/shared/platform/limits.ts';
import { answer, hold } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, settled } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  AUTHOR,
  choose,
  dialog,
  fillPlace,
  give,
  goToLabels,
  LABEL,
  next,
  openWizard,
  pdf,
} from '../../fixtures/wizard.ts';

/** The labels step of the wizard, on the demo organization. */

test.beforeEach(async ({ page }) => signInAs(page, AUTHOR));

const search = (page: Page) => dialog(page).getByLabel('Buscar etiquetas');

/** The search texts requested from now on. */
function texts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/docs/labels/search')) asked.push(url.searchParams.get('text') ?? '');
  });
  return asked;
}

test('says what the label search comes to', {
  tag: ['@spec-5.6-labels-empty', '@spec-8.4-label-search', '@spec-8.8-no-results'],
}, async ({ page }) => {
  await goToLabels(page);
  const asked = texts(page);
  await search(page).fill('in');
  await expect(dialog(page).getByText(/la búsqueda empieza con 3 caracteres/)).toBeVisible();
  await search(page).fill('zzzzzz');
  await expect(page.getByText('No se encontraron resultados')).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.route('**/labels/search*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await search(page).fill('instal');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Hubo un problema al hacer la solicitud')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.unroute('**/labels/search*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await page.getByRole('option', { name: /Instalaciones/ }).click();
  await dialog(page).getByRole('button', { name: 'Quitar Instalaciones' }).click();
  await expect(dialog(page).getByText('Elige al menos una etiqueta.')).toBeVisible();
});

test('the button to go on stays in its place, from step to step and while labels come', async ({ page }) => {
  const release = await hold(page, '**/docs/labels/used?*');
  const place = async () => {
    const box = await next(page).boundingBox();
    return box && [Math.round(box.x), Math.round(box.y)];
  };
  await openWizard(page);
  // The dialog comes with a movement of its own.
  await settled(page);
  const at = await place();
  expect(at).not.toBeNull();
  await give(page, pdf('Acta de entrega.pdf'));
  await expect(next(page)).toBeEnabled();
  expect(await place()).toEqual(at);
  await next(page).click();
  await fillPlace(page);
  expect(await place()).toEqual(at);
  await next(page).click();
  await expect(search(page)).toBeVisible();
  expect(await place()).toEqual(at);
  await release();
  await expect(dialog(page).getByRole('list', { name: 'Las que más se usan en este grupo' })).toBeVisible();
  expect(await place()).toEqual(at);
});

test('asks at most once in 600 ms however fast one types', { tag: '@spec-9.4-throttle' }, async ({
  page,
}) => {
  await goToLabels(page);
  const asked = texts(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await search(page).pressSequentially('i');
  await search(page).pressSequentially('nst');
  // The first letter starts the pause. What is typed meanwhile is requested when it is over, and not before.
  await page.clock.runFor(LABEL_SEARCH.throttleMs - 1);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['inst']);
  for (const letter of 'alac') await search(page).pressSequentially(letter);
  await page.clock.runFor(LABEL_SEARCH.throttleMs - 1);
  expect(asked).toEqual(['inst']);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['inst', 'instalac']);
  await page.clock.resume();
  await expect(page.getByRole('option', { name: /Instalaciones/ })).toBeVisible();
});

test('at fifty labels it says that no more can be chosen', {
  tag: ['@spec-5.6-labels-max', '@spec-8.8-maximum'],
}, async ({ page, server }) => {
  // A folder that gives its documents 49 labels: choosing them one by one is not what is tested.
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad');
  const [real] = await author.call('labelSearch', { query: { text: 'instal', group: library?._id ?? '' } });
  if (!library || !real) throw new Error('the demo has no such label');
  const made = Array.from({ length: LABELS_MAX - 1 }, (_, at) => ({
    ...real,
    _id: crypto.randomUUID(),
    name: `Etiqueta ${at + 1}`,
  }));
  await page.route('**/api/docs/labels?*', (route) => route.fulfill({ json: [real, ...made] }));
  await page.route('**/api/groups/by/member', (route) =>
    route.fulfill({
      json: libraries.map((each) => ({
        ...each,
        defaultLabels: each === library ? made.map(({ _id }) => _id) : each.defaultLabels,
      })),
    }),
  );
  await page.route('**/api/docs/folders/by/group/*', (route) => route.fulfill({ json: [] }));
  await page.goto(`/records/search?group=${library._id}`);
  await page.getByRole('button', { name: 'Cargar aquí' }).first().click();
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await dialog(page).getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Borrador', exact: true }).click();
  await next(page).click();
  await expect(dialog(page).getByText('49 etiquetas elegidas')).toBeVisible();
  await search(page).fill('instal');
  await page.getByRole('option', { name: /Instalaciones/ }).click();
  await expect(dialog(page).getByText('50 etiquetas elegidas')).toBeVisible();
  const full = dialog(page).getByText('Puedes elegir hasta 50 etiquetas.');
  await expect(full).toBeVisible();
  await expect(search(page)).toBeFocused();
  await expect(search(page)).not.toBeEditable();
  await expect(next(page)).toBeEnabled();
  await dialog(page).getByRole('button', { name: 'Quitar Etiqueta 7' }).click();
  await expect(full).toHaveCount(0);
  await expect(search(page)).toBeEditable();
});

test('an admin makes the label that is missing; nobody else is offered to', async ({
  page,
  browser,
  server,
}) => {
  await goToLabels(page);
  await search(page).fill('Faena nocturna');
  await expect(page.getByText('No se encontraron resultados')).toBeVisible();
  await expect(page.getByRole('option', { name: /Crear la etiqueta/ })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: server.url, locale: 'es-CL' });
  const admin = await context.newPage();
  await signInAs(admin, 'admin');
  await goToLabels(admin);
  await search(admin).fill('Faena nocturna');
  await admin.getByRole('option', { name: 'Crear la etiqueta «Faena nocturna»' }).click();
  const chosen = dialog(admin).getByRole('button', { name: 'Quitar Faena nocturna' });
  await expect(chosen).toBeVisible();
  await expect(search(admin)).toHaveValue('');
  await chosen.click();
  await search(admin).fill('faena noct');
  await admin.getByRole('option', { name: 'Faena nocturna' }).click();
  await expect(chosen).toBeVisible();
  await context.close();
});

test('where a library has no label, whoever cannot make one reads who can, before anything is typed', async ({
  page,
}, info) => {
  await answer(page, '**/api/docs/labels?*', { json: [] });
  await answer(page, '**/api/docs/labels/used?*', { json: [] });
  await openWizard(page);
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await fillPlace(page);
  const asks = dialog(page).getByText(/Las crea quien administra tu organización/);
  await expect(asks).toBeVisible();
  await next(page).click();
  await expect(dialog(page).getByRole('note')).toContainText('Esta biblioteca todavía no tiene etiquetas.');
  await expect(dialog(page).getByRole('note')).toContainText('pídele la primera');
  await expect(dialog(page).getByText('La biblioteca todavía no tiene etiquetas')).toBeVisible();
  await expect(dialog(page).getByText(/puede que no se pueda usar/)).toHaveCount(0);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 820 });
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath(`no-labels-${width}.png`) });
  }
});

test('the default labels of a library and of a folder are chosen beforehand, and can be left out', async ({
  page,
  server,
}) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const library = (await admin.call('groupsByMember', {})).find(({ name }) => name === 'Calidad');
  if (!library) throw new Error('the demo has no such library');
  const make = (name: string) => admin.call('labelCreate', { body: { name, groups: [library._id] } });
  const [ofLibrary, ofFolder] = [await make('De la biblioteca'), await make('De la carpeta')];
  await admin.call('groupUpdate', {
    params: { id: library._id },
    body: { defaultLabels: [ofLibrary._id] },
  });
  await admin.call('folderCreate', {
    body: { group: library._id, parent: null, name: 'Ensayos 2027', defaultLabels: [ofFolder._id] },
  });
  await page.reload();
  const chosen = (name: string) => dialog(page).getByRole('button', { name: `Quitar ${name}`, exact: true });
  await openWizard(page);
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await fillPlace(page);
  await next(page).click();
  await expect(chosen('De la biblioteca')).toBeVisible();
  await expect(dialog(page).getByText('1 etiqueta elegida')).toBeVisible();
  await expect(next(page)).toBeEnabled();
  await dialog(page).getByRole('button', { name: 'Atrás' }).click();
  await choose(page, 'Carpeta', 'Ensayos 2027');
  await next(page).click();
  await expect(chosen('De la carpeta')).toBeVisible();
  await expect(chosen('De la biblioteca')).toHaveCount(0);
  // Left out by the person: another folder does not bring any back.
  await chosen('De la carpeta').click();
  await dialog(page).getByLabel('Buscar etiquetas').fill('instal');
  await page.getByRole('option', { name: LABEL }).click();
  await dialog(page).getByRole('button', { name: 'Atrás' }).click();
  await dialog(page).getByRole('combobox', { name: 'Carpeta' }).fill('');
  await dialog(page)
    .getByLabel(/^Notas/)
    .focus();
  await next(page).click();
  await expect(dialog(page).getByText('1 etiqueta elegida')).toBeVisible();
  await expect(chosen('Instalaciones')).toBeVisible();
});

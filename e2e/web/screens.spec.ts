import type { BrowserContext, Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../fixtures/api.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { expectGoodLooks, hold, refuse } from '../fixtures/states.ts';
import { expect, test } from '../fixtures/test.ts';
import * as wizard from '../fixtures/wizard.ts';

/** Every screen in its four states: loading, empty, error with a way to try again, and filled. */

const PERSON = 'revisor';

/** What the addresses of the screens are made of. */
interface Seen {
  library: string;
  /** Two documents that were reviewed: a PDF, and one without a preview. */
  pdf: string;
  plain: string;
}

interface Screen {
  name: string;
  at: (seen: Seen) => string;
  /** The call that fills it, below /api, as a glob. */
  call: string;
  /** What one does there before it is seen; nothing where its address shows it. */
  open?: (page: Page) => Promise<void>;
  /** Its bars, where these are not the first of the page. */
  loading?: (page: Page) => Locator;
  /** What its call answers when there is nothing, and what it says then. Missing where there is always something. */
  empty?: { answer?: unknown; status?: number; says: string };
  /** What axe looks at, where the rest of the page is another row's. */
  part?: string;
  /** What it says when its call fails. */
  failed: string;
  filled: (page: Page) => Locator;
}

const main = (page: Page) => page.getByRole('main');
const nothingFound = { items: [], nextCursor: null, total: { count: 0, more: false } };
const SIDE = '[data-tour="info"]';
const withPreview = ({ pdf }: Seen): string => `/records/view/${pdf}`;
const withoutPreview = ({ plain }: Seen): string => `/records/view/${plain}`;

const SCREENS: readonly Screen[] = [
  {
    name: 'library index',
    at: () => '/records/search',
    call: 'groups/by/member',
    empty: { answer: [], says: 'Todavía no tienes bibliotecas' },
    failed: 'No se pudieron cargar las bibliotecas',
    filled: (page) => main(page).getByRole('list', { name: 'Bibliotecas' }).getByRole('link').first(),
  },
  {
    name: 'search results',
    at: () => '/records/search?text=acta',
    call: 'docs/records/search?*',
    empty: { answer: nothingFound, says: 'Nada coincide con «acta»' },
    failed: 'No se pudieron cargar los documentos',
    filled: (page) => page.getByRole('table', { name: 'Resultados' }).getByRole('row').nth(1),
  },
  {
    name: 'library manager',
    at: ({ library }) => `/records/search?group=${library}`,
    call: 'docs/folders/by/group/*',
    empty: { answer: [], says: 'Sin carpetas todavía' },
    failed: 'No se pudieron cargar los documentos',
    filled: (page) => page.getByRole('list', { name: 'Subcarpetas' }).getByRole('listitem').first(),
  },
  {
    name: 'documents of a folder',
    at: ({ library }) => `/records/search?group=${library}`,
    call: 'docs/records/search?*',
    empty: { answer: nothingFound, says: 'Aquí solo hay carpetas' },
    failed: 'No se pudieron cargar los documentos',
    filled: (page) => page.getByRole('table', { name: 'Calidad' }).getByRole('row').nth(1),
  },
  {
    name: 'document',
    at: withPreview,
    call: 'docs/records/by/id/*',
    empty: { status: 404, says: 'No encontramos este documento' },
    failed: 'No se pudo cargar el documento',
    filled: (page) => page.locator('[data-page="1"] canvas'),
  },
  {
    name: 'preview of a document',
    at: withPreview,
    call: 'docs/versions/*/content',
    part: '[data-tour="preview"]',
    loading: (page) => page.getByRole('region', { name: 'Vista previa' }).getByRole('status'),
    failed: 'No se pudo cargar la vista previa',
    filled: (page) => page.locator('[data-page="1"] canvas'),
  },
  {
    name: 'versions of a document',
    at: (seen) => `${withoutPreview(seen)}?panel=versions`,
    call: 'docs/versions/by/record/*',
    part: SIDE,
    failed: 'No se pudieron cargar las versiones',
    filled: (page) => page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Versión 1' }),
  },
  {
    name: 'reviews of a document',
    at: (seen) => `${withoutPreview(seen)}?panel=reviews`,
    call: 'docs/reviews/by/record/*',
    part: SIDE,
    empty: { answer: [], says: 'Todavía nadie ha cambiado su estado' },
    failed: 'No se pudieron cargar las revisiones',
    filled: (page) => page.getByRole('list', { name: 'Revisiones' }).getByRole('listitem').first(),
  },
  {
    name: 'review',
    at: (seen) => `${withoutPreview(seen)}?panel=review`,
    call: 'docs/reviews/by/record/*',
    empty: { answer: [], says: 'Todavía nadie ha cambiado su estado' },
    failed: 'No se pudieron cargar las revisiones',
    filled: (page) => page.getByRole('list', { name: 'Revisiones' }).getByRole('listitem').first(),
  },
  {
    name: 'request of a review',
    at: withoutPreview,
    call: 'groups/*/members',
    part: '[role="dialog"]',
    open: async (page) => {
      await page.getByRole('button', { name: 'Acciones', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Solicitar revisión' }).click();
      await expect(page.getByRole('dialog', { name: 'Solicitar revisión' })).toBeVisible();
    },
    loading: (page) => page.getByRole('dialog').getByPlaceholder('Cargando…'),
    empty: { answer: [], says: 'Nadie más revisa en esta biblioteca.' },
    failed: 'No se pudo cargar quiénes revisan.',
    filled: (page) => page.getByRole('dialog').getByPlaceholder('Todos los que revisan en la biblioteca'),
  },
  {
    name: 'notifications',
    at: () => '/notifications',
    call: 'events/notifications/pending',
    empty: { answer: [], says: 'Nada pendiente' },
    failed: 'No se pudieron cargar las notificaciones',
    filled: (page) => main(page).getByRole('listitem').first(),
  },
  {
    name: 'dashboard',
    at: () => '/dashboard',
    call: 'docs/dashboard',
    empty: {
      answer: {
        records: 0,
        libraries: 1,
        toReview: { count: 0, items: [] },
        toPublish: { count: 0, items: [] },
        drafts: { count: 0, items: [] },
        recent: [],
      },
      says: 'Todavía no hay documentos',
    },
    failed: 'No se pudo cargar el Panel',
    filled: (page) => page.getByRole('heading', { name: 'Por revisar' }),
  },
];

// Four states, two themes, two widths: long on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** One session for all of them: signing in is not what is tested here. */
let context: BrowserContext;
let page: Page;
let seen: Seen;

test.beforeAll(async ({ browser, server }) => {
  context = await browser.newContext({
    baseURL: server.url,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await signInAs(page, PERSON);
  const api = await signInApi(server.url, demoEmail(PERSON));
  const libraries = await api.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const { items } = await api.call('recordSearch', { query: { state: '1,2,5', limit: '100' } });
  const pdf = items.find(({ file }) => file.name.endsWith('.pdf'))?._id;
  const plain = items.find(({ file }) => /\.(docx|xlsx|pptx)$/.test(file.name))?._id;
  if (!pdf || !plain) throw new Error('the demo has too little in review');
  seen = { library, pdf, plain };
});
test.afterAll(() => context?.close());

for (const { name, at, call, open, loading, empty, part, failed, filled } of SCREENS) {
  test(`${name}: loading, empty, error, filled`, async () => {
    const pattern = `**/api/${call}`;
    const visit = async (): Promise<void> => {
      await page.goto(at(seen));
      await open?.(page);
    };

    const release = await hold(page, pattern);
    await visit();
    const bars = loading?.(page) ?? main(page).getByRole('status', { name: 'Cargando…' }).first();
    await expect(bars).toBeVisible();
    await expectGoodLooks(page, part);
    await release();
    await expect(filled(page)).toBeVisible();
    await expectGoodLooks(page, part);
    // The columns that only a wide screen has.
    if (!part) await expectAccessible(page);

    if (empty) {
      await page.route(pattern, (route) =>
        empty.status ? refuse(route, empty.status, 'not_found') : route.fulfill({ json: empty.answer }),
      );
      await visit();
      await expect(page.getByText(empty.says)).toBeVisible();
      await expectGoodLooks(page, part);
      await page.unroute(pattern);
    }

    await page.route(pattern, (route) => refuse(route, 503, 'unavailable'));
    await visit();
    await expect(page.getByText(failed)).toBeVisible();
    await expectGoodLooks(page, part);
    await page.unroute(pattern);
    await page.getByRole('button', { name: 'Reintentar' }).first().click();
    await expect(filled(page)).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
  });
}

test('the wizard: each of its five steps', async () => {
  const { dialog, next } = wizard;
  const part = '[role="dialog"]';
  await page.setViewportSize({ width: 1280, height: 820 });
  await page.goto('/dashboard');
  await wizard.openWizard(page);
  await expectGoodLooks(page, part);
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(680);
  const name = 'Un nombre de archivo muy largo que no cabe en una sola línea del teléfono 4417.pdf';
  await wizard.give(page, wizard.pdf(name));
  await expect(next(page)).toBeEnabled();
  await expectGoodLooks(page, part);

  const release = await hold(page, '**/api/docs/roles/by/group/*');
  await next(page).click();
  await wizard.choose(page, 'Grupo', 'Calidad');
  await expect(dialog(page).getByPlaceholder('Cargando…').first()).toBeVisible();
  await release();
  await wizard.choose(page, 'Estado', 'Borrador');
  await dialog(page).getByLabel('Título de').fill('Mal');
  await expectGoodLooks(page, part);
  await dialog(page).getByLabel('Título de').fill('Documento accesible 4417');
  await next(page).click();
  await wizard.chooseLabel(page);
  await expectGoodLooks(page, part);
  await next(page).click();
  await wizard.confirmation(page).check();
  await expectGoodLooks(page, part);
  await page.setViewportSize({ width: 321, height: 700 });
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(321);
  await wizard.create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  await expectGoodLooks(page, part);
});

test('sign-in: empty, on its way, without an answer', async ({ browser, server }) => {
  const guest = await browser.newContext({ baseURL: server.url, locale: 'es-CL', reducedMotion: 'reduce' });
  const door = await guest.newPage();
  await door.goto('/');
  const enter = door.getByRole('button', { name: 'Iniciar sesión' });
  await enter.click();
  await expect(door.getByText('Escribe un correo válido.')).toBeVisible();
  await expectGoodLooks(door);

  await door.getByLabel('Correo').fill(demoEmail(PERSON));
  await door.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await door.route('**/api/auth/sign-in', (route) => refuse(route, 503, 'unavailable'));
  await enter.click();
  await expect(door.getByRole('alert').filter({ hasText: 'No disponible por ahora.' })).toBeVisible();
  await expect(door.getByLabel('Correo')).toHaveValue(demoEmail(PERSON));
  await expectGoodLooks(door);
  await door.unroute('**/api/auth/sign-in');

  const release = await hold(door, '**/api/auth/sign-in');
  await enter.click();
  await expect(door.locator('button[type="submit"]')).toHaveAttribute('data-loading', 'true');
  await expectGoodLooks(door);
  await release();
  await expect(door).toHaveURL(/dashboard/);
  await guest.close();
});

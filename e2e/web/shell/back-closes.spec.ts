import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../../src/shared/platform/days.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR, dialog as wizard } from '../../fixtures/wizard.ts';

/** Whatever lies over a page on a phone is closed by going back: every dialog and panel, the palette, every question. */
test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const WRITER = 'autora';
const MANAGER = 'gestora';

/** Where a test begins: a draft in a folder without rules, and a due day. */
interface Ground {
  library: string;
  folder: string;
  name: string;
  record: string;
  calendar: string;
  occurrence: string;
}

async function prepare(url: string): Promise<Ground> {
  const author = await signInApi(url, demoEmail(WRITER));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const name = `Volver ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group: library, name } });
  const record = await uploadDocument(url, author, { group: library, folder, title: `Plan ${name}` });
  const manager = await signInApi(url, demoEmail(MANAGER));
  const day = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);
  const { items } = await manager.call('occurrences', { query: { from: day(-200), to: day(199) } });
  const { _id: occurrence = '', calendar } = items[0] ?? {};
  return { library, folder, name, record, calendar: calendar?._id ?? '', occurrence };
}

interface Sheet {
  what: string;
  person: string;
  at: (ground: Ground) => string;
  /** From the page to the open sheet. */
  open: (page: Page, ground: Ground) => Promise<void>;
  /** Its name. */
  named: RegExp;
  /** Closes it in another way; by its button, where nothing else is given. */
  close?: (page: Page) => Promise<void>;
}

const main = (page: Page): Locator => page.getByRole('main');
const press = (where: Page | Locator, name: string | RegExp): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('menuitem', { name, exact: true }).click();

const ofRecord = (what: string, item: string, named: RegExp): Sheet => ({
  what,
  person: WRITER,
  at: ({ record }) => `/records/view/${record}`,
  open: async (page) => {
    await press(page, 'Acciones');
    await choose(page, item);
  },
  named,
});

const ofFolder = (what: string, item: string, named: RegExp): Sheet => ({
  what,
  person: 'admin',
  at: ({ library, folder }) => `/records/search?group=${library}&folder=${folder}`,
  open: async (page, { name }) => {
    await press(page, `Acciones de la carpeta ${name}`);
    await choose(page, item);
  },
  named,
});

const byEscape = (page: Page): Promise<void> => page.keyboard.press('Escape');

const SHARE = ofRecord('share', 'Compartir con…', /^Compartir documento$/);

const SHEETS: readonly Sheet[] = [
  {
    ...SHARE,
    open: async (page, ground) => {
      await SHARE.open(page, ground);
      // The list of people opens with the dialog; it would be closed first.
      await expect(page.getByRole('listbox')).toBeVisible();
      await page.keyboard.press('Escape');
    },
  },
  ofRecord('request', 'Solicitar revisión', /^Solicitar revisión$/),
  ofRecord('reminder', 'Crear recordatorio', /ecordatorio$/),
  ofRecord('move', 'Mover', /^Mover/),
  ofRecord('delete', 'Eliminar', /^Eliminar/),
  ofFolder('rename of a folder', 'Cambiar nombre', /^Cambiar nombre$/),
  ofFolder('move of a folder', 'Mover', /^Mover carpeta$/),
  ofFolder('rules', 'Reglas de cumplimiento', /^Reglas de cumplimiento/),
  {
    what: 'quick look',
    person: WRITER,
    at: ({ library, folder }) => `/records/search?group=${library}&folder=${folder}`,
    open: async (page, { name }) => {
      await press(page, `Acciones: Plan ${name}`);
      await choose(page, 'Vista rápida');
    },
    named: /^Plan Volver/,
  },
  {
    what: 'collaborative document',
    person: WRITER,
    at: () => '/dashboard?',
    open: (page) => press(main(page), /^Crear documento colaborativo/),
    named: /^Crear documento colaborativo$/,
  },
  {
    what: 'obligation',
    person: MANAGER,
    at: ({ calendar }) => `/calendars/edit/${calendar}`,
    open: (page) => press(main(page), 'Agregar obligación'),
    named: /obligación$/,
  },
  {
    what: 'frozen reports',
    person: MANAGER,
    at: () => '/calendars/report',
    open: async (page) => {
      await press(main(page), 'Más acciones');
      await page.getByRole('menuitem', { name: 'Informes congelados' }).click();
    },
    named: /^Informes congelados$/,
  },
  {
    what: 'palette',
    person: WRITER,
    at: () => '/records/search',
    open: (page) => page.keyboard.press('Control+k'),
    named: /^Buscar o ir a$/,
    close: byEscape,
  },
  {
    what: 'keys',
    person: WRITER,
    at: () => '/records/search',
    open: (page) => page.keyboard.press('?'),
    named: /^Atajos/,
  },
];

/** Which entry of its history the browser is at. */
const place = (page: Page): Promise<number> => page.evaluate(() => navigation.currentEntry?.index ?? -1);

/** Opens the page that is one step back, and then the page of the sheet. @returns that page's entry */
async function begin(page: Page, person: string, address: string): Promise<number> {
  await startSession(page, person);
  await page.goto('/help');
  const start = (await place(page)) + 1;
  await page.goto(address);
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { same: true }));
  return start;
}

/** Goes back once the sheet's step is in the history: the browser adds it after it has drawn the sheet. */
async function goBackFrom(page: Page, step: number): Promise<void> {
  await expect.poll(() => place(page)).toBe(step);
  await page.goBack();
}

for (const { what, person, at, open, named, close } of SHEETS)
  test(`back closes: ${what}`, async ({ page, server }) => {
    const ground = await prepare(server.url);
    const address = at(ground);
    const start = await begin(page, person, address);
    const sheet = page.getByRole('dialog', { name: named });
    for (const how of ['back', 'button', 'back'] as const) {
      await open(page, ground);
      await expect(sheet).toBeVisible();
      if (how === 'back') await goBackFrom(page, start + 1);
      else await (close?.(page) ?? press(sheet, 'Cerrar'));
      await expect(sheet).toHaveCount(0);
      await expect(page).toHaveURL(address);
      await expect.poll(() => place(page)).toBe(start);
    }
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
    await page.goBack();
    await expect(page).toHaveURL('/help');
  });

test('back closes the uppermost only, and photographed pages ask first', async ({ page }) => {
  const start = await begin(page, AUTHOR, '/dashboard');
  const photo = await page.evaluate(() => document.createElement('canvas').toDataURL().split(',')[1] ?? '');
  await press(main(page), 'Cargar Documento');
  await expect(wizard(page)).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Fotografiar páginas');
  const pages = page.getByRole('dialog', { name: 'Páginas fotografiadas' });
  await (await chooser).setFiles({
    name: 'IMG_1.png',
    mimeType: 'image/png',
    buffer: Buffer.from(photo, 'base64'),
  });
  await expect(pages.getByRole('listitem')).toHaveCount(1);
  for (const asks of [true, false, true]) {
    await goBackFrom(page, start + 2);
    await expect(pages.getByText('¿Descartar la página fotografiada?')).toBeVisible({ visible: asks });
    await expect(pages.getByRole('listitem')).toHaveCount(1);
  }
  await press(pages, 'Seguir aquí');
  await press(pages, 'Quitar la página 1');
  await expect(pages.getByText('No hay páginas.')).toBeVisible();
  await goBackFrom(page, start + 2);
  await expect(pages).toHaveCount(0);
  await expect(wizard(page)).toBeVisible();
  await goBackFrom(page, start + 1);
  await expect(page.getByLabel('Sí, descarta esta carga')).toBeVisible();
  await expect(wizard(page)).toBeVisible();
});

test('back closes menus, popovers, lists of choices, the calendar of a day and the tour', async ({
  page,
  server,
}) => {
  const { record } = await prepare(server.url);
  const address = `/records/view/${record}`;
  const start = await begin(page, WRITER, address);
  const reminder = page.getByRole('dialog', { name: /ecordatorio$/ });
  const { open: openReminder } = ofRecord('reminder', 'Crear recordatorio', /ecordatorio$/);
  const isClosedByBack = async (popup: Locator, step: number): Promise<void> => {
    await expect(popup).toBeVisible();
    await goBackFrom(page, step);
    await expect(popup).toBeHidden();
    await expect.poll(() => place(page)).toBe(step - 1);
    await expect(page).toHaveURL(address);
  };

  await press(page, 'Acciones');
  await isClosedByBack(page.getByRole('menuitem', { name: 'Compartir con…' }), start + 1);
  await press(page, /^Notificaciones/);
  await isClosedByBack(page.getByRole('dialog', { name: 'Notificaciones' }), start + 1);

  await openReminder(page, { record } as Ground);
  await expect(reminder).toBeVisible();
  await reminder.getByRole('textbox', { name: 'Día' }).click();
  await isClosedByBack(page.getByRole('table'), start + 2);
  await reminder.getByRole('combobox', { name: 'Para' }).click();
  await isClosedByBack(page.getByRole('listbox'), start + 2);
  await isClosedByBack(reminder, start + 1);

  await press(page, /^Tu perfil/);
  await page.getByRole('menuitem', { name: 'Ayuda' }).click();
  const tour = page.locator('.driver-popover');
  await expect(tour.getByRole('button', { name: 'Cerrar' })).toBeVisible();
  await isClosedByBack(tour, start + 1);
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

test('a drawer with changes stays and asks; back takes the question away, then asks again', async ({
  page,
  server,
}) => {
  const { calendar } = await prepare(server.url);
  const start = await begin(page, MANAGER, `/calendars/edit/${calendar}`);
  await press(main(page), 'Agregar obligación');
  const drawer = page.getByRole('dialog', { name: 'Agregar obligación' });
  const title = drawer.getByRole('textbox', { name: 'Título' });
  await title.fill('Simulacro');
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
  await goBackFrom(page, start + 1);
  await expect(question).toBeVisible();
  await goBackFrom(page, start + 2);
  await expect(question).toHaveCount(0);
  await expect(title).toHaveValue('Simulacro');
  await goBackFrom(page, start + 1);
  await press(question, 'Salir sin guardar');
  await expect(drawer).toHaveCount(0);
  await expect.poll(() => place(page)).toBe(start);
});

test('a page with changes asks, back takes the question away, and leaving comes to the page before', async ({
  page,
}) => {
  const start = await begin(page, MANAGER, '/calendars');
  await main(page).getByRole('link', { name: 'Crear calendario' }).click();
  const name = main(page).getByLabel('Nombre', { exact: true });
  await name.fill('Obligaciones del puerto');
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
  await page.goBack();
  await expect(question).toBeVisible();
  await goBackFrom(page, start + 2);
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('Obligaciones del puerto');
  await goBackFrom(page, start + 1);
  await expect.poll(() => place(page)).toBe(start + 2);
  await press(question, 'Salir sin guardar');
  await expect(page).toHaveURL('/calendars');
  await expect(name).toHaveCount(0);
  await expect.poll(() => place(page)).toBe(start);
});

test('a panel that the address names leaves no step behind, however it is closed', async ({
  page,
  server,
}) => {
  const { calendar, occurrence } = await prepare(server.url);
  const plain = `/calendars?calendar=${calendar}`;
  const start = await begin(page, MANAGER, `${plain}&occurrence=${occurrence}`);
  const panel = page.getByRole('dialog', { name: 'Vencimiento' });
  await expect(panel).toBeVisible();
  await expect.poll(() => place(page)).toBe(start + 1);
  await press(panel, 'Cerrar');
  await expect(panel).toHaveCount(0);
  await expect.poll(() => place(page)).toBe(start);
  await expect(page).toHaveURL(plain);
  await page.evaluate(() => history.forward());
  await expect.poll(() => place(page)).toBe(start);
  await expect(page).toHaveURL(plain);
  await page.goBack();
  await expect(page).toHaveURL('/help');
});

test('after a document is deleted, back comes to the page before it', async ({ page, server }) => {
  const { record, folder } = await prepare(server.url);
  const start = await begin(page, WRITER, `/records/view/${record}`);
  await press(page, 'Acciones');
  await choose(page, 'Eliminar');
  await press(page.getByRole('dialog'), 'Eliminar');
  await expect(page).toHaveURL(new RegExp(`folder=${folder}`));
  await expect.poll(() => place(page)).toBe(start);
  await page.goBack();
  await expect(page).toHaveURL('/help');
});

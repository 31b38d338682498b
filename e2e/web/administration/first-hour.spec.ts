import { expect, type Page, test } from '@playwright/test';
import { letThrough, refuse } from '../../fixtures/answers.ts';
import { beginEmpty } from '../../fixtures/demo.ts';
import { Hand } from '../../fixtures/hand.ts';
import { admin, firstRunCode } from '../../fixtures/organization.ts';
import { type RunningServer, startServer } from '../../fixtures/server.ts';
import { expectGoodLooks, showEverywhere, tryAgain } from '../../fixtures/states.ts';

/**
 * An empty installation, set up through its screens as the demo is: types, labels, libraries with folders, rules,
 * calendars, and two people. Every click and key is counted.
 */

const CLICKS_MAX = 60;
const SECONDS_MAX = 600;

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer(await beginEmpty());
});
test.afterAll(() => server.stop());

const main = (page: Page) => page.getByRole('main');
const steps = (page: Page) => main(page).getByRole('region', { name: 'Primeros pasos' });
const openStep = (page: Page, name: string) =>
  steps(page).getByRole('listitem').filter({ hasText: name }).filter({ hasText: '(Pendiente)' });

test('an organization is set up in ten minutes and sixty clicks', async ({ page }, info) => {
  const hand = new Hand();
  await page.goto(server.url);
  await test.step('the founder creates it', async () => {
    await hand.type(page.getByLabel('Código de la consola'), await firstRunCode(server));
    await hand.type(page.getByLabel('Organización'), 'Constructora Andes SpA');
    await hand.type(page.getByLabel('Nombre'), admin.firstname);
    await hand.type(page.getByLabel('Apellido'), admin.lastname);
    await hand.type(page.getByLabel('Correo'), admin.email);
    await hand.type(page.getByLabel('Contraseña', { exact: true }), admin.password);
    await hand.click(page.getByRole('button', { name: 'Crear organización' }));
    await expect(page.getByText('Organización creada')).toBeVisible();
    await hand.type(page.getByLabel('Correo'), admin.email);
    await hand.type(page.getByLabel('Contraseña', { exact: true }), admin.password);
    await hand.click(page.getByRole('button', { name: 'Iniciar sesión' }));
  });

  await test.step('the dashboard says what is missing', async () => {
    await expect(steps(page)).toContainText('0 de 8 listos');
    await expect(openStep(page, 'Correo')).toContainText('Lo configura quien opera el servidor');
    await expect(steps(page).getByRole('link', { name: 'Correo' })).toHaveCount(0);
    const places = await steps(page)
      .getByRole('listitem')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(places).toEqual([
      ...['/help?article=usuarios', '/users', '/settings', '/labels', '/groups'],
      ...['/records/search', '/calendars', '/sync'],
    ]);
    // The pointer rests on a card, which would say in a tooltip why nothing can be uploaded yet.
    await page.mouse.move(0, 0);
    await showEverywhere(page, (width) => info.outputPath(`first-steps-${width}.png`));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a starter set makes what a company of the kind has', async () => {
    await hand.click(steps(page).getByRole('link', { name: 'Partir con un conjunto' }));
    await hand.click(main(page).getByRole('link', { name: /^Construcción/ }));
    const make = main(page).getByRole('button', { name: 'Crear lo elegido' });
    await expect(make).toBeEnabled();
    await showEverywhere(page, (width) => info.outputPath(`set-${width}.png`));
    await page.setViewportSize({ width: 1280, height: 800 });
    // What is not wanted is left out with all that needs it; what is chosen brings what it needs.
    const bar = main(page).getByText(/^Vas a crear/);
    await expect(bar).toContainText('8 obligaciones');
    await hand.click(main(page).getByRole('checkbox', { name: 'Obligaciones de las obras' }));
    await expect(bar).toContainText('4 obligaciones');
    await expect(bar).toContainText('1 calendario');
    await hand.click(main(page).getByRole('checkbox', { name: 'Reunión mensual del Comité Paritario' }));
    await expect(bar).toContainText('2 calendarios');
    await hand.click(make);
    await expect(
      main(page).getByRole('heading', { name: 'Tu organización ya tiene por dónde partir' }),
    ).toBeFocused();
    await showEverywhere(page, (width) => info.outputPath(`made-${width}.png`));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('two people come by a table', async () => {
    await hand.click(main(page).getByRole('link', { name: 'Invitar personas' }));
    await hand.click(main(page).getByRole('button', { name: 'Importar' }));
    const dialog = page.getByRole('dialog');
    await hand.give(
      dialog.locator('input[type=file]'),
      'personas.csv',
      [
        'Nombres;Apellidos;Correo;Bibliotecas',
        'Luz;Rojas;luz@prueba.test;Prevención y obras: carga',
        'Iván;Soto;ivan@prueba.test;Prevención y obras: carga, revisión, publicación',
      ].join('\n'),
    );
    await hand.click(dialog.getByRole('button', { name: 'Importar 2 personas' }));
    await expect(dialog.getByRole('list', { name: 'Enlaces de acceso' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await hand.click(dialog.getByRole('button', { name: 'Cerrar' }).last());
  });

  await test.step('the dashboard ticks what is there', async () => {
    await hand.click(page.getByRole('navigation').getByRole('link', { name: 'Panel' }));
    await expect(steps(page)).toContainText('6 de 8 listos');
    await expect(openStep(page, 'Personas')).toHaveCount(0);
    await expect(openStep(page, 'Aplicación de escritorio')).toHaveCount(1);
    await expect(steps(page).getByRole('link', { name: 'Partir con un conjunto' })).toHaveCount(0);
    await page.mouse.move(0, 0);
    await showEverywhere(page, (width) => info.outputPath(`ticked-${width}.png`));
  });

  const figures = `${hand.clicks} clicks, ${hand.keys} keys, ${hand.fields} fields: ${hand.seconds} s`;
  console.log(`Setting up an organization: ${figures}`);
  info.annotations.push({ type: 'figures', description: figures });
  expect(hand.clicks).toBeLessThanOrEqual(CLICKS_MAX);
  expect(hand.seconds).toBeLessThanOrEqual(SECONDS_MAX);
});

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByLabel('Correo').fill(admin.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Panel' })).toBeVisible();
}

test('the list is put away, and comes back by its toast and from the settings', async ({ page }) => {
  await signIn(page, '/dashboard');
  const dismiss = steps(page).getByRole('button', { name: 'No mostrar más' });
  await dismiss.click();
  await expect(steps(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(steps(page)).toBeVisible();
  await dismiss.click();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(main(page).getByRole('link', { name: 'Navegar Documentos' })).toBeVisible();
  await page.goto(`${server.url}/settings`);
  await expect(main(page).getByText('Queda un paso. La lista está oculta.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Mostrar en el Panel' }).click();
  await expect(main(page).getByText('La lista está en el Panel')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Panel' }).click();
  await expect(steps(page)).toBeVisible();
});

test('a set that does not come, or is not made, loses nothing that was chosen', async ({ page }) => {
  await signIn(page, '/settings/start');
  await refuse(page, '**/api/start/sets/services', 503, 'unavailable');
  await main(page)
    .getByRole('link', { name: /^Servicios/ })
    .click();
  await expect(main(page).getByText('No se pudo cargar el conjunto')).toBeVisible();
  await letThrough(page, '**/api/start/sets/services');
  await tryAgain(page);
  const nda = main(page).getByRole('checkbox', { name: 'Acuerdo de confidencialidad' }).first();
  const rule = main(page)
    .getByRole('list', { name: 'Reglas de carpetas' })
    .getByRole('checkbox', { name: 'Acuerdo de confidencialidad' });
  await expect(rule).toBeChecked();
  await nda.uncheck();
  await expect(rule).not.toBeChecked();
  await refuse(page, '**/api/start/sets/services', 503, 'unavailable');
  // An answer that is lost says nothing of what was done, and a refusal does.
  await main(page).getByRole('button', { name: 'Crear lo elegido' }).click();
  await expect(main(page).getByRole('alert')).toContainText('Puede que se haya creado');
  await expect(nda).not.toBeChecked();
  await refuse(page, '**/api/start/sets/services', 403, 'forbidden');
  await main(page).getByRole('button', { name: 'Crear lo elegido' }).click();
  await expect(main(page).getByRole('alert')).toContainText('No se creó nada');
  await expect(nda).not.toBeChecked();
});

test('what is there already is not made again, and the palette leads to the sets', async ({ page }, info) => {
  await signIn(page, '/dashboard');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('partida');
  await page.getByRole('dialog').getByText('Conjuntos de partida').click();
  await main(page)
    .getByRole('link', { name: /^Clínica/ })
    .click();
  const types = main(page).getByRole('list', { name: 'Tipos de documento' });
  await expect(types.getByRole('checkbox', { name: 'Factura' })).toBeDisabled();
  await expect(types.getByRole('listitem').filter({ hasText: 'Factura' })).toContainText('Ya existe');
  await expect(types.getByRole('checkbox', { name: 'Ficha clínica' })).toBeChecked();
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('clinic-390.png') });
  await page.goto(`${server.url}/settings`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await main(page)
    .getByRole('region', { name: 'Primeros pasos' })
    .screenshot({ path: info.outputPath('settings.png') });
});

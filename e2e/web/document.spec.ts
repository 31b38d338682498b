import type { BrowserContext, Page } from '@playwright/test';
import { type Api, demoEmail, signInApi } from '../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import {
  bombDocx,
  hostileDocx,
  hostileMail,
  hostileSvg,
  longXlsx,
  pdfFile,
  pptxFile,
  wavFile,
  xlsxFile,
} from '../fixtures/files.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { uploadFile } from '../fixtures/upload.ts';

/** The document view: what it shows of each kind of file, and what happens to two people who look at one document. */

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let context: BrowserContext;
let page: Page;
let api: Api;
let group: string;
/** Addresses outside of the server that the page asked for: there must be none. */
const elsewhere: string[] = [];

test.beforeAll(async ({ browser, server }) => {
  context = await browser.newContext({ baseURL: server.url, locale: 'es-CL', reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !/^(blob|data|about):/.test(url)) elsewhere.push(url);
  });
  await signInAs(page, 'autora');
  api = await signInApi(server.url, demoEmail('autora'));
  const libraries = await api.call('groupsByMember', {});
  group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
});
test.afterAll(() => context?.close());

const preview = () => page.getByRole('region', { name: 'Vista previa' });
const hacked = () => page.evaluate(() => (window as { hacked?: number }).hacked);

async function open(server: string, name: string, bytes: Buffer): Promise<string> {
  const id = await uploadFile(server, api, { group, title: `Vista de ${name}`, name, bytes });
  await page.goto(`/records/view/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Vista de ${name}` })).toBeVisible();
  return id;
}

async function looksGood(): Promise<void> {
  expect(await hacked()).toBeUndefined();
  for (const [width, colorScheme] of [
    [400, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, { part: '[data-tour="preview"]' });
  }
}

test('a PDF is searched, also one of a thousand pages', async ({ server }) => {
  await open(
    server.url,
    'largo.pdf',
    await pdfFile(1000, (at) => `Página ${at}. ${at % 400 === 7 ? 'Aprobación del talud' : ''}`),
  );
  await expect(preview().getByText('1 de 1.000')).toBeVisible();
  // Pages far from the view are not there at all.
  expect(await preview().locator('[data-page]').count()).toBeLessThan(10);
  await preview().getByRole('button', { name: 'Buscar en el documento' }).click();
  await preview().getByRole('textbox', { name: 'Buscar en el documento' }).fill('aprobacion');
  await expect(preview().getByText('1 de 3')).toBeVisible({ timeout: 30_000 });
  await expect(preview().getByText('7 de 1.000')).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(preview().getByText('3 de 3')).toBeVisible();
  await expect(preview().getByText('807 de 1.000')).toBeVisible();
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('legajo-found-here') ?? [])].map(String).join());
  await expect.poll(marked).toBe('Aprobación');
  await preview().getByRole('button', { name: 'Miniaturas' }).click();
  await expect(preview().getByRole('button', { name: 'Ir a la página 807' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await looksGood();
});

test('office files, mail, sound and drawings are shown, and nothing in them acts', async ({ server }) => {
  await test.step('a text document', async () => {
    await open(server.url, 'hostil.docx', await hostileDocx('Cláusula tercera'));
    const frame = preview().frameLocator('iframe');
    await expect(frame.getByText('Cláusula tercera')).toBeVisible();
    await expect(frame.getByText('<script>')).toBeVisible();
    await expect(preview().locator('iframe')).toHaveAttribute('sandbox', '');
    await looksGood();
  });
  await test.step('a workbook', async () => {
    await open(
      server.url,
      'partidas.xlsx',
      await xlsxFile([
        ['Partida', 'Monto'],
        ['Moldaje', 'Muro sur'],
      ]),
    );
    await expect(preview().getByRole('cell', { name: 'Muro sur' })).toBeVisible();
    await looksGood();
  });
  await test.step('a presentation', async () => {
    await open(server.url, 'charla.pptx', await pptxFile(['Inducción de seguridad', 'Derecho a saber']));
    await expect(preview().getByRole('region', { name: 'Diapositiva 2' })).toContainText('Derecho a saber');
    await looksGood();
  });
  await test.step('a message', async () => {
    await open(server.url, 'citacion.eml', hostileMail('Citación a reunión', 'El jueves a las diez.'));
    await expect(preview().getByRole('heading', { name: 'Citación a reunión' })).toBeVisible();
    await expect(preview().frameLocator('iframe').getByText('El jueves a las diez.')).toBeVisible();
    await preview().frameLocator('iframe').getByText('Confirma').click();
    await looksGood();
  });
  await test.step('a drawing, and sound', async () => {
    await open(server.url, 'plano.svg', hostileSvg());
    await expect(preview().getByRole('img', { name: 'plano.svg' })).toBeVisible();
    await preview().getByRole('region', { name: 'plano.svg' }).press('+');
    await expect(preview().getByText('150 %')).toBeVisible();
    await open(server.url, 'nota.wav', wavFile());
    const duration = () =>
      preview()
        .locator('audio')
        .evaluate((player: HTMLAudioElement) => player.duration);
    await expect.poll(duration).toBeCloseTo(1, 1);
    await looksGood();
  });
  expect(elsewhere).toEqual([]);
});

test('what cannot be shown says so, and the rest of the page goes on', async ({ server }) => {
  const says = async (text: string): Promise<void> => {
    await expect(preview().getByText(text)).toBeVisible({ timeout: 30_000 });
    await expect(preview().getByRole('button', { name: 'Descargar' })).toBeVisible();
    await page.getByRole('tab', { name: /Versiones/ }).click();
    await expect(page.getByRole('tabpanel').getByText('Versión 1')).toBeVisible();
  };
  await open(server.url, 'roto.pdf', Buffer.from('%PDF-1.7\nnada de nada'));
  await says('El archivo parece estar dañado o no ser lo que dice su nombre.');
  await looksGood();
  await open(server.url, 'clave.docx', Buffer.from('d0cf11e0a1b11ae1'.repeat(100), 'hex'));
  await says('El archivo está protegido con contraseña: descárgalo para abrirlo.');
  await open(server.url, 'bomba.docx', bombDocx());
  await says('El archivo es demasiado grande para mostrarlo aquí.');
  await open(server.url, 'millon.xlsx', longXlsx(1_000_000));
  await expect(preview().getByText(/Se muestran hasta 2\.000 filas/)).toBeVisible({ timeout: 30_000 });
  await expect(preview().getByRole('cell', { name: '12', exact: true })).toBeVisible();
});

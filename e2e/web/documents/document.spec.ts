import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { odfFile } from '../../../server/testing/files/files.ts';
import { hugePng } from '../../../server/testing/files/hostile-files.ts';
import { outlookItem } from '../../../server/testing/files/outlook.ts';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import {
  bombDocx,
  brokenPdf,
  hostileDocx,
  hostileMail,
  hostileSvg,
  longXlsx,
  pdfFile,
  planFile,
  pptxFile,
  wavFile,
  xlsxFile,
} from '../../fixtures/files.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { addVersion, uploadFile } from '../../fixtures/upload.ts';

/** The document view: the preview of each kind of file, and two people who look at one document. */

test.describe.configure({ mode: 'serial' });

let context: BrowserContext;
let page: Page;
let api: Api;
let group: string;
/** External addresses that the page requested: there must be none. */
const elsewhere: string[] = [];

test.beforeAll(async ({ browser, server }) => {
  context = await browser.newContext({ baseURL: server.url, locale: 'es-CL', reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !/^(blob|data|about):/.test(url)) elsewhere.push(url);
  });
  await startSession(page, 'autora');
  api = await signInApi(server.url, demoEmail('autora'));
  const libraries = await api.call('groupsByMember', {});
  group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
});
test.afterAll(() => context?.close());

const sampleScan = (name: string): Buffer =>
  readFileSync(
    join(import.meta.dirname, '../../../src/renderer/features/records/preview/pixels/samples', name),
  );
const naturalSize = (image: Element): [number, number] => {
  const { naturalWidth, naturalHeight } = image as HTMLImageElement;
  return [naturalWidth, naturalHeight];
};
/** CSS pixels of a point of 1/72 inch. */
const POINT = 96 / 72;
/** How wide a sheet of A0 is on paper. */
const A0 = 2384 * POINT;
const widthOf = async (sheet: Locator): Promise<number> => (await sheet.boundingBox())?.width ?? 0;
const percentOf = (width: number, paper: number): string =>
  `Ajustado: ${Math.round((width / paper) * 100)} %`;
const preview = () => page.getByRole('region', { name: 'Vista previa' });
const hacked = () => page.evaluate(() => (window as { hacked?: number }).hacked);

async function open(server: string, name: string, bytes: Buffer): Promise<string> {
  const id = await uploadFile(server, api, { group, title: `Vista de ${name}`, name, bytes });
  await page.goto(`/records/view/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Vista de ${name}` })).toBeVisible();
  return id;
}

/** A button that its own press turned off keeps the focus. */
async function expectOffWithFocus(button: Locator): Promise<void> {
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
}

async function looksGood(): Promise<void> {
  expect(await hacked()).toBeUndefined();
  for (const [width, colorScheme] of [
    [321, 'dark'],
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
  // Pages far from the view are not rendered.
  expect(await preview().locator('[data-page]').count()).toBeLessThan(10);
  await preview().getByRole('button', { name: 'Buscar en el documento' }).click();
  await preview().getByRole('textbox', { name: 'Buscar en el documento' }).fill('aprobacion');
  await expect(preview().getByText('1 de 3')).toBeVisible();
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

test('a large plan is read at four times its size on paper, and over the whole screen', async ({
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await open(server.url, 'plano.pdf', await planFile('eje 7'));
  const sheet = preview().getByRole('region', { name: 'Página 1', exact: true });
  await expect(sheet).toContainText('eje 7');
  const closer = preview().getByRole('button', { name: 'Acercar' });
  await expect(preview().getByText(percentOf(await widthOf(sheet), A0))).toBeVisible();
  for (const percent of [25, 50, 75, 100, 125, 150, 200, 300, 400]) {
    await closer.press('Enter');
    await expect(preview().getByText(`${percent} %`, { exact: true })).toBeVisible();
    expect(await widthOf(sheet)).toBeCloseTo((A0 * percent) / 100, 0);
  }
  await expectOffWithFocus(closer);
  const [width = 0, sharp = 0] = await sheet.evaluate((element) => [
    element.clientWidth,
    ...[...element.querySelectorAll('canvas')].map((canvas) => canvas.width * canvas.height),
  ]);
  // The canvas of the whole stays within what browsers bear.
  expect(width).toBeGreaterThanOrEqual(4 * A0 - 1);
  expect(sharp).toBeLessThanOrEqual(16e6);
  // What is in view is drawn with a pixel of its own for each of the screen.
  const part = sheet.locator('canvas').nth(1);
  await expect
    .poll(() =>
      part.evaluate((canvas: HTMLCanvasElement) => canvas.width / (canvas.clientWidth || Number.NaN)),
    )
    .toBeCloseTo(1, 1);
  const screen = preview().getByRole('button', { name: 'Pantalla completa' });
  await screen.click();
  await expect(screen).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.clientWidth)).toBe(1280);
  await screen.press('f');
  await expect(screen).toHaveAttribute('aria-pressed', 'false');
});

test('the zoom of any page is the share of its size on paper, also where it is fitted', async ({
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  const sheets: readonly [string, [number, number]][] = [
    ['carta.pdf', [612, 792]],
    ['plano-ancho.pdf', [3370, 2384]],
    ['boleta.pdf', [164, 400]],
  ];
  for (const [name, size] of sheets) {
    const paper = size[0] * POINT;
    await open(server.url, name, await planFile('eje 7', size));
    const sheet = preview().getByRole('region', { name: 'Página 1', exact: true });
    await expect(sheet).toContainText('eje 7');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      // The label has no room on the narrowest screens.
      await expect(preview().locator('[aria-live]').last()).toHaveText(
        percentOf(await widthOf(sheet), paper),
      );
    }
    await preview()
      .getByRole('button', { name: paper > (await widthOf(sheet)) ? 'Acercar' : 'Alejar' })
      .click();
    const now = await preview().locator('[aria-live]').last().textContent();
    expect(await widthOf(sheet)).toBeCloseTo((paper * Number.parseInt(now ?? '', 10)) / 100, 0);
    await preview()
      .getByRole('button', { name: `${now}, volver al tamaño inicial` })
      .click();
    await expect(preview().getByText(percentOf(await widthOf(sheet), paper))).toBeVisible();
  }
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
  await test.step('a message as Outlook keeps it, with what is attached', async () => {
    await open(
      server.url,
      'hormigon.msg',
      outlookItem({
        ...{ subject: 'Hormigón de la losa', from: { name: 'Ana Rojas', address: 'ana@obra.test' } },
        ...{ html: '<p>Llega el <b>martes</b> a las ocho.</p>', sent: new Date('2026-03-12T15:30:00Z') },
        attached: { 'Guía de despacho.pdf': Buffer.from('%PDF-1.7') },
      }),
    );
    await expect(preview().getByRole('heading', { name: 'Hormigón de la losa' })).toBeVisible();
    await expect(preview().getByText('Ana Rojas <ana@obra.test>')).toBeVisible();
    await expect(preview().frameLocator('iframe').getByText('Llega el martes a las ocho.')).toBeVisible();
    await expect(preview().getByRole('button', { name: /Guía de despacho\.pdf/ })).toBeVisible();
    await looksGood();
  });
  await test.step('a text of another office program, by its words', async () => {
    await open(
      server.url,
      'bases.odt',
      odfFile('text', '<text:h>Bases</text:h><text:p>Garantía de seriedad</text:p>'),
    );
    await expect(preview().getByText('Garantía de seriedad')).toBeVisible();
    await expect(preview().getByText('Solo el texto, sin su formato.')).toBeVisible();
    await looksGood();
  });
  await test.step('code, in colours, which never runs: neither here nor by its own link', async () => {
    const attack = 'top.hacked=1;document.title="hacked"';
    const id = await open(
      server.url,
      'pagina.html',
      Buffer.from(`<p class="a">Hola</p>\n<script>${attack}</script>`),
    );
    await expect(preview().locator('pre span span', { hasText: '"a"' })).toHaveCSS(
      'color',
      'rgb(13, 90, 44)',
    );
    await expect(preview().locator('pre')).toContainText(attack);
    await looksGood();
    const { currentVersion } = await api.call('recordById', { params: { id } });
    const { url } = await api.call('versionLink', { params: { id: currentVersion?._id ?? '' } });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.goto(`${url}?inline`).catch(() => undefined),
    ]);
    expect(download.suggestedFilename()).toBe('pagina.html');
    expect(await page.title()).not.toBe('hacked');
  });
  await test.step('pages of a scanner, one after the other', async () => {
    await open(server.url, 'escaneo.tif', sampleScan('escaneo.tif'));
    await expect(preview().getByText('1 de 3')).toBeVisible();
    const image = preview().getByRole('img', { name: 'escaneo.tif' });
    // Its lines are twice as far apart as its dots: it is shown as it was on paper.
    await expect.poll(() => image.evaluate(naturalSize)).toEqual([864, 624]);
    await looksGood();
    await preview().getByRole('region', { name: 'escaneo.tif' }).press('PageDown');
    await expect(preview().getByText('2 de 3')).toBeVisible();
    const next = preview().getByRole('button', { name: 'Página siguiente' });
    await next.click();
    await expect(preview().getByText('3 de 3')).toBeVisible();
    await expectOffWithFocus(next);
    const closer = preview().getByRole('button', { name: 'Acercar' });
    // The picture has a pixel of its own for each of the screen at 100 %.
    const [wide] = await image.evaluate(naturalSize);
    await expect(preview().getByText(percentOf(await widthOf(image), wide))).toBeVisible();
    for (const percent of [75, 100, 150, 200, 300, 400, 600, 800]) {
      await closer.press('Enter');
      await expect(preview().getByText(`${percent} %`)).toBeVisible();
    }
    await expectOffWithFocus(closer);
  });
  await test.step('a page that was scanned lying on its side', async () => {
    await open(server.url, 'girada.tif', sampleScan('girada.tif'));
    const image = preview().getByRole('img', { name: 'girada.tif' });
    await expect.poll(() => image.evaluate(naturalSize)).toEqual([300, 200]);
  });
  await test.step('a scan that is compressed like an archive', async () => {
    await open(server.url, 'zip.tif', sampleScan('zip.tif'));
    const image = preview().getByRole('img', { name: 'zip.tif' });
    await expect.poll(() => image.evaluate(naturalSize)).toEqual([48, 48]);
  });
  await test.step('a sound scan of a kind that is not drawn is not called damaged', async () => {
    await open(server.url, 'planos.tif', sampleScan('planos.tif'));
    await expect(preview().getByText('no se puede mostrar aquí. Descárgalo para verlo.')).toBeVisible();
  });
  await test.step('a scan that is damaged says so', async () => {
    await open(server.url, 'cortado.tif', sampleScan('escaneo.tif').subarray(0, 200));
    await expect(preview().getByText('parece estar dañado')).toBeVisible();
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
    await expect(preview().getByText(text)).toBeVisible();
    await expect(preview().getByRole('button', { name: 'Descargar' })).toBeVisible();
    await page.getByRole('tab', { name: /Versiones/ }).click();
    await expect(page.getByRole('tabpanel').getByText('Versión 1')).toBeVisible();
  };
  await open(server.url, 'roto.pdf', Buffer.from('%PDF-1.7\nnada de nada'));
  await says('El archivo parece estar dañado o no ser lo que dice su nombre.');
  await looksGood();
  await open(server.url, 'indice.pdf', brokenPdf());
  await says('El archivo parece estar dañado o no ser lo que dice su nombre.');
  await open(server.url, 'clave.docx', Buffer.from('d0cf11e0a1b11ae1'.repeat(100), 'hex'));
  await says('El archivo está protegido con contraseña: descárgalo para abrirlo.');
  await open(server.url, 'bomba.docx', bombDocx());
  await says('El archivo es demasiado grande para mostrarlo aquí.');
  await open(server.url, 'gigante.png', hugePng(30_000, 30_000));
  await says('La imagen tiene demasiados píxeles para mostrarla aquí.');
  await open(server.url, 'millon.xlsx', longXlsx(1_000_000));
  await expect(preview().getByText(/Se muestran hasta 2\.000 filas/)).toBeVisible();
  await expect(preview().getByRole('cell', { name: '12', exact: true })).toBeVisible();
});

test('two people edit one sheet: nothing typed is lost, and each field is decided', async ({
  server,
}, info) => {
  const id = await open(
    server.url,
    'acta.txt',
    Buffer.from('La losa se hormigona el lunes, con dos camiones.'),
  );
  const params = { id };
  const get = () => api.call('recordById', { params });
  const panel = page.getByRole('tabpanel', { name: 'Información' });
  const title = panel.getByRole('textbox', { name: 'Título' });

  await title.fill('El título que escribo yo');
  const { rev } = await get();
  await api.call('recordUpdate', {
    params,
    body: { rev, title: 'El título de otra persona', code: 'AC-77' },
  });
  await expect(panel.getByRole('alert')).toContainText('Otra persona guardó otro valor');
  await expect(title).toHaveValue('El título que escribo yo');
  await expect(panel.getByRole('textbox', { name: 'Código' })).toHaveValue('AC-77');
  const choice = panel.getByRole('group', { name: 'Título: dos valores' });
  await expect(choice).toContainText('El título de otra persona');
  await expect(panel.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await page.screenshot({ path: info.outputPath('disputed.png') });
  await expectAccessible(page);

  // Going to another panel loses nothing.
  await page.getByRole('tab', { name: /Versiones/ }).click();
  await page.getByRole('tab', { name: 'Información' }).click();
  await expect(title).toHaveValue('El título que escribo yo');
  await choice.getByRole('button', { name: 'Dejar lo mío' }).click();
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await expect(panel.getByRole('button', { name: 'Guardar' })).toHaveCount(0);
  expect(await get()).toMatchObject({ title: 'El título que escribo yo', code: 'AC-77' });
});

test('who else has it open or edits it is shown live', async ({ browser, server }, info) => {
  const id = await open(server.url, 'compartido.txt', Buffer.from('Un documento de dos.'));
  const other = await browser.newContext({ baseURL: server.url, locale: 'es-CL', reducedMotion: 'reduce' });
  const theirs = await other.newPage();
  await startSession(theirs, 'admin');
  await theirs.goto(`/records/view/${id}`);
  await expect(page.getByRole('img', { name: 'También lo tienen abierto: Alejandra' })).toBeVisible();
  await theirs.getByRole('textbox', { name: 'Título' }).fill('Algo que se está escribiendo');
  await expect(page.getByText('Alejandra está editando')).toBeVisible();
  for (const [width, colorScheme] of [
    [321, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath(`others-${width}.png`) });
  }
  await other.close();
  await expect(page.getByText('Alejandra está editando')).toHaveCount(0);
});

test('published values stand beside, texts are compared, activity is told, and a deletion is said', async ({
  server,
}, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const bytes = Buffer.from('La losa se hormigona el lunes, con dos camiones.');
  const id = await open(server.url, 'programa.txt', bytes);
  const params = { id };
  for (const state of [1, 3]) {
    const now = await admin.call('recordById', { params });
    const version = now.currentVersion?._id ?? '';
    await admin.call('reviewCreate', {
      body: { record: id, version, state, comment: 'Conforme', rev: now.rev },
    });
  }
  const { rev, currentVersion } = await admin.call('recordById', { params });
  await api.call('recordUpdate', { params, body: { rev, title: 'Programa corregido' } });
  await expect(page.getByText('Publicado: Vista de programa.txt')).toBeVisible();
  await page.screenshot({ path: info.outputPath('published.png') });

  await addVersion(server.url, api, {
    record: id,
    base: currentVersion?._id ?? '',
    name: 'programa.txt',
    bytes: Buffer.from('La losa se hormigona el martes, con dos camiones.'),
  });
  await page.getByRole('tab', { name: /Versiones/ }).click();
  await page.getByRole('button', { name: 'Acciones de la versión 2' }).click();
  await page.getByRole('menuitem', { name: 'Comparar' }).click();
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  const result = canvas.getByRole('region', { name: 'Texto comparado' });
  await expect(result.locator('del')).toHaveText(/lunes/);
  await expect(result.locator('ins')).toHaveText(/martes/);
  await expect(canvas.getByText('1 cambio')).toBeVisible();
  // One sentence, whole on both sides.
  await expect(result.getByText('La losa se hormigona el lunes, con dos camiones.')).toBeVisible();
  await expect(result.getByText('La losa se hormigona el martes, con dos camiones.')).toBeVisible();
  for (const [width, colorScheme] of [
    [321, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, { part: '[data-tour="preview"]' });
    await page.screenshot({ path: info.outputPath(`compared-${width}.png`) });
  }
  await canvas.getByRole('tab', { name: 'Documento' }).click();
  await expect(canvas.getByText('martes')).toBeVisible();
  await canvas.getByRole('tab', { name: 'Cambios' }).click();
  await canvas.getByRole('button', { name: 'Cerrar la comparación' }).click();
  await expect(canvas.getByRole('tab')).toHaveCount(0);

  await page.getByRole('tab', { name: 'Actividad' }).click();
  const activity = page.getByRole('list', { name: 'Actividad' });
  await expect(activity.getByRole('listitem').first()).toContainText('cargó la versión 2');
  await expect(activity).toContainText('Programa corregido');
  await page.screenshot({ path: info.outputPath('activity.png') });
  await expectAccessible(page, { part: '[role="tabpanel"]' });

  await api.call('recordDelete', { params });
  await expect(page.getByRole('alert').filter({ hasText: 'Este documento ya no está' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Acciones' })).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { docxFile, encryptedPdf, pdfFile, rtfFile } from '../../../server/testing/files/files.ts';
import { lockedOffice } from '../../../server/testing/files/locked-office.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { twoVersions } from '../../fixtures/two-versions.ts';

/** What a comparison says of files that one of its views cannot compare, or none of them. */

test.use({ serverEnv: { PAGES: 'yes' } });

const LOCKED =
  'La versión 2 está protegida con contraseña y no se puede comparar aquí: descárgala para abrirla en tu equipo.';
const BOTH_LOCKED =
  'Las dos versiones están protegidas con contraseña y no se pueden comparar aquí: descárgalas para abrirlas en tu equipo.';
const NOT_READ =
  'De ninguna de las dos versiones hay texto que comparar: el de este tipo de archivo no se lee.';

/** Until the server has found the programs that draw. */
async function expectPages(server: string): Promise<void> {
  const isReady = async () => {
    const { pages, photos } = (await (await fetch(`${server}/api/health`)).json()) as Record<string, boolean>;
    return pages && photos;
  };
  await expect.poll(isReady).toBe(true);
}

const view = (page: Page, name: 'Contenido' | 'Páginas') =>
  page.getByRole('radiogroup', { name: 'Qué se compara' }).getByText(name);

/** The sentences in place of the comparison. */
const said = (page: Page) => page.getByRole('tabpanel').locator('[class*="without"] p');

test('old office files are compared by the words on their pages', async ({ page, server }, info) => {
  await expectPages(server.url);
  const clauses = (days: number) =>
    rtfFile(
      [...Array(8).keys()]
        .map((at) => `Cl\\'e1usula ${at}: plazo de ${at === 4 ? days : at} d\\'edas.`)
        .join('\\par '),
    );
  const address = await twoVersions(server.url, 'Contrato antiguo.doc', clauses(180), clauses(210));
  await startSession(page, 'autora');
  await page.goto(address);
  const result = page.getByRole('region', { name: 'Texto comparado' });
  await expect(result.locator('del')).toHaveText('180');
  await expect(result.locator('ins')).toHaveText('210');
  const note = page.getByText('Se compara el texto de sus páginas.');
  await expect(note).toBeVisible();
  await expect(page.getByText('1 cambio', { exact: true })).toBeVisible();
  await showEverywhere(page, (name) => info.outputPath(`old-${name}.png`));
  await page.setViewportSize({ width: 390, height: 860 });
  await expect
    .poll(async () => ((await note.boundingBox())?.y ?? 0) < ((await result.boundingBox())?.y ?? 0))
    .toBe(true);
});

test('where the server draws none, it is not said that an old office file had no text', async ({
  page,
  server,
}) => {
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), pages: false, photos: false } });
  });
  const address = await twoVersions(server.url, 'Presupuesto viejo.xls', rtfFile('Uno'), rtfFile('Dos'));
  await startSession(page, 'autora');
  await page.goto(address);
  await expect(said(page)).toHaveText([NOT_READ]);
  await expect(page.getByRole('button', { name: 'Comparar las páginas' })).toHaveCount(0);
});

test('photos without text lead to their pages, by the keyboard too', async ({ page, server }, info) => {
  await expectPages(server.url);
  const address = await twoVersions(server.url, 'Muro norte.heic', Buffer.from('uno'), Buffer.from('dos'));
  await startSession(page, 'autora');
  const drawn = await pdfFile(['Muro']);
  await page.route('**/versions/*/pages', (route) =>
    route.fulfill({ contentType: 'application/pdf', body: drawn }),
  );
  await page.goto(address);
  await expect(said(page)).toHaveText([NOT_READ]);
  await showEverywhere(page, (name) => info.outputPath(`photo-${name}.png`));
  await page.getByRole('button', { name: 'Comparar las páginas' }).press('Enter');
  await expect(page.getByText('Las páginas se ven iguales en las dos versiones.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Páginas' })).toBeFocused();
});

for (const [name, whole, locked] of [
  ['Bases.pdf', () => pdfFile(['Bases']), encryptedPdf],
  ['Acta de obra.docx', () => docxFile(['Acta']), lockedOffice],
  ['Costos.xlsx', lockedOffice, lockedOffice],
] as const)
  test(`${name}: a locked version is said to be so in both views, without a way between them`, async ({
    page,
    server,
  }, info) => {
    await expectPages(server.url);
    const address = await twoVersions(
      server.url,
      name,
      await whole(),
      Buffer.concat([locked(), Buffer.from(' ')]),
    );
    await startSession(page, 'autora');
    await page.goto(address);
    for (const each of ['Contenido', 'Páginas'] as const) {
      await view(page, each).click();
      await expect(said(page)).toHaveText([whole === lockedOffice ? BOTH_LOCKED : LOCKED]);
      await expect(page.getByRole('button', { name: /Reintentar|Comparar (las|el)/ })).toHaveCount(0);
      await expect(page.getByText('Se compara su texto')).toHaveCount(0);
    }
    await showEverywhere(page, (width) => info.outputPath(`locked-${width}.png`));
  });

test('of what is damaged both views say that; what only has no pages leads to its words', async ({
  page,
  server,
}) => {
  await expectPages(server.url);
  await startSession(page, 'autora');
  const whole = await docxFile(['Entero']);
  await page.goto(await twoVersions(server.url, 'Cortado.docx', whole, whole.subarray(0, 900)));
  for (const each of ['Contenido', 'Páginas'] as const) {
    await view(page, each).click();
    await expect(said(page)).toHaveText([
      'El archivo de la versión 2 parece estar dañado o no ser lo que dice su nombre.',
    ]);
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
  }

  const address = await twoVersions(
    server.url,
    'Lento.docx',
    await docxFile(['Uno']),
    await docxFile(['Dos']),
  );
  await page.route('**/versions/*/pages', (route) =>
    route.fulfill({
      status: 422,
      json: { error: { code: 'no_pages', message: 'No se pueden mostrar.', details: { reason: 'timeout' } } },
    }),
  );
  await page.goto(address);
  await expect(said(page).first()).toHaveText(
    'Las páginas de la versión 1 no se pueden mostrar: prepararlas tomaba demasiado tiempo.',
  );
  await page.getByRole('button', { name: 'Comparar el contenido' }).click();
  await expect(page.getByRole('region', { name: 'Texto comparado' }).locator('ins')).toHaveText('Dos');
});

test('the names of both versions are whole beside the tools of images', async ({ page, server }, info) => {
  const plan = (width: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="${width}" height="60"/></svg>`,
    );
  const address = await twoVersions(server.url, 'Planta baja.svg', plan(90), plan(200));
  await startSession(page, 'autora');
  await page.goto(address);
  await expect(page.getByText('1 cambio', { exact: true })).toBeVisible();
  for (const width of [390, 768, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme });
      for (const name of ['Versión anterior', 'Versión nueva']) {
        const input = page.getByRole('combobox', { name });
        const cut = await input.evaluate((each: HTMLInputElement) => each.scrollWidth - each.clientWidth);
        expect(cut, `${name} at ${width}`).toBeLessThanOrEqual(0);
      }
      await page.screenshot({ path: info.outputPath(`names-${width}-${colorScheme}.png`) });
    }
});

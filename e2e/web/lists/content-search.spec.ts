import { pdfFile } from '../../../server/testing/files/files.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** Occurs inside a PDF of the demo, and in no title, note or label. */
const INSIDE = 'talud calculado';
const TITLE = 'Procedimiento de trabajo seguro: excavaciones';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [400, 1280]) {
    test(`a word inside a file finds it, with its page: ${colorScheme}, ${width} px`, async ({
      page,
      server,
    }, info) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      const api = await signInApi(server.url, demoEmail('autora'));
      // The server extracts file texts one after the other, after its start.
      const found = () => api.call('recordSearch', { query: { text: INSIDE } });
      await expect.poll(async () => (await found()).items.length).toBeGreaterThan(0);

      await startSession(page, 'autora');
      await page.goto(`/records/search?text=${encodeURIComponent(INSIDE)}`);
      const row = page.getByRole('row').filter({ hasText: TITLE });
      await expect(row.or(page.getByRole('listitem').filter({ hasText: TITLE })).first()).toBeVisible();
      await expect(page.getByText(/pág\. 1/).first()).toBeVisible();
      await page.screenshot({ path: info.outputPath('results.png') });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }

  test(`the sheet says why a file has no text: ${colorScheme}`, async ({ page, server }, info) => {
    await page.emulateMedia({ colorScheme });
    const api = await signInApi(server.url, demoEmail('autora'));
    const { items } = await api.call('recordSearch', { query: {} });
    const document = items[0];
    if (!document) throw new Error('the demo has no documents');
    await page.route(`**/api/docs/records/by/id/${document._id}`, async (route) => {
      const answer = await route.fetch();
      const record = await answer.json();
      const text = { status: 'none', reason: 'encrypted', truncated: false };
      await route.fulfill({ response: answer, json: { ...record, text } });
    });
    await startSession(page, 'autora');
    await page.goto(`/records/view/${document._id}`);
    await expect(page.getByText('No se pudo leer el texto de este archivo.')).toBeVisible();
    await expect(page.getByText('Está protegido con contraseña.')).toBeVisible();
    await page.getByText('Está protegido con contraseña.').scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('sheet.png') });
    await expectAccessible(page);
  });
}

const LEAD = 'Las partes acuerdan lo que sigue acerca de la obra. '.repeat(3);
const FOUND = 'Informe del laboratorio sobre los ensayos de probetas del muro perimetral norte';

/** A PDF whose third page has a word that is nowhere else but on its first. @returns its record */
async function upload(server: string, word: string): Promise<string> {
  const author = await signInApi(server, demoEmail('autora'));
  const group = (await author.call('groupsByMember', {})).find(({ name }) => name === 'Calidad')?._id ?? '';
  const middle = `${LEAD} Se mide la carbonatación del ${word} cada año. ${LEAD}`;
  const bytes = await pdfFile([`El ${word} solo`, 'Nada', middle, 'Nada', 'Nada']);
  const record = await uploadFile(server, author, { group, title: FOUND, name: 'informe.pdf', bytes });
  const text = async () => (await author.call('recordById', { params: { id: record } })).text?.status;
  await expect.poll(text).toBe('ready');
  return record;
}

test('a result shows the word that was found and its place, at every width', async ({
  page,
  server,
}, info) => {
  await upload(server.url, 'hormiblanco');
  await startSession(page, 'autora');
  await page.goto(`/records/search?text=${encodeURIComponent('carbonatación hormiblanco')}`);
  const row = page.getByRole('row').filter({ hasText: FOUND });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1280, 1600]) {
      await page.setViewportSize({ width, height: 860 });
      await expect(row.getByText(/pág\. 3/)).toBeVisible();
      await expect(row.getByTitle('Calidad', { exact: true })).toBeVisible();
      for (const mark of await row.locator('mark').all()) {
        const inside = await mark.evaluate((element) => {
          const hit = element.getBoundingClientRect();
          const line = element.parentElement?.getBoundingClientRect();
          return line && hit.right <= line.right && hit.bottom <= line.bottom && hit.left >= line.left;
        });
        expect(inside, `${await mark.textContent()} at ${width} px`).toBe(true);
      }
      await page.screenshot({ path: info.outputPath(`found-${colorScheme}-${width}.png`) });
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  }
});

test('what filters alone find says its library and folder; what stands in an open folder does not', async ({
  page,
  server,
}) => {
  await startSession(page, 'autora');
  await page.goto('/records/search?state=3&sort=title');
  const place = page.getByTitle('Prevención y obras / Contratistas / Montajes Cordillera', { exact: true });
  await expect(place.first()).toBeVisible();
  const api = await signInApi(server.url, demoEmail('autora'));
  const { items } = await api.call('recordSearch', { query: { text: 'Contrato de subcontratación' } });
  const [contract] = items;
  await page.goto(`/records/search?group=${contract?.group._id}&folder=${contract?.folder?._id}`);
  await expect(page.getByRole('row', { name: /Contrato de subcontratación/ })).toBeVisible();
  await expect(place).toHaveCount(0);
});

test('a result opens at its page with the word marked, also after a reload; back leads to the results', async ({
  page,
  server,
}) => {
  const record = await upload(server.url, 'hormirrojo');
  await startSession(page, 'autora');
  await page.goto(`/records/search?text=${encodeURIComponent('carbonatación hormirrojo')}`);
  await page.getByRole('link', { name: FOUND }).click();
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  const shown = canvas.getByRole('toolbar').getByText(/ de 5$/);
  const find = canvas.getByRole('textbox', { name: 'Buscar en el documento' });
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(shown).toHaveText('3 de 5');
    await expect(find).toHaveValue('carbonatación');
    await expect(find).not.toBeFocused();
    await expect(canvas.getByRole('search').getByRole('status')).toHaveText('1 de 1');
  }
  await page.goBack();
  await expect(page).toHaveURL(/records\/search/);
  await expect(page.getByRole('link', { name: FOUND })).toBeVisible();

  // The word is on the first page too: what was asked for is the third.
  await page.goto(`/records/view/${record}?page=3&find=hormirrojo`);
  await expect(canvas.getByRole('search').getByRole('status')).toHaveText('2 de 2');
  await expect(shown).toHaveText('3 de 5');
  await page.goto(`/records/view/${record}?page=99`);
  await expect(shown).toHaveText('5 de 5');
});

import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument, uploadFile } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** A document's file, dragged out of a browser (decision 0097). The projects' browser says that it is Chrome on Windows. */

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const isLink = (url: string | URL): boolean =>
  /\/api\/docs\/versions\/[^/]+\/link$/.test(new URL(url).pathname);

interface Dragged {
  readonly data: Readonly<Record<string, string>>;
  readonly prevented: boolean;
}

/** Has the page keep what each drag carries when it has begun: nobody but the browser sees it later. */
async function watchDrags(page: Page): Promise<() => Promise<Dragged[]>> {
  await page.addInitScript(() => {
    const dragged: Dragged[] = [];
    Object.assign(window, { dragged });
    addEventListener(
      'dragstart',
      ({ target }) => {
        const at = dragged.length;
        const look = (event: Event): void => {
          const { dataTransfer, defaultPrevented } = event as DragEvent;
          const types = [...(dataTransfer?.types ?? [])];
          const data = Object.fromEntries(types.map((type) => [type, dataTransfer?.getData(type) ?? '']));
          dragged[at] = { data, prevented: defaultPrevented };
        };
        // Added while the event is on its way, to be the last there; it may be stopped at its element.
        for (const each of [target, document]) each?.addEventListener('dragstart', look, { once: true });
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { dragged: Dragged[] }).dragged);
}

/** Rests on it until its link has come, and drags it onto `target`. */
async function drag(page: Page, handle: Locator, target: Locator): Promise<void> {
  const link = page.waitForResponse((response) => isLink(response.url()));
  await handle.hover();
  await link;
  await page.mouse.down();
  await moveTo(page, target);
}

async function moveTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not there');
  await page.mouse.move(box.x + 20, box.y + 8);
  await page.mouse.move(box.x + 24, box.y + 10, { steps: 3 });
}

/** What Chromium reads: two colons separate, and the rest is the address. */
function read(data: string | undefined): { type: string; name: string; url: string } {
  const [type = '', name = '', ...rest] = (data ?? '').split(':');
  return { type, name, url: rest.join(':') };
}

async function libraryOf(api: Api): Promise<string> {
  const libraries = await api.call('groupsByMember', {});
  return libraries.find((each) => each.roles?.includes('upload'))?._id ?? '';
}

const BYTES = Buffer.from('%PDF-1.7 hormigón: H30');

async function someFile(url: string): Promise<{ author: Api; record: string }> {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const group = await libraryOf(author);
  const record = await uploadFile(url, author, {
    group,
    title: 'Ensayo de hormigón',
    name: 'NCh 170: ensayo.pdf',
    bytes: BYTES,
  });
  return { author, record };
}

const fileOf = (page: Page): Locator => page.getByTitle('Arrastra el archivo fuera de Legajo para copiarlo');

/** How many zones for dropped files are seen: they are in the page all the time. */
const dropZones = (page: Page): Promise<number> =>
  page
    .getByText('Suelta')
    .evaluateAll((found) => found.filter((each) => each.checkVisibility({ checkOpacity: true })).length);

test('the file of a document goes out with its name and its bytes, and in again as nothing', async ({
  page,
  server,
  request,
}) => {
  const { author, record } = await someFile(server.url);
  const dragged = await watchDrags(page);
  await startSession(page, AUTHOR);
  await page.goto(`/records/view/${record}`);
  await drag(page, fileOf(page), page.getByRole('heading', { level: 1 }));
  await expect.poll(async () => (await dragged()).length).toBe(1);
  const [{ data, prevented } = { data: {}, prevented: true }] = await dragged();
  expect(prevented).toBe(false);
  // The link is a secret: nothing else of the drag has it.
  expect(Object.keys(data)).toEqual(['downloadurl']);
  const { type, name, url } = read(data.downloadurl);
  expect([type, name]).toEqual(['application/octet-stream', 'NCh 170_ ensayo.pdf']);
  const answer = await request.get(url);
  expect(sha256(await answer.body())).toBe(sha256(BYTES));

  // Dropped in the window: no drop zone, no question, no version.
  expect(await dropZones(page)).toBe(0);
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await author.call('versionsByRecord', { params: { id: record } })).toHaveLength(1);
});

test('before its link has come, a drag says so and carries nothing', async ({ page, server }) => {
  const { record } = await someFile(server.url);
  const dragged = await watchDrags(page);
  await startSession(page, AUTHOR);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(isLink, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/records/view/${record}`);
  await fileOf(page).hover();
  await page.waitForRequest((request) => isLink(request.url()));
  await page.mouse.down();
  await moveTo(page, page.getByRole('heading', { level: 1 }));
  await page.mouse.up();
  await expect(page.getByText('Todavía se está descargando…')).toBeVisible();
  expect((await dragged()).map(({ prevented }) => prevented)).toEqual([true]);
  answer();
});

test('who may not have it reads why', async ({ page, server }) => {
  const { record } = await someFile(server.url);
  await startSession(page, AUTHOR);
  const body = { error: { code: 'forbidden', message: 'No puedes descargar este documento.' } };
  await page.route(isLink, (route) => route.fulfill({ status: 403, json: body }));
  await page.goto(`/records/view/${record}`);
  await drag(page, fileOf(page), page.getByRole('heading', { level: 1 }));
  await page.mouse.up();
  await expect(page.getByText('No se pudo arrastrar el archivo')).toBeVisible();
  await expect(page.getByText(body.error.message)).toBeVisible();
});

test('a row goes to a folder and out of the window by the same drag; several go to the folder only', async ({
  page,
  server,
  request,
}) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const group = await libraryOf(author);
  const folder = async (name: string) =>
    (await author.call('folderCreate', { body: { group, name, parent: null } }))._id;
  const one = await folder('Salida uno');
  await folder('Salida dos');
  for (const title of ['Primera salida', 'Segunda salida'])
    await uploadDocument(server.url, author, { group, folder: one, title });
  const dragged = await watchDrags(page);
  await startSession(page, AUTHOR);
  await page.goto(`/records/search?group=${group}&folder=${one}`);
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
  const iconOf = (title: string) => row(title).getByRole('img').first();
  const target = page.getByRole('treeitem', { name: /Salida dos/ });

  for (const title of ['Primera salida', 'Segunda salida']) await row(title).getByRole('checkbox').check();
  await drag(page, iconOf('Primera salida'), target);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  for (const title of ['Primera salida', 'Segunda salida']) await row(title).getByRole('checkbox').uncheck();

  await iconOf('Primera salida').hover();
  await page.mouse.down();
  await moveTo(page, target);
  await expect(target).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect(page.getByText('Documento movido.')).toBeVisible();
  await expect(row('Primera salida')).toHaveCount(0);

  await page.locator('label', { hasText: 'Cuadrícula' }).click();
  const card = page.getByRole('gridcell').filter({ hasText: 'Segunda salida' });
  await drag(page, card.getByRole('img').last(), target);
  await page.keyboard.press('Escape');
  await page.mouse.up();

  const [several, alone, ofCard] = await dragged();
  expect(read(ofCard?.data.downloadurl).name).toBe('Segunda salida.txt');
  expect(several?.data.downloadurl).toBeUndefined();
  const { type, name, url } = read(alone?.data.downloadurl);
  expect([type, name]).toEqual(['text/plain', 'Primera salida.txt']);
  expect((await (await request.get(url)).body()).toString()).toBe('Texto de Primera salida');
  for (const secret of ['text/plain', 'text/uri-list', 'text/html'])
    expect(alone?.data[secret]).toBeUndefined();
});

test.describe('in a browser that downloads nothing that is dragged', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });

  test('nothing changes', async ({ page, server }) => {
    const { record } = await someFile(server.url);
    await startSession(page, AUTHOR);
    const asked: string[] = [];
    page.on('request', (request) => isLink(request.url()) && asked.push(request.url()));
    await page.goto(`/records/view/${record}`);
    await expect(fileOf(page)).toHaveCount(0);
    await page.getByText('NCh 170: ensayo.pdf').hover();
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.locator('[draggable="true"]')).toHaveCount(0);
    expect(asked).toEqual([]);
  });
});

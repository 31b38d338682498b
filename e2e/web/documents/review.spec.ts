import { workbookOf } from '../../../server/testing/files/files.ts';
import { hold } from '../../fixtures/answers.ts';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { addVersion, uploadFile } from '../../fixtures/upload.ts';

/** Cases of the review that story.spec.ts does not cover. */

/** Leads a document to a state, as a colleague would meanwhile. */
async function lead(api: Api, record: string, state: 1 | 3 | 5): Promise<void> {
  const { rev, currentVersion } = await api.call('recordById', { params: { id: record } });
  const version = currentVersion?._id ?? '';
  await api.call('reviewCreate', { body: { record, version, state, comment: '', rev } });
}

test('the keys 1, 2, … choose a state, but not while one types', async ({ page, server }) => {
  const api = await signInApi(server.url, demoEmail('revisor'));
  const { items } = await api.call('recordSearch', { query: { state: '5' } });
  const waiting = items[0];
  if (!waiting) throw new Error('the demo has nothing in review');
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${waiting._id}?panel=review`);
  const radios = page.getByRole('radio');
  await expect(radios.first()).toBeVisible();
  await expect(radios.nth(1)).toHaveAttribute('aria-keyshortcuts', '2');

  await page.keyboard.press('2');
  await expect(radios.nth(1)).toBeChecked();
  await expect(radios.nth(1)).toBeFocused();
  const comment = page.getByRole('textbox', { name: 'Comentario' });
  await comment.focus();
  await page.keyboard.type('1 detalle');
  await expect(comment).toHaveValue('1 detalle');
  await expect(radios.nth(1)).toBeChecked();
  await radios.nth(1).focus();
  await page.keyboard.press('1');
  await expect(radios.first()).toBeChecked();
});

test('that nobody answered is said until something else is written or chosen', async ({ page, server }) => {
  const api = await signInApi(server.url, demoEmail('revisor'));
  const { items } = await api.call('recordSearch', { query: { state: '5' } });
  const waiting = items[0];
  if (!waiting) throw new Error('the demo has nothing in review');
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${waiting._id}?panel=review`);
  const radios = page.getByRole('main').getByRole('radio');
  const save = page.getByRole('button', { name: 'Guardar revisión' });
  const failure = page.getByRole('alert').filter({ hasText: 'No hay respuesta del servidor' });
  await radios.first().check();
  await page.route('**/api/docs/reviews', (route) => route.abort('connectionreset'));
  await save.click();
  await expect(failure).toBeVisible();
  await page.getByRole('textbox', { name: 'Comentario' }).fill('Falta la firma.');
  await expect(failure).toHaveCount(0);
  await save.click();
  await expect(failure).toBeVisible();
  await radios.nth(1).check();
  await expect(failure).toHaveCount(0);
});

test('each decision has a key of its own, and what was written outlives a reload and a race', async ({
  page,
  server,
}) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const bytes = Buffer.from('La losa se hormigona el lunes.');
  const record = await uploadFile(server.url, admin, { group, title: 'Faena', name: 'faena.txt', bytes });
  const params = { id: record };
  const decide = (state: 1 | 5) => lead(admin, record, state);
  await decide(5);
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}?panel=review`);
  const comment = page.getByRole('textbox', { name: 'Comentario' });
  const chosen = page.getByRole('radio', { checked: true });
  const save = page.getByRole('button', { name: 'Guardar revisión' });

  await expect(comment).toBeVisible();
  await page.keyboard.press('2');
  await save.click();
  await expect(page.getByText('Cuéntale a su autor por qué lo rechazas.')).toBeVisible();
  await expect(comment).toBeFocused();
  await comment.fill('No cuadra el plazo.');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(comment).toHaveValue('No cuadra el plazo.');

  await page.getByRole('radio', { name: /Rechazado/ }).check();
  const release = await hold(page, '**/api/docs/reviews');
  await save.click();
  await decide(1);
  await release();
  const told = page.getByRole('alert').filter({ hasText: 'decide otra vez' });
  await expect(told).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(comment).toHaveValue('No cuadra el plazo.');
  await expect(page.getByRole('radio', { name: /Publicado/ })).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await expect(chosen).toHaveCount(0);
  // A key that was on its way when it changed decides nothing.
  await expect(page.locator('[data-held]')).toHaveCount(0);
  await page.keyboard.press('3');
  await expect(chosen).toHaveAccessibleName(/Borrador/);
  await page.keyboard.press('4');
  await expect(chosen).toHaveAccessibleName(/Publicado/);

  // What comes after the race is news of its own.
  const base = (await admin.call('recordById', { params })).currentVersion?._id ?? '';
  const later = Buffer.from('La losa se hormigona el martes.');
  await addVersion(server.url, admin, { record, base, name: 'faena.txt', bytes: later });
  const news = page.getByRole('alert').filter({ hasText: 'versión 2' });
  await expect(news).toContainText('Tu comentario sigue aquí.');
  // The decisions of the older version are gone, with the one that had the focus.
  await expect(news).toBeFocused();
  await expect(chosen).toHaveCount(0);

  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(comment).toHaveCount(0);
  await page.goto(`/records/view/${record}?panel=review`);
  await expect(comment).toHaveValue('');
  // Ctrl and Enter save, also from the comment, once something is chosen.
  await comment.fill('Conforme');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Revisión guardada.')).toBeHidden();
  await page.getByRole('radio', { name: /Revisión pendiente/ }).check();
  await comment.focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Revisión guardada.')).toBeVisible();
});

test('whoever sends their own document to review, and reviews nothing, is told of no queue', async ({
  page,
  server,
}) => {
  const author = await signInApi(server.url, demoEmail('autora'));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find(({ roles }) => roles?.join() === 'upload')?._id ?? '';
  const bytes = Buffer.from('La pauta de seguridad.');
  const record = await uploadFile(server.url, author, { group, title: 'Pauta', name: 'pauta.txt', bytes });
  await startSession(page, 'autora');
  const queue = page.waitForResponse(/\/docs\/reviews\/pending/);
  await page.goto(`/records/view/${record}?panel=review`);
  await (await queue).finished();
  await page.getByRole('radio', { name: /Revisión pendiente/ }).check();
  await page.getByRole('button', { name: 'Guardar revisión' }).click();
  await expect(page.getByRole('tab', { name: /Revisiones/, selected: true })).toBeVisible();
  await expect(page.getByRole('tabpanel').getByText('solicitó revisión')).toBeVisible();
  await expect(page.getByText('No queda nada por revisar.')).toHaveCount(0);
});

test('a comment is not lost where a colleague decides meanwhile, and nothing is left to decide', async ({
  page,
  server,
}, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const bytes = Buffer.from('La losa se hormigona el viernes.');
  const record = await uploadFile(server.url, admin, { group, title: 'Pauta', name: 'pauta.txt', bytes });
  const params = { id: record };
  const decide = (state: 1 | 3 | 5) => lead(admin, record, state);
  await decide(5);
  await startSession(page, 'admin');
  await page.goto(`/records/view/${record}?panel=review`);
  const comment = page.getByRole('textbox', { name: 'Comentario' });
  await page.getByRole('radio', { name: /Aprobado/ }).check();
  await comment.fill('Falta el visto bueno del inspector.');
  const leave = page.getByRole('button', { name: 'Dejar como comentario' });
  // A decision takes it along.
  await expect(leave).toHaveCount(0);

  await decide(1);
  await decide(3);
  await expect(page.getByText('Tu comentario sigue aquí.')).toBeVisible();
  await expect(leave).toBeVisible();
  await expectAccessible(page);
  await showEverywhere(page, (width) => info.outputPath(`undecided-${width}.png`));
  await leave.click();
  const list = page.getByRole('region', { name: 'Comentarios' });
  await expect(list.getByText('Falta el visto bueno del inspector.')).toBeVisible();
  await expect(comment).toHaveValue('');
  await expect(leave).toHaveCount(0);
  const comments = await admin.call('commentsByRecord', { params });
  expect(comments.map(({ text }) => text)).toEqual(['Falta el visto bueno del inspector.']);
});

test('what changed since the published version stands beside the decision, and the next document is one key away', async ({
  page,
  server,
}, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const author = await signInApi(server.url, demoEmail('autora'));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const equal = Array.from({ length: 12 }, (_, n) => `La partida ${n} se recibe en terreno.`).join('\n');
  const published = `El plazo será de 180 días corridos. La multa será de UF 12.\n${equal}\nSe entrega boleta.`;
  const revised = published
    .replace('180', '210')
    .replace('Se entrega boleta.', 'Se entrega boleta. Rige desde hoy.');
  const waiting: string[] = [];
  for (const title of ['Contrato de moldajes', 'Contrato de andamios']) {
    const name = `${title}.txt`;
    const id = await uploadFile(server.url, author, { group, title, name, bytes: Buffer.from(published) });
    const decide = async (state: number, comment: string) => {
      const { rev, currentVersion } = await admin.call('recordById', { params: { id } });
      const version = currentVersion?._id ?? '';
      await admin.call('reviewCreate', { body: { record: id, version, state, comment, rev } });
      return version;
    };
    await decide(1, 'Conforme');
    const base = await decide(3, 'Rige');
    // Two versions since then: what is compared is what readers see, not the one before.
    const draft = await addVersion(server.url, author, { record: id, base, name, bytes: Buffer.from(equal) });
    await addVersion(server.url, author, { record: id, base: draft, name, bytes: Buffer.from(revised) });
    await decide(5, 'Revisa el plazo');
    waiting.push(id);
  }
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${waiting[0]}?panel=review`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  const result = canvas.getByRole('region', { name: 'Texto comparado' });
  await expect(canvas.getByText('2 cambios')).toBeVisible();
  await expect(canvas.getByRole('combobox', { name: 'Versión anterior' })).toHaveValue('Versión 1');
  await expect(result.locator('del')).toHaveText(['180']);
  await expect(result.locator('ins')).toHaveText(['210', 'Rige desde hoy.']);
  await result.getByRole('button', { name: '10 líneas iguales' }).click();
  await expect(result.getByText('La partida 5 se recibe en terreno.').first()).toBeVisible();

  await page.keyboard.press('j');
  await expect(canvas.getByText('Cambio 1 de 2')).toBeVisible();
  await page.keyboard.press('k');
  await expect(canvas.getByText('Cambio 2 de 2')).toBeVisible();
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [768, 'light'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath(`review-${width}.png`), fullPage: true });
  }

  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Guardar revisión' }).click();
  const next = page.getByRole('link', { name: 'Siguiente' });
  await expect(next).toBeFocused();
  const before = page.url();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole('heading', { name: /^Revisar la versión/ })).toBeVisible();
});

test('on a phone the decision waits at the lower edge, and keeps what was chosen while one reads on', async ({
  page,
  server,
}, info) => {
  const api = await signInApi(server.url, demoEmail('revisor'));
  const { items } = await api.call('recordSearch', { query: { state: '5' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${items[0]?._id}?panel=review`);
  const edge = page.getByRole('region', { name: /^Revisar la versión/ });
  const decide = edge.getByRole('button', { name: 'Decidir' });
  await expect(decide).toBeInViewport();
  await expect(page.getByRole('radio')).toHaveCount(0);
  const picture = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`), animations: 'disabled' });
      await expectAccessible(page);
    }
  };
  await picture('edge');
  await page.getByRole('heading', { name: 'Historial' }).scrollIntoViewIfNeeded();
  await expect(decide).toBeInViewport();

  await decide.click();
  const sheet = page.getByRole('dialog', { name: /^Revisar la versión/ });
  await sheet.getByRole('radio', { name: /Aprobado/ }).check();
  await sheet.getByRole('textbox', { name: 'Comentario' }).fill('Conforme, visto en terreno.');
  await expect(sheet.getByRole('button', { name: 'Guardar revisión' })).toBeInViewport();
  await picture('sheet');
  // Turned on its side it is a phone still.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(sheet.getByRole('textbox', { name: 'Comentario' })).toHaveValue('Conforme, visto en terreno.');
  await expect(sheet.getByRole('radio', { name: /Aprobado/ })).toBeChecked();
  await picture('sheet-on-its-side');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(decide).toBeFocused();
  await expect(edge).toContainText('Aprobado, sin guardar');

  // Neither the app nor the browser leaves with it before its person has said so.
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await page.getByRole('link', { name: 'Panel', exact: true }).click();
  const leave = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
  await leave.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(leave).toBeHidden();
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await isAsked()).toBe(true);

  await decide.click();
  await expect(sheet.getByRole('textbox', { name: 'Comentario' })).toHaveValue('Conforme, visto en terreno.');
  await sheet.getByRole('button', { name: 'Guardar revisión' }).click();
  await expect(sheet).toBeHidden();
  await expect(edge).toBeHidden();
  await expect(page.getByRole('link', { name: 'Siguiente' })).toBeFocused();
  expect(await isAsked()).toBe(false);
  const { state } = await api.call('recordById', { params: { id: items[0]?._id ?? '' } });
  expect(state).toBe(1);
});

test('a file dropped on a document’s screen is its next version, and an empty one is refused', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, demoEmail('autora'));
  const libraries = await api.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const name = 'Programa.txt';
  const id = await uploadFile(server.url, api, { group, title: 'Programa', name, bytes: Buffer.from('uno') });
  await startSession(page, 'autora');
  await page.goto(`/records/view/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Programa' })).toBeVisible();
  const drop = async (text: string): Promise<void> => {
    const files = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'Programa corregido.txt', { type: 'text/plain' }));
      return transfer;
    }, text);
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: files });
    const target = page.getByText('Suelta el archivo para cargar la versión 2 de «Programa»');
    await expect(target).toBeVisible();
    await target.dispatchEvent('drop', { dataTransfer: files });
  };
  await drop('');
  await expect(page.getByText('El archivo está vacío.')).toBeVisible();
  await drop('dos');
  await expect(page.getByText('Versión 2 cargada. Solicita su revisión.')).toBeVisible();
  const { currentVersion } = await api.call('recordById', { params: { id } });
  expect(currentVersion).toMatchObject({ number: 2, state: 0 });
});

/** A document of Calidad with these versions, the last of them to review. */
async function withVersions(url: string, name: string, versions: readonly Buffer[]): Promise<string> {
  const author = await signInApi(url, demoEmail('autora'));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((library) => library.name === 'Calidad')?._id ?? '';
  const [first = Buffer.alloc(0), ...later] = versions;
  const record = await uploadFile(url, author, { group, title: `Comparado ${name}`, name, bytes: first });
  for (const bytes of later) {
    const { currentVersion } = await author.call('recordById', { params: { id: record } });
    await addVersion(url, author, { record, base: currentVersion?._id ?? '', name, bytes });
  }
  return record;
}

test('a workbook is compared cell by cell, through all its sheets', async ({ page, server }, info) => {
  const rows = (precio: number, extra: string[][] = []) => [
    ['Partida', 'Unidad', 'Precio'],
    ['Excavación a máquina', 'm3', '8.500'],
    ...extra,
    ...Array.from({ length: 12 }, (_, at) => [`Partida ${at}`, 'gl', `${at * 1_000}`]),
    ['Hormigón H30', 'm3', `${precio}`],
  ];
  const record = await withVersions(server.url, 'Presupuesto.xlsx', [
    await workbookOf({ Obra: rows(98_000), Personal: [['Jefe de obra', '1']] }),
    await workbookOf({
      Obra: rows(104_500, [['Emplantillado', 'm2', '7.200']]),
      Personal: [['Jefe de obra', '2']],
      Plazos: [['Inicio', '02-03-2026']],
    }),
  ]);
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${record}?panel=review`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  await expect(canvas.getByText('4 cambios')).toBeVisible();
  const table = canvas.getByRole('region', { name: 'Obra, celda por celda' });
  await expect(table.locator('del')).toHaveText(['98000']);
  await expect(table.locator('ins')).toHaveText(['Emplantillado', 'm2', '7.200', '104500']);
  await expect(table.getByRole('row', { name: /^16 Hormigón H30/ })).toBeVisible();
  await table.getByRole('button', { name: '8 filas iguales' }).click();
  await expect(table.getByRole('cell', { name: 'Partida 6' })).toBeVisible();

  // The step after the last change of a sheet leads to the next sheet.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('j');
  await expect(canvas.getByText('Cambio 3 de 4')).toBeVisible();
  await expect(canvas.getByRole('tab', { name: /Personal/ })).toHaveAttribute('aria-selected', 'true');
  await expect(canvas.getByRole('region', { name: 'Personal, celda por celda' }).locator('ins')).toHaveText([
    '2',
  ]);
  await page.keyboard.press('j');
  await expect(canvas.getByText('Hoja nueva.')).toBeVisible();
  await canvas.getByRole('tab', { name: /Obra/ }).click();
  await showEverywhere(page, (name) => info.outputPath(`workbook-${name}.png`));
});

test('a comparison of long files says where it ends, and never that all is the same', async ({
  page,
  server,
}, info) => {
  const lines = (end: string): Buffer =>
    Buffer.from(
      `${Array.from({ length: 24_000 }, (_, at) => `Partida ${at} de la obra, sin observaciones.`).join('\n')}\n${end}`,
    );
  const rows = (end: string): Buffer =>
    Buffer.from(`${Array.from({ length: 50_100 }, (_, at) => `${at};Partida`).join('\n')}\n${end};Partida`);
  const text = await withVersions(server.url, 'Partidas.txt', [lines('antes'), lines('después')]);
  const table = await withVersions(server.url, 'Partidas.csv', [rows('antes'), rows('después')]);
  await startSession(page, 'revisor');
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  for (const [record, left, name] of [
    [text, /se compararon sus primeros 1\.000\.000 caracteres; el resto no se comparó\./, 'text'],
    [table, /Se compararon las primeras 50\.000 filas; el resto no se comparó\./, 'rows'],
  ] as const) {
    await page.goto(`/records/view/${record}?panel=review`);
    await expect(canvas.getByText(left)).toBeVisible();
    await expect(canvas.getByText('No hay cambios en la parte comparada.')).toBeVisible();
    await expect(canvas.getByText('en las dos versiones')).toHaveCount(0);
    await showEverywhere(page, (width) => info.outputPath(`cut-${name}-${width}.png`));
  }
});

test('images are compared side by side, over each other and by what differs', async ({
  page,
  server,
}, info) => {
  const plan = (more: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#fff"/>` +
        `<path d="M60 60h680v380H60zM60 250h300v190M500 60v200" fill="none" stroke="#333" stroke-width="6"/>${more}</svg>`,
    );
  const record = await withVersions(server.url, 'Planta.svg', [
    plan('<circle cx="200" cy="150" r="30"/>'),
    plan('<rect x="560" y="320" width="80" height="60"/>'),
  ]);
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${record}?panel=review`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  await expect(canvas.getByText('2 cambios')).toBeVisible();
  await expect(canvas.getByRole('img', { name: 'Versión 2' })).toBeVisible();
  await showEverywhere(page, (name) => info.outputPath(`images-${name}.png`));
  await page.keyboard.press('j');
  await expect(canvas.getByRole('toolbar', { name: 'Cambios' }).getByRole('status')).toHaveText(
    'Cambio 1 de 2: arriba a la izquierda',
  );
  await canvas.getByText('Superpuestas').click();
  const divider = canvas.getByRole('slider', { name: 'Cuánto se ve de la versión nueva' });
  await divider.focus();
  await page.keyboard.press('End');
  await expect(divider).toHaveAttribute('aria-valuenow', '100');
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('images-over.png') });
  await canvas.getByText('Diferencia').click();
  await expect(divider).toBeHidden();
  await page.screenshot({ path: info.outputPath('images-difference.png') });
});

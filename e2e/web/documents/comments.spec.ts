import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { addVersion, uploadFile } from '../../fixtures/upload.ts';

/** Comments on passages: written, carried to the next version, resolved, and lost ones kept. */

const EQUAL = Array.from({ length: 12 }, (_, n) => `La partida ${n} se recibe en terreno.`);
const FIRST = [
  'Cada estado de pago exigirá el certificado F30-1 del mes anterior.',
  'El plazo de ejecución será de 180 días corridos, contados desde la firma de este contrato.',
  ...EQUAL,
  'Las partes fijan domicilio en Santiago.',
].join('\n');
const SECOND = FIRST.replace('180', '210').replace(
  'Las partes fijan domicilio en Santiago.',
  'Rige desde hoy.',
);

async function published(server: string, title: string) {
  const [author, admin] = [
    await signInApi(server, demoEmail('autora')),
    await signInApi(server, demoEmail('admin')),
  ];
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const name = `${title}.txt`;
  const record = await uploadFile(server, author, { group, title, name, bytes: Buffer.from(FIRST) });
  const lead = async (api: Api, state: number) => {
    const { rev, currentVersion } = await api.call('recordById', { params: { id: record } });
    const version = currentVersion?._id ?? '';
    await api.call('reviewCreate', { body: { record, version, state, comment: 'Conforme', rev } });
    return version;
  };
  await lead(admin, 1);
  const version = await lead(admin, 3);
  const next = async () => {
    const bytes = Buffer.from(SECOND);
    await addVersion(server, author, { record, base: version, name, bytes });
    await lead(author, 5);
  };
  return { author, record, version, next };
}

test('a selected passage is commented, is resolved by its author, and its author is told', async ({
  page,
  browser,
  server,
}) => {
  const { record, next } = await published(server.url, 'Contrato de excavaciones');
  await next();
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${record}?panel=review`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  const result = canvas.getByRole('region', { name: 'Texto comparado' });
  await expect(result.locator('ins').first()).toBeVisible();

  // From the middle of a word to the middle of another.
  await result.locator('[data-side="after"]', { hasText: 'F30-1' }).evaluate((cell) => {
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const start = text.data.indexOf('certificado') + 3;
    getSelection()?.setBaseAndExtent(text, start, text, text.data.indexOf('F30-1') + 2);
  });
  await page.getByRole('button', { name: 'Comentar este pasaje' }).click();
  const side = page.getByRole('region', { name: 'Revisión', exact: true });
  const field = side.getByRole('textbox', { name: 'Comentario nuevo' });
  await expect(field).toBeFocused();
  await expect(side.getByText('certificado F30', { exact: true })).toBeVisible();
  await page.keyboard.type('¿También el F30?');
  await page.keyboard.press('Control+Enter');
  const card = side.getByRole('listitem', { name: 'Comentario de Rodrigo Fuentealba Soto' });
  await expect(card).toContainText('¿También el F30?');
  await expect(card).toBeFocused();
  await expect(side.getByRole('button', { name: '1 comentario abierto' })).toBeVisible();

  // There and back by the keyboard.
  await card.getByRole('button', { name: 'certificado F30' }).press('Enter');
  const mark = result.getByRole('button', { name: '1 comentario en este pasaje' });
  await expect(mark).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card).toBeFocused();

  // The change that J marks is commented with M.
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await expect(field).toBeFocused();
  await expect(
    side.getByText('El plazo de ejecución será de 210 días corridos', { exact: false }),
  ).toBeVisible();
  await page.keyboard.type('Son muchos');
  await page.keyboard.press('Control+Enter');
  await expect(side.getByRole('button', { name: '2 comentarios abiertos' })).toBeVisible();

  // The author has the document open, resolves one, and the reviewer sees it at once.
  const context = await browser.newContext({ baseURL: server.url, locale: 'es-CL' });
  const theirs = await context.newPage();
  await startSession(theirs, 'autora');
  await theirs.goto(`${server.url}/records/view/${record}`);
  await theirs.getByRole('button', { name: '2 comentarios abiertos' }).click();
  const panel = theirs.getByRole('region', { name: 'Ficha del documento' });
  await panel
    .getByRole('button', { name: 'Resolver el comentario de Rodrigo Fuentealba Soto' })
    .first()
    .click();
  await expect(panel.getByRole('button', { name: '1 resuelto' })).toBeVisible();
  await expect(side.getByRole('button', { name: '1 comentario abierto' })).toBeVisible();
  await expect(result.getByRole('button', { name: '1 comentario en este pasaje' })).toHaveCount(1);
  await side.getByRole('button', { name: '1 resuelto' }).click();
  await expect(side.getByText('Lo resolvió Carolina Oyarzún Pérez')).toBeVisible();
  await side.getByRole('button', { name: 'Reabrir el comentario de Rodrigo Fuentealba Soto' }).click();
  await expect(panel.getByRole('button', { name: '1 resuelto' })).toHaveCount(0);
  await theirs.goto(`${server.url}/notifications`);
  await expect(theirs.getByRole('link', { name: /Comentó Contrato de excavaciones/ }).first()).toBeVisible();
  await context.close();
});

test('comments are where their passage is in the next version, and lost ones keep their quote', async ({
  page,
  server,
}, info) => {
  const { record, version, next } = await published(server.url, 'Contrato de hormigones');
  const reviewer = await signInApi(server.url, demoEmail('revisor'));
  const quotes = ['certificado F30-1', '180 días corridos', 'Las partes fijan domicilio en Santiago.'];
  for (const quote of quotes) {
    const at = FIRST.indexOf(quote);
    const anchor = {
      ...{ quote, prefix: FIRST.slice(Math.max(0, at - 60), at) },
      suffix: FIRST.slice(at + quote.length, at + quote.length + 60),
    };
    await reviewer.call('commentCreate', { body: { record, version, text: `Sobre: ${quote}`, anchor } });
  }
  await next();
  await startSession(page, 'revisor');
  await page.goto(`/records/view/${record}?panel=review`);
  const side = page.getByRole('region', { name: 'Revisión', exact: true });
  await expect(side.getByRole('button', { name: '3 comentarios abiertos' })).toBeVisible();
  const open = side.getByRole('list', { name: '3 comentarios abiertos' });
  await expect(open.getByRole('listitem')).toHaveCount(2);
  await expect(open.getByText('De la versión 1', { exact: true })).toBeVisible();
  await expect(open.getByText('De la versión 1; el pasaje cambió desde entonces')).toBeVisible();
  const lost = side.getByRole('list', { name: 'El pasaje ya no está' });
  await expect(lost.getByText('Las partes fijan domicilio en Santiago.', { exact: true })).toBeVisible();
  await showEverywhere(page, (name) => info.outputPath(`comments-${name}.png`));

  // Beside what went, in the comparison; and in the text.
  await lost.getByRole('button', { name: 'Ver en la versión 1' }).click();
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  const gone = canvas.locator('[data-side="before"]', { hasText: 'domicilio en Santiago' });
  await expect(gone.getByRole('button', { name: '1 comentario en este pasaje' })).toBeFocused();
  await canvas.getByRole('tab', { name: 'Texto' }).click();
  await expectAccessible(page);
  await open.getByRole('button', { name: '180 días corridos' }).click();
  const text = canvas.getByRole('region', { name: 'Texto del documento' });
  const changed = text.locator('[data-at]', { hasText: '210 días corridos' });
  await expect(changed.getByRole('button', { name: '1 comentario en este pasaje' })).toBeFocused();
});

test('a comment is replied to, and names a colleague, who is told', async ({ page, server }, info) => {
  const { record, version } = await published(server.url, 'Contrato de moldajes');
  const reviewer = await signInApi(server.url, demoEmail('revisor'));
  await reviewer.call('commentCreate', { body: { record, version, text: '¿Incluye alzaprimas?' } });
  await startSession(page, 'autora');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/records/view/${record}?panel=reviews`);
  const panel = page.getByRole('region', { name: 'Ficha del documento' });
  const thread = panel.getByRole('listitem', { name: 'Comentario de Rodrigo Fuentealba Soto' });
  const reply = thread.getByRole('button', { name: 'Responder a Rodrigo Fuentealba Soto' });
  await reply.click();
  const field = thread.getByRole('textbox', { name: 'Responder a Rodrigo Fuentealba Soto' });
  await expect(field).toBeFocused();

  // Escape closes the list of names first, and gives the reply up the next time.
  await page.keyboard.type('Sí. @');
  const names = page.getByRole('listbox', { name: 'A quién mencionar' });
  await expect(names.getByRole('option').first()).toBeVisible();
  await showEverywhere(page, (name) => info.outputPath(`mention-${name}.png`));
  await page.setViewportSize({ width: 390, height: 860 });
  await field.scrollIntoViewIfNeeded();
  await expect(names.getByRole('option').first()).toBeInViewport();
  await page.screenshot({ path: info.outputPath('mention-phone.png') });
  await page.setViewportSize({ width: 1440, height: 900 });
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await expect(names).toHaveCount(0);
  await expect(field).toHaveValue('Sí. @');
  await page.keyboard.press('Escape');
  await expect(reply).toBeFocused();

  // What was begun is there again.
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Sí. @');
  await field.fill('');
  await page.keyboard.type('Sí, lo confirma @rodri');
  await expect(names.getByRole('option', { name: 'Rodrigo Fuentealba Soto' })).toBeVisible();
  // On a slow page, who types on before the next frame keeps the order of the letters.
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => window.setTimeout(() => draw(callback), 300);
  });
  await page.keyboard.press('Enter');
  await page.keyboard.type('en obra', { delay: 100 });
  await expect(field).toHaveValue('Sí, lo confirma @Rodrigo Fuentealba Soto en obra');
  await page.keyboard.press('Control+Enter');
  const answer = thread.getByRole('listitem', { name: 'Respuesta de Carolina Oyarzún Pérez' });
  await expect(answer).toContainText('Sí, lo confirma @Rodrigo Fuentealba Soto en obra');
  await expect(reply).toBeFocused();
  await expect(panel.getByRole('list', { name: '1 comentario abierto' })).toBeVisible();
  await showEverywhere(page, (name) => info.outputPath(`thread-${name}.png`));
  const told = await reviewer.call('notificationsPending', {});
  expect(told.find(({ type, refId }) => type === 'RECORD.MENTIONED' && refId === record)?.comment).toContain(
    'en obra',
  );

  // It is corrected in its place, and a resolved thread takes no reply.
  await page.setViewportSize({ width: 1440, height: 900 });
  await answer.getByRole('button', { name: 'Más acciones del comentario de Carolina Oyarzún Pérez' }).click();
  await page.getByRole('menuitem', { name: 'Corregir el comentario' }).click();
  await page.keyboard.type(', mañana');
  await page.keyboard.press('Control+Enter');
  await expect(answer).toContainText('en obra, mañana');
  await expect(answer.getByText('corregido')).toBeVisible();
  await thread.getByRole('button', { name: 'Resolver el comentario de Rodrigo Fuentealba Soto' }).click();
  await panel.getByRole('button', { name: '1 resuelto' }).click();
  await expect(thread).toContainText('Lo resolvió');
  await expect(reply).toHaveCount(0);
});

test('a notice leads to the very comment that it is about, again and again', async ({ page, server }) => {
  const { author, record, version } = await published(server.url, 'Contrato de barandas');
  const about = { record, version };
  const write = (text: string, more: object = {}) =>
    author.call('commentCreate', { body: { ...about, text, ...more } });
  const threads = [];
  for (let n = 1; n <= 12; n += 1) threads.push(await write(`Punto ${n}: revisar la partida.`));
  const parent = threads[9]?._id ?? '';
  const people = await author.call('recordPeople', { params: { id: record } });
  const reviewer = people.find(({ user }) => user.lastname === 'Fuentealba Soto')?.user._id ?? '';
  await write('Rodrigo, ¿lo ves tú?', { parent, mentions: [reviewer] });
  // A thread that was resolved is folded away, and opens for what is in it.
  const { rev } = threads[9] ?? { rev: 0 };
  await author.call('commentResolve', { params: { id: parent }, body: { resolved: true, rev } });

  await page.setViewportSize({ width: 1440, height: 700 });
  await startSession(page, 'revisor');
  await page.goto('/notifications');
  const notice = page
    .getByRole('link', { name: /Te mencionó en/ })
    .filter({ hasText: 'Contrato de barandas' });
  await notice.first().click();
  const panel = page.getByRole('region', { name: 'Ficha del documento' });
  const reply = panel.getByRole('listitem', { name: 'Respuesta de Carolina Oyarzún Pérez' });
  await expect(reply).toBeFocused();
  await expect(reply).toBeInViewport({ ratio: 1 });
  await expect(reply).toHaveAttribute('aria-current', 'true');
  await expect(panel.locator('[aria-current="true"]').and(panel.getByRole('listitem'))).toHaveCount(1);
  await expectAccessible(page);

  // It is marked until one goes on, and a tab that is opened again takes no focus.
  await panel.getByRole('tab', { name: /Información/ }).click();
  await panel.getByRole('tab', { name: /Revisiones/ }).click();
  await expect(panel.getByText('Punto 1: revisar la partida.').first()).toBeVisible();
  await expect(panel.getByRole('listitem').and(panel.locator('[aria-current]'))).toHaveCount(0);
  await expect(panel.getByRole('tab', { name: /Revisiones/ })).toBeFocused();

  // One that is not there is said so, beside those that are.
  await page.goto(`/records/view/${record}?panel=reviews&comment=0193a000-0000-7000-8000-000000000000`);
  await expect(panel.getByRole('status').filter({ hasText: 'ya no está' })).toBeVisible();
  await expect(panel.getByRole('list', { name: '11 comentarios abiertos' })).toBeVisible();
});

test('a link to a comment tells readers of what is published that they see none', async ({
  page,
  server,
}) => {
  const { author, record, version } = await published(server.url, 'Contrato de cubiertas');
  const { _id: id } = await author.call('commentCreate', {
    body: { record, version, text: 'Falta la mutual' },
  });
  await startSession(page, 'lectora');
  await page.goto(`/records/view/${record}?panel=reviews&comment=${id}`);
  await expect(page.getByText('Solo quienes trabajan en el documento ven sus comentarios.')).toBeVisible();
  await expect(page.getByText('Falta la mutual')).toHaveCount(0);
});

test('readers of what is published find no comment', async ({ page, server }) => {
  const { author, record, version } = await published(server.url, 'Contrato de pinturas');
  const anchor = { quote: 'certificado F30-1' };
  await author.call('commentCreate', { body: { record, version, text: 'Falta la mutual', anchor } });
  await startSession(page, 'lectora');
  await page.goto(`/records/view/${record}`);
  await page.getByRole('tab', { name: /Revisiones/ }).click();
  await expect(page.getByRole('heading', { name: 'Historial' })).toBeVisible();
  await expect(page.getByText('Comentarios')).toHaveCount(0);
  await expect(page.getByText('Falta la mutual')).toHaveCount(0);
  await page.keyboard.press('m');
  await expect(page.getByRole('textbox', { name: 'Comentario nuevo' })).toHaveCount(0);
});

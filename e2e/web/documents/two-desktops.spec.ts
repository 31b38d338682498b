import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Document, Packer, Paragraph } from 'docx';
import { type Api, DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { HeadlessDesktop } from '../../fixtures/headless.ts';
import { mailsTo } from '../../fixtures/mail.ts';
import { expect, test } from '../../fixtures/test.ts';

/**
 * A day with desktops: the author has a browser and a synced folder, the reviewer a synced folder of his own. What she
 * uploads in the browser reaches both. An edit in one folder becomes a version and reaches the other. A new file opens
 * the wizard on her screen. Of two edits on one base both are kept.
 */
const AUTHOR = demoEmail('autora');
const REVIEWER = demoEmail('revisor');
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const IN_LIBRARY = 'Constructora Andes SpA/Calidad';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A real Word document: a ZIP of XML that contains this sentence. */
const docx = (sentence: string): Promise<Buffer> =>
  Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(sentence)] }] }));

async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Correo').fill(AUTHOR);
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/dashboard/);
}

const wizardOf = (page: Page) => page.getByRole('dialog', { name: 'Cargar Documento' });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await wizardOf(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The wizard from the labels step to its end. */
async function labelAndCreate(page: Page): Promise<void> {
  const wizard = wizardOf(page);
  await wizard.getByLabel('Buscar etiquetas').fill('procedimiento');
  await page
    .getByRole('option', { name: /Procedimiento/ })
    .first()
    .click();
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await wizard.getByLabel('Confirmo que la información es la correcta.').check();
  await wizard.getByRole('button', { name: 'Crear documento' }).click();
}

async function uploadInBrowser(page: Page, name: string, buffer: Buffer): Promise<void> {
  const wizard = wizardOf(page);
  await page.getByRole('navigation').getByRole('button', { name: 'Cargar Documento' }).click();
  await wizard.getByLabel('Archivos para cargar').setInputFiles({ name, mimeType: DOCX, buffer });
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await choose(page, 'Grupo', 'Calidad');
  await choose(page, 'Estado', 'Borrador');
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await labelAndCreate(page);
  await expect(wizard.getByText('El documento está en su lugar')).toBeVisible();
  await wizard.getByRole('button', { name: 'Cerrar' }).click();
  await expect(wizard).toBeHidden();
}

/** A folder of Calidad without default labels, whose new files therefore need a person's answers. */
async function folderWithoutLabels(api: Api, name: string): Promise<void> {
  const libraries = await api.call('groupsByMember', {});
  const group = libraries.find((library) => library.name === 'Calidad')?._id ?? '';
  await api.call('folderCreate', { body: { group, parent: null, name, defaultLabels: [] } });
}

async function recordNamed(api: Api, name: string) {
  const { items } = await api.call('recordSearch', {
    query: { sort: '-updatedAt', limit: '200', facets: 'no' },
  });
  return items.find((item) => item.file.name === name);
}

/** Ready versions with their bytes, as the server returns them: newest first. */
async function historyOf(api: Api, record: string) {
  const versions = await api.call('versionsByRecord', { params: { id: record } });
  return Promise.all(
    versions
      .filter((each) => each.status === 'ready')
      .map(async ({ _id, number, state, origin, current, conflict }) => {
        const bytes = sha256(await api.content(_id));
        return { number, state, origin, current, conflict, bytes };
      }),
  );
}

async function reviewRequests(api: Api, record: string): Promise<number> {
  const pending = await api.call('notificationsPending', {});
  return pending.filter((each) => each.type === 'RECORD.REVIEW.REQUEST' && each.refId === record).length;
}

test('two desktops and a browser stay in step, and no edit is lost', async ({ page, server }, info) => {
  const mark = `${info.workerIndex}-${Date.now().toString(36)}`;
  const folder = `Recibidos ${mark}`;
  const name = `Instructivo de andamios ${mark}.docx`;
  const path = `${IN_LIBRARY}/${name}`;
  const author = await signInApi(server.url, AUTHOR);
  await folderWithoutLabels(author, folder);
  const [hers, his] = await Promise.all([
    HeadlessDesktop.start(server.url, AUTHOR, 'Calidad'),
    HeadlessDesktop.start(server.url, REVIEWER, 'Calidad'),
    signIn(page),
  ]);
  const about = async (title: string) =>
    (await mailsTo(server.dataDir, AUTHOR)).filter((mail) => mail.includes(title));
  const title = name.replace('.docx', '');

  const [first, second, mine, theirs, fresh] = await Promise.all(
    [
      'Primera redacción.',
      'Con la tabla de cargas.',
      'Lo que corrigió ella.',
      'Lo que corrigió él.',
      'Acta.',
    ].map(docx) as [Promise<Buffer>, Promise<Buffer>, Promise<Buffer>, Promise<Buffer>, Promise<Buffer>],
  );

  await test.step('what she uploads in the browser comes to both folders', async () => {
    await uploadInBrowser(page, name, first);
    await Promise.all([hers.has(path, first), his.has(path, first)]);
  });
  const record = (await recordNamed(author, name))?._id ?? '';

  await test.step('her edit becomes version 2, with one request and one mail, and comes to his folder', async () => {
    await hers.save(path, second);
    await his.has(path, second);
    expect(await historyOf(author, record)).toMatchObject([
      { number: 2, state: 5, origin: 'sync', current: true, bytes: sha256(second) },
      { number: 1, state: 0, current: false, bytes: sha256(first) },
    ]);
    await expect.poll(() => about(title)).toHaveLength(1);
    expect(await reviewRequests(author, record)).toBe(1);
  });

  await test.step('a new file asks for its wizard on her screen, and becomes a record', async () => {
    const file = `Acta de visita ${mark}.docx`;
    await hers.save(`${IN_LIBRARY}/${folder}/${file}`, fresh);
    await hers.says(/Archivo nuevo/);
    const wizard = wizardOf(page);
    await expect(wizard.getByText(file)).toBeVisible();
    expect(await recordNamed(author, file)).toBeUndefined();
    await wizard.getByRole('button', { name: 'Continuar' }).click();
    await expect(wizard.getByRole('combobox', { name: 'Grupo' })).toHaveValue('Calidad');
    await choose(page, 'Estado', 'Borrador');
    await wizard.getByRole('button', { name: 'Continuar' }).click();
    await labelAndCreate(page);
    await his.has(`${IN_LIBRARY}/${folder}/${file}`, fresh);
    const made = await recordNamed(author, file);
    expect(made).toMatchObject({ title: `Acta de visita ${mark}`, folder: { name: folder }, state: 0 });
    await expect.poll(() => about(`Acta de visita ${mark}`)).toHaveLength(1);
    expect(await reviewRequests(author, made?._id ?? '')).toBe(1);
  });

  await test.step('of two edits on one base both can be reached, and the first is current', async () => {
    await his.pause();
    await hers.save(path, mine);
    await expect.poll(async () => (await historyOf(author, record)).length).toBe(3);
    await his.save(path, theirs);
    await his.resume();
    await his.has(path, mine);
    expect(await historyOf(author, record)).toMatchObject([
      { number: 4, conflict: true, current: false, bytes: sha256(theirs) },
      { number: 3, conflict: false, current: true, bytes: sha256(mine) },
      { number: 2, bytes: sha256(second) },
      { number: 1, bytes: sha256(first) },
    ]);
    await hers.has(path, mine);
  });

  await test.step('each version of hers was asked for and mailed once; the conflict was not', async () => {
    await expect.poll(() => about(title)).toHaveLength(2);
    expect(await reviewRequests(author, record)).toBe(2);
    const reviewer = await signInApi(server.url, REVIEWER);
    // He finds the two requests for his review in the app, and is mailed once in the hour.
    expect(await reviewRequests(reviewer, record)).toBe(2);
    expect((await mailsTo(server.dataDir, REVIEWER)).filter((mail) => mail.includes(title))).toHaveLength(1);
  });

  await Promise.all([hers.stop(), his.stop()]);
});

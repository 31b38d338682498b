import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** Documents whose file has never arrived, and libraries that are closed to somebody. */

interface Place {
  readonly group: string;
  readonly folder: string;
}

/** A folder of its own. */
async function place(author: Api): Promise<Place> {
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.roles?.includes('upload'))?._id ?? '';
  const body = { group, name: `Por llegar ${randomUUID().slice(0, 6)}`, parent: null };
  const { _id: folder } = await author.call('folderCreate', { body });
  return { group, folder };
}

/** A document of which no byte is sent. */
async function announce(author: Api, { group, folder }: Place, title: string): Promise<void> {
  const [label] = await author.call('labels', { query: { group } });
  await author.call('recordCreate', {
    body: {
      ...{ group, folder, title, state: 0, labels: [label?._id ?? ''], date: '2026-03-02' },
      file: { name: 'plano.txt', size: 10 },
    },
  });
}

const choose = async (page: Page, view: string): Promise<void> =>
  page.locator('label').filter({ hasText: view }).click();

test('a document without its file says so in lists, and whoever sent it sends it again', async ({
  page,
  server,
}) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const where = await place(author);
  await announce(author, where, 'Plano de la planta');
  await startSession(page, AUTHOR);
  await page.goto(`/records/search?group=${where.group}&folder=${where.folder}`);
  await page.setViewportSize({ width: 390, height: 860 });
  await choose(page, 'Cuadrícula');
  const card = page.locator('[data-row="0"]');
  const whole = async () => {
    const [chip, around] = [
      await card.getByText('Sin archivo todavía').boundingBox(),
      await card.boundingBox(),
    ];
    return chip !== null && around !== null && chip.x + chip.width <= around.x + around.width;
  };
  await expect(card.getByText('Sin archivo todavía')).toBeInViewport({ ratio: 1 });
  expect(await whole()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const view of ['Cuadrícula', 'Lista']) {
    await choose(page, view);
    const shown = page.locator('[data-row="0"]');
    await expect(shown).toContainText('Plano de la planta');
    await expect(shown).toContainText('Sin archivo todavía');
  }
  await page.getByRole('link', { name: 'Plano de la planta' }).click();
  await expect(page.getByRole('heading', { name: 'El archivo todavía no llega' })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Cargar el archivo' }).click();
  const file = { name: 'plano.txt', mimeType: 'text/plain', buffer: Buffer.from('Planta, escala 1:50') };
  await (await chooser).setFiles(file);
  await expect(page.getByText('Planta, escala 1:50')).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-row="0"]')).toContainText('Plano de la planta');
  await expect(page.getByText('Sin archivo todavía')).toHaveCount(0);
});

test('a library that is closed to somebody offers the way to the others', async ({ page, server }) => {
  await signInApi(server.url, demoEmail(AUTHOR));
  await startSession(page, AUTHOR);
  await page.goto(`/records/search?group=${randomUUID()}`);
  const failure = page.getByRole('main');
  await expect(failure.getByText('No existe o no puedes verlo')).toBeVisible();
  await expect(failure.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
  await failure.getByRole('link', { name: 'Navegar Documentos' }).click();
  await expect(page).toHaveURL(/\/records\/search$/);
});

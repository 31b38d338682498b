import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR, create, dialog, fillRest, give, openWizard, pdf, step } from '../../fixtures/wizard.ts';

/** Several documents, of which the server refuses some. */

const RECORDS = '**/api/docs/records';
const BROKEN = { code: 'internal', message: 'Algo falló en el servidor.' };
const OBJECTED = { code: 'labels_required', message: 'Elige al menos una etiqueta.' };

interface Refusal {
  readonly status: number;
  readonly error: { readonly code: string; readonly message: string };
}

/** Refuses documents by their titles. @returns the titles of all that were sent, in order */
async function refuse(page: Page, refusals: Readonly<Record<string, Refusal>>): Promise<string[]> {
  const sent: string[] = [];
  await page.route(RECORDS, (route) => {
    const { title } = route.request().postDataJSON() as { title: string };
    sent.push(title);
    const { status, error } = refusals[title] ?? {};
    return status ? route.fulfill({ status, json: { error } }) : route.fallback();
  });
  return sent;
}

const row = (page: Page, title: string) => dialog(page).getByRole('listitem').filter({ hasText: title });

async function titlesWith(url: string, text: string): Promise<string[]> {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const { items } = await author.call('recordSearch', { query: { text } });
  return items.map(({ title }) => title).filter((title) => title.includes(text));
}

const NAMES = ['primera', 'segunda', 'tercera', 'cuarta'] as const;

async function fillFour(page: Page, about: string): Promise<void> {
  await signInAs(page, AUTHOR);
  await openWizard(page);
  await give(page, ...NAMES.map((name) => pdf(`${about} ${name}.pdf`)));
  await fillRest(page);
}

test('documents that the server refuses stop no other; they stay, marked, and are tried again alone', async ({
  page,
  server,
}, info) => {
  const about = 'Acta 6611';
  await fillFour(page, about);
  const sent = await refuse(page, {
    [`${about} segunda`]: { status: 500, error: BROKEN },
    [`${about} cuarta`]: { status: 422, error: OBJECTED },
  });
  await create(page).click();
  const note = dialog(page).getByRole('alert');
  await expect(note).toContainText('2 de 4 documentos no se pudieron crear.');
  expect(sent).toEqual(NAMES.map((name) => `${about} ${name}`));
  await expect(row(page, 'primera')).toHaveCount(0);
  await expect(row(page, 'segunda')).toContainText('Algo falló en el servidor.');
  await expect(row(page, 'segunda')).toBeFocused();
  await expect(row(page, 'cuarta')).toContainText('Elige al menos una etiqueta.');
  await expect(note).toHaveCount(1);
  for (const [width, colorScheme] of [
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 820 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: info.outputPath(`refused-${width}-${colorScheme}.png`) });
    await expectAccessible(page);
  }

  // In the sheet they are marked as well.
  await step(page, 'Detalles').click();
  await expect(dialog(page).getByRole('row').filter({ hasText: 'segunda.pdf' })).toContainText(
    BROKEN.message,
  );
  await page.screenshot({ path: info.outputPath('refused-sheet.png') });
  await step(page, 'Confirmar').click();

  await page.unroute(RECORDS);
  const again = await refuse(page, {});
  await expect(create(page)).toHaveText('Crear 2 documentos');
  await create(page).click();
  await expect(step(page, 'Listo')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(4);
  expect(again).toEqual([`${about} segunda`, `${about} cuarta`]);
  expect((await titlesWith(server.url, about)).sort()).toEqual(
    NAMES.map((name) => `${about} ${name}`).sort(),
  );
});

test('a server that is out of service is asked once, and no document is blamed', async ({ page, server }) => {
  const about = 'Acta 6612';
  await fillFour(page, about);
  const sent = await refuse(page, {
    [`${about} segunda`]: { status: 503, error: { code: 'unavailable', message: 'Volvemos enseguida.' } },
  });
  await create(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudo crear el Documento.' })).toContainText(
    'Volvemos enseguida.',
  );
  expect(sent).toEqual([`${about} primera`, `${about} segunda`]);
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3);
  await expect(dialog(page).locator('[data-failed]')).toHaveCount(0);

  await page.unroute(RECORDS);
  await create(page).click();
  await expect(step(page, 'Listo')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(4);
  expect((await titlesWith(server.url, about)).length).toBe(4);
});

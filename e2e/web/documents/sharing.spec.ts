import { randomUUID } from 'node:crypto';
import { hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** A document that is shown to others: by a notification, and by its address. */

async function document(server: RunningServer) {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const title = `Plan compartido ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group, name: title } });
  return { title, record: await uploadDocument(server.url, author, { group, folder, title }) };
}

test('it is shared with a colleague, who finds it in their notifications', async ({ page, server }, info) => {
  const { title, record } = await document(server);
  await startSession(page, AUTHOR);
  await page.setViewportSize({ width: 1280, height: 900 });
  await refuse(page, '**/api/docs/records/*/people', 503, 'unavailable');
  await page.goto(`/records/view/${record}`);
  const dialog = page.getByRole('dialog', { name: 'Compartir documento' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Compartir con…' }).click();
  };

  await test.step('who may see it cannot be loaded, and then can', async () => {
    await open();
    await expect(dialog.getByText('No se pudo cargar quiénes pueden verlo.')).toBeVisible();
    const release = await hold(page, '**/api/docs/records/*/people');
    await letThrough(page, '**/api/docs/records/*/people');
    await tryAgain(dialog);
    await expect(dialog.getByLabel('Con quién')).toHaveAttribute('aria-busy', 'true');
    await release();
    await expect(dialog.getByLabel('Con quién')).toHaveAttribute('aria-busy', 'false');
  });

  await test.step('nobody is named: it says so, and what was written stays', async () => {
    await dialog.getByLabel('Mensaje').fill('Mira la cláusula 4, por favor.');
    await dialog.getByRole('button', { name: 'Compartir', exact: true }).click();
    await expect(dialog.getByText('Elige al menos una persona.')).toBeVisible();
    await showEverywhere(page, (name) => info.outputPath(`dialog-${name}.png`));
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await dialog.getByLabel('Con quién').fill('ri');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const me = await signInApi(server.url, demoEmail('revisor'));
  const { firstname, lastname } = await me.call('profile', {});
  await dialog.getByLabel('Con quién').fill(lastname);
  await page.getByRole('option', { name: `${firstname} ${lastname}` }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Mensaje')).toHaveValue('Mira la cláusula 4, por favor.');
  await dialog.getByRole('button', { name: 'Compartir', exact: true }).click();
  await expect(page.getByText('Se avisó a 1 persona.')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const theirs = await page.context().browser()?.newContext();
  const other = await theirs?.newPage();
  if (!other) throw new Error('no browser');
  await startSession(other, 'revisor');
  await other.goto(`${server.url}/notifications`);
  const notice = other.getByRole('listitem').filter({ hasText: `Compartió contigo ${title}` });
  await expect(notice).toContainText('Mira la cláusula 4, por favor.');
  await other.screenshot({ path: info.outputPath('notice.png') });
  await notice.getByRole('link').click();
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await theirs?.close();
});

test.describe('its address is copied', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  for (const secure of [true, false])
    test(
      secure ? 'on a secure page' : 'on a page by plain HTTP, which has no clipboard',
      async ({ page, server }) => {
        const { title, record } = await document(server);
        await startSession(page, AUTHOR);
        if (!secure)
          await page.addInitScript(() =>
            Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
          );
        const address = new RegExp(`/records/view/${record}$`);
        const pasted = async (): Promise<string> => {
          await page.keyboard.press('Control+k');
          const field = page.getByRole('dialog', { name: 'Buscar o ir a' }).locator('input');
          await expect(field).toBeFocused();
          await page.keyboard.press('Control+v');
          const text = await field.inputValue();
          await page.keyboard.press('Escape');
          await expect(field).toHaveCount(0);
          return text;
        };
        await page.goto(`/records/view/${record}`);
        await page.getByRole('button', { name: 'Acciones', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Copiar enlace' }).click();
        await expect(page.getByText('Enlace copiado.')).toBeVisible();
        expect(await pasted()).toMatch(address);
        if (!secure) return;
        await page.goto(`/records/search?text=${encodeURIComponent(title)}`);
        await page.getByRole('row').filter({ hasText: title }).click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Copiar enlace' }).click();
        await expect(page.getByText('Enlace copiado.')).toBeVisible();
        expect(await pasted()).toMatch(address);
      },
    );
});

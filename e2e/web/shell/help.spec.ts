import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** The help: searched, read, and used with the keyboard. */

test('an answer is found, read and gone back from; a tour is taken by the keyboard alone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(page, 'autora');
  await page.getByRole('navigation').getByRole('link', { name: 'Centro de Ayuda' }).click();
  const search = page.getByRole('searchbox', { name: 'Buscar en la ayuda' });

  await test.step('by words without accents, in articles and questions', async () => {
    await search.fill('publicacion pendiente');
    await expect(page.getByRole('status').filter({ hasText: 'resultado' })).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    await page
      .getByRole('list', { name: 'Resultados' })
      .getByRole('link', { name: /^Estados/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Estados/ })).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    await page.goBack();
    await expect(search).toHaveValue('publicacion pendiente');
    await search.fill('zxqwv');
    await expect(page.getByText('Nada sobre «zxqwv»')).toBeVisible();
  });

  await test.step('what only an admin can do is told to admins', async () => {
    await page.goto('/help?article=auditoria');
    await expect(page.getByRole('heading', { level: 1, name: 'Ese artículo no existe' })).toBeVisible();
  });

  await test.step('an open question stands in the address', async () => {
    await page.goto('/help/faq');
    await page.getByRole('button', { name: /^Borré algo por error/ }).click();
    await expect(page).toHaveURL(/question=p\d+$/);
    await page.reload();
    await expect(page.getByText('Usa Deshacer en el aviso')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
  });

  await test.step('the tour goes on, back and ends by keys', async () => {
    await page.goto('/help');
    await expect(search).toBeVisible();
    await page.getByRole('button', { name: 'Ayuda', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Pregunta con tus palabras')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('O elige un tema')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('Pregunta con tus palabras')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('Pregunta con tus palabras'), 'there is none before the first').toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Pregunta con tus palabras')).toBeHidden();
  });

  await test.step('no key is lost while the tour moves from one step to the next', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Ayuda', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Pregunta con tus palabras')).toBeVisible();
    // Two steps: the second press ends the tour.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.legajo-tour')).toHaveCount(0);
  });
});

test('a link to the synced folders says in a browser where they are', async ({ page }) => {
  await startSession(page, 'lectora');
  await page.goto('/sync');
  await expect(page.getByText('Las carpetas viven en tu equipo')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir la aplicación' })).toHaveAttribute(
    'href',
    'legajo://sync',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Cómo instalarla' }).click();
  await expect(
    page.getByRole('heading', { name: 'Instalar y conectar la aplicación de escritorio' }),
  ).toBeVisible();
});

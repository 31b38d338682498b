import { demoEmail, signInApi } from '../fixtures/api.ts';
import { startSession } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** Cases of the review that story.spec.ts does not cover. */

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

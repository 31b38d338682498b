import { randomUUID } from 'node:crypto';
import { answer, letThrough } from '../../fixtures/answers.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

/* What somebody reads to support, so that whoever runs the server finds the call in its log. */

const CALL = '**/api/audit';

test('an error on a screen has the code by which its call is found', async ({ page }, info) => {
  await startSession(page, 'admin');
  const requestId = randomUUID();
  const json = { error: { code: 'internal', message: 'Algo falló en el servidor.', requestId } };
  await answer(page, CALL, { status: 500, json });
  await page.goto('/audit');
  const code = page.getByText(`Código para soporte: ${requestId.slice(0, 8)}`);
  await expect(code.first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('code.png') });
  await letThrough(page, CALL);
  await page.getByRole('button', { name: 'Reintentar' }).first().click();
  await expect(code).toHaveCount(0);
});

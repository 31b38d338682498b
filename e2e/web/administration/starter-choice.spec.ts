import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

test('an obligation of a set names the place of its documents only where there will be one', async ({
  page,
}) => {
  await startSession(page, 'admin');
  await page.goto('/settings/start');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Clínica/ }).click();
  const due = main.getByRole('listitem').filter({ hasText: 'Mantención preventiva' }).last();
  await expect(due).toContainText('Calidad y habilitación / Equipos médicos');
  await main.getByRole('checkbox', { name: 'Calidad y habilitación', exact: true }).click();
  await expect(due).not.toContainText('Calidad y habilitación / ');
  await main.getByRole('checkbox', { name: 'Equipos médicos', exact: true }).click();
  await expect(due).toContainText('Calidad y habilitación / Equipos médicos');
});

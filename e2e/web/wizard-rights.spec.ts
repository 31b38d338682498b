import { demoEmail, signInApi } from '../fixtures/api.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';
import { AUTHOR, choose, create, dialog, fillRest, give, openWizard, pdf, step } from '../fixtures/wizard.ts';

/** Roles that are taken away while the wizard is open. */

const LOST = 'Ya no puedes cargar documentos en «Calidad». Elige otro grupo; lo que escribiste sigue aquí.';

test('a library whose upload role is lost is named when it is refused, and at its field', async ({
  page,
  server,
}) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const people = await admin.call('usersByOrganization', {});
  const groups = await admin.call('groupsByOrganization', {});
  const user = people.find(({ email }) => email === demoEmail(AUTHOR))?._id ?? '';
  const id = groups.find(({ name }) => name === 'Calidad')?._id ?? '';

  // The page is not told: the refusal tells it.
  await page.routeWebSocket(/./, (socket) => socket.close());
  await signInAs(page, AUTHOR);
  await openWizard(page);
  await give(page, pdf('Instructivo de izaje.pdf'));
  await fillRest(page);
  await admin.call('memberPut', { params: { id, user }, body: { roles: ['review'] } });
  await create(page).click();
  await expect(page.getByRole('alert').filter({ hasText: LOST })).toBeVisible();
  await expect(step(page, 'Detalles')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByRole('combobox', { name: 'Grupo' })).toHaveAccessibleDescription(LOST);
  await expect(dialog(page).getByRole('combobox', { name: 'Grupo' })).toHaveValue('');
  await expect(dialog(page).getByLabel(/^Título de/)).toHaveValue('Instructivo de izaje');
  await choose(page, 'Grupo', 'Prevención y obras');
  await expect(dialog(page).getByText(LOST)).toBeHidden();
});

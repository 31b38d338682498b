import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  AUTHOR,
  choose,
  chooseLabel,
  confirmation,
  create,
  dialog,
  fillRest,
  give,
  heldOf,
  next,
  openWizard,
  pdf,
  step,
} from '../../fixtures/wizard.ts';

/** Roles that are taken away while the wizard is open. */

const LOST = 'Ya no puedes cargar documentos en «Calidad». Elige otro grupo; lo que escribiste sigue aquí.';

/** Gives and takes the author's roles in Calidad. */
async function membership(url: string) {
  const admin = await signInApi(url, demoEmail('admin'));
  const people = await admin.call('usersByOrganization', {});
  const groups = await admin.call('groupsByOrganization', {});
  const user = people.find(({ email }) => email === demoEmail(AUTHOR))?._id ?? '';
  const id = groups.find(({ name }) => name === 'Calidad')?._id ?? '';
  const params = { id, user };
  return {
    set: (...roles: ('upload' | 'review')[]) => admin.call('memberPut', { params, body: { roles } }),
    end: () => admin.call('memberDelete', { params }),
  };
}

test('a library whose upload role is lost is named when it is refused, and at its field', async ({
  page,
  server,
}) => {
  const member = await membership(server.url);
  await member.set('upload');
  // The page is not told: the refusal tells it.
  await page.routeWebSocket(/./, (socket) => socket.close());
  await signInAs(page, AUTHOR);
  await openWizard(page);
  await give(page, pdf('Instructivo de izaje.pdf'));
  await fillRest(page);
  await member.set('review');
  await create(page).click();
  await expect(page.getByRole('alert').filter({ hasText: LOST })).toBeVisible();
  await expect(step(page, 'Detalles')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByRole('combobox', { name: 'Grupo' })).toHaveAccessibleDescription(LOST);
  await expect(dialog(page).getByRole('combobox', { name: 'Grupo' })).toHaveValue('');
  await expect(dialog(page).getByLabel(/^Título de/)).toHaveValue('Instructivo de izaje');
  await choose(page, 'Grupo', 'Prevención y obras');
  await expect(dialog(page).getByText(LOST)).toBeHidden();
});

for (const [what, lose] of [
  ['the upload role', (member) => member.set('review')],
  ['the membership', (member) => member.end()],
] as const satisfies [string, (member: Awaited<ReturnType<typeof membership>>) => Promise<unknown>][])
  test(`an open wizard says at once that ${what} ended, keeps what was filled in, and offers another library`, async ({
    page,
    server,
  }) => {
    const member = await membership(server.url);
    await member.set('upload', 'review');
    await signInAs(page, AUTHOR);
    await openWizard(page);
    await give(page, pdf('Instructivo de grúas.pdf'));
    await fillRest(page);
    await step(page, 'Detalles').click();
    await dialog(page)
      .getByLabel(/^Título de/)
      .fill('Instructivo de grúas torre');
    await dialog(page)
      .getByLabel(/^Notas/)
      .fill('Reemplaza al de 2024.');
    await step(page, 'Confirmar').click();
    await confirmation(page).check();
    await expect(create(page)).toBeEnabled();

    await lose(member);
    const note = dialog(page).getByRole('alert').filter({ hasText: LOST });
    await expect(note).toBeVisible();
    await expect(create(page)).toBeDisabled();
    await expect(dialog(page).getByRole('status')).toHaveText(['Elige un grupo para continuar']);
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize({ width: 1280, height: 800 });
    await note.getByRole('button', { name: 'Elegir otro grupo' }).click();
    const group = dialog(page).getByRole('combobox', { name: 'Grupo' });
    await expect(group).toBeFocused();
    await expect(group).toHaveAccessibleDescription(LOST);
    await expect(next(page)).toBeDisabled();
    await expect(dialog(page).getByLabel(/^Título de/)).toHaveValue('Instructivo de grúas torre');
    await expect(dialog(page).getByLabel(/^Notas/)).toHaveValue('Reemplaza al de 2024.');
    await expect(dialog(page).getByText('No se pudieron cargar', { exact: false })).toHaveCount(0);
    await choose(page, 'Grupo', 'Prevención y obras');
    await expect(dialog(page).getByText(LOST)).toHaveCount(0);
    await choose(page, 'Estado', 'Borrador');
    await next(page).click();
    await chooseLabel(page);
    await next(page).click();
    await confirmation(page).check();
    await create(page).click();
    await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
    expect(await heldOf(server.url, 'Instructivo de grúas torre')).toMatchObject({
      record: { group: { name: 'Prevención y obras' } },
    });
  });

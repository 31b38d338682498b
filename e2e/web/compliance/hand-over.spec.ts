import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Whoever is disabled leaves obligations and rules: they are named, and given to others in the same dialog. */

test('somebody’s obligations go on with others when their account is disabled', async ({
  page,
  server,
}, info) => {
  const api = await signInApi(server.url, demoEmail('admin'));
  const { items } = await api.call('userList', { query: { limit: '200' } });
  const leaving = items.find(({ email }) => email === demoEmail('gestora'));
  const heir = items.find(({ email }) => email === demoEmail('publicadora'));
  const params = { id: leaving?._id ?? '' };
  const before = await api.call('userDuties', { params });
  expect(before.obligations.length).toBeGreaterThan(1);

  await startSession(page, 'admin');
  await page.goto(`/users/edit/${params.id}`);
  await page.getByRole('button', { name: 'Deshabilitar' }).click();
  const dialog = page.getByRole('dialog', { name: /^¿Deshabilitar a/ });
  await expect(dialog.getByText(/^Responde por \d+ obligaciones$/)).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toContainText(before.obligations[0]?.name ?? '');
  const to = dialog.getByRole('combobox', { name: 'Pasan a' });
  await expect(to).toHaveAccessibleDescription(/Quedan sin responsable/);
  await to.fill(leaving?.firstname ?? '');
  await expect(
    page.getByRole('option', { name: `${leaving?.firstname} ${leaving?.lastname}`, exact: true }),
  ).toHaveCount(0);
  await to.fill(heir?.firstname ?? '');
  await page.getByRole('option', { name: new RegExp(heir?.firstname ?? '') }).click();
  await expectGoodLooks(page, '[role="dialog"]');
  await showEverywhere(page, (what) => info.outputPath(`hand-over-${what}.png`));
  await dialog.getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Deshabilitada: no puede entrar')).toBeVisible();
  expect((await api.call('userDuties', { params })).obligations).toEqual([]);
  const taken = await api.call('userDuties', { params: { id: heir?._id ?? '' } });
  expect(taken.obligations.length).toBeGreaterThan(0);

  // Somebody changes one of them; all else comes back with the account.
  const kept = taken.obligations.find(({ _id }) => before.obligations.some((each) => each._id === _id));
  const { obligations } = await api.call('calendarGet', { params: { id: kept?.calendar._id ?? '' } });
  await api.call('obligationPeople', {
    params: { id: kept?._id ?? '' },
    body: {
      ...{ responsible: heir?._id ?? '', backup: null },
      version: obligations.find(({ _id }) => _id === kept?._id)?.version ?? 0,
    },
  });
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Habilitada', { exact: true })).toBeVisible();
  const notice = page.getByRole('region', { name: 'Esto sigue con quien lo recibió' });
  await expect(notice).toContainText(`${kept?.name} Cambió después.`);
  await expectAccessible(page);
  await showEverywhere(page, (what) => info.outputPath(`stayed-${what}.png`));
  const named = (duties: typeof before) => duties.obligations.map(({ _id }) => _id).toSorted();
  expect(named(await api.call('userDuties', { params }))).toEqual(
    named(before).filter((id) => id !== kept?._id),
  );
});

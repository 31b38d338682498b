import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** What a manager sets for several obligations of a calendar at once. */

test('several obligations get their people, library and type at once, and have them back where nobody changed them', async ({
  page,
  server,
}, info) => {
  const manager = await signInApi(server.url, demoEmail('gestora'));
  const people = await manager.call('usersByOrganization', {});
  const [author, reviewer] = [people[0], people[1]].map((person) => person?._id ?? '');
  const [library] = await manager.call('groupsByOrganization', {});
  const obligation = (title: string, more: object = {}) => ({
    ...{
      title,
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13',
      startsOn: '2026-12-01',
      minCount: 1,
      leadDays: [3],
    },
    ...more,
  });
  const { _id } = await manager.call('calendarCreate', {
    body: {
      name: 'Laboral de muchas',
      obligations: [
        obligation('Cotizaciones', { responsible: author, backup: reviewer }),
        obligation('Certificado F30'),
        obligation('Certificado F30-1'),
      ],
    },
  });
  const read = async () => (await manager.call('calendarGet', { params: { id: _id } })).obligations;
  const named = async () =>
    Object.fromEntries(
      (await read()).map(({ title, responsible, backup, group }) => [
        title,
        [responsible?._id ?? null, backup?._id ?? null, group?.name ?? null],
      ]),
    );
  const taker = people.find((person) => person._id === reviewer);
  const takerName = `${taker?.firstname} ${taker?.lastname}`;

  await signInAs(page, 'gestora');
  await page.goto(`/calendars/edit/${_id}`);
  for (const title of ['Cotizaciones', 'Certificado F30-1'])
    await page.getByRole('checkbox', { name: `Elegir ${title}`, exact: true }).check();
  await showEverywhere(page, (width) => info.outputPath(`bar-${width}.png`));
  const bar = page.getByRole('toolbar');
  const dialog = page.getByRole('dialog');
  await bar.getByRole('button', { name: 'Responsable' }).click();
  await expect(dialog).toContainText('Responsables de 2 obligaciones');
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  await expect(dialog.getByText('Elige qué cambiar.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Responsable' }).fill(takerName);
  await page.getByRole('option', { name: takerName }).click();
  await page.screenshot({ path: info.outputPath('people.png') });
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  await expect(page.getByText('2 obligaciones cambiadas.')).toBeVisible();
  // Who was the backup answers now, and is no backup of themself.
  expect(await named()).toEqual({
    Cotizaciones: [reviewer, null, null],
    'Certificado F30': [null, null, null],
    'Certificado F30-1': [reviewer, null, null],
  });
  const changed = (await read()).find(({ title }) => title === 'Certificado F30-1');
  await manager.call('obligationPeople', {
    params: { id: changed?._id ?? '' },
    body: { responsible: author ?? null, backup: null, version: changed?.version ?? 0 },
  });
  await dialog.getByRole('button', { name: 'Deshacer' }).click();
  await expect(dialog.getByRole('region', { name: 'No se deshizo en 1 caso' })).toContainText(
    'Certificado F30-1',
  );
  await dialog.getByRole('button', { name: 'Listo' }).click();
  expect(await named()).toMatchObject({
    Cotizaciones: [author, reviewer, null],
    'Certificado F30-1': [author, null, null],
  });

  await page.getByRole('checkbox', { name: 'Elegir todas' }).check();
  await page.getByRole('checkbox', { name: 'Elegir Certificado F30-1' }).uncheck();
  await bar.getByRole('button', { name: 'Biblioteca y tipo' }).click();
  await dialog.getByRole('combobox', { name: 'Biblioteca' }).fill(library?.name ?? '');
  await page.getByRole('option', { name: library?.name ?? '', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cambiar' }).click();
  await expect(page.getByText('2 obligaciones cambiadas.')).toBeVisible();
  expect(await named()).toEqual({
    Cotizaciones: [author, reviewer, library?.name],
    'Certificado F30': [null, null, library?.name],
    'Certificado F30-1': [author, null, null],
  });
  // A schedule is not touched by what is set beside it.
  expect((await read()).map(({ recurrence, startsOn }) => [recurrence, startsOn])).toEqual(
    Array.from({ length: 3 }, () => ['FREQ=MONTHLY;BYMONTHDAY=13', '2026-12-01']),
  );
});

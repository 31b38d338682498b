import { randomUUID } from 'node:crypto';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/**
 * Calendars: created from a template, described in plain Spanish, fulfilled by documents, readable by everybody,
 * exported.
 */

const WIDE = { width: 1280, height: 820 };

test('a manager makes a calendar, meets and waives due days; others read it', async ({ page, server }) => {
  const name = `Obligaciones ${randomUUID().slice(0, 6)}`;
  await startSession(page, 'gestora');
  const main = page.getByRole('main');
  const drawer = page.getByRole('dialog');

  await test.step('from a template', async () => {
    await page.goto('/calendars');
    await expect(main.getByRole('table', { name: 'Vencimientos por día' })).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main.getByRole('link', { name: 'Crear calendario' }).click();
    await main.getByRole('button', { name: 'Crear calendario' }).click();
    await expect(main.getByLabel('Nombre', { exact: true })).toBeFocused();
    await main.getByLabel('Nombre', { exact: true }).fill(name);
    await main.getByRole('checkbox', { name: 'Certificado F30-1 de subcontratistas' }).check();
    // Who answers for it and where its documents go is asked before it is made.
    await main.getByRole('button', { name: 'Crear calendario' }).click();
    await expect(main.getByText('Elige quién responde.')).toBeVisible();
    await expect(main.getByText('Elige una biblioteca para sus documentos.')).toBeVisible();
    await main.getByRole('combobox', { name: 'Responsable' }).fill('Patricia Vergara');
    await main.getByRole('combobox', { name: 'Responsable' }).press('Enter');
    await main.getByRole('combobox', { name: 'Biblioteca', exact: true }).fill('Personas');
    await main.getByRole('combobox', { name: 'Biblioteca', exact: true }).press('Enter');
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main.getByRole('button', { name: 'Crear calendario' }).click();
    await expect(page).toHaveURL(/\/calendars\/edit\//);
    await expect(main.getByRole('region', { name: 'Obligaciones' })).toContainText('Certificado F30-1');
  });

  await test.step('its recurrence is changed in words, with the next days beside it', async () => {
    await main.getByRole('button', { name: /^Editar: Certificado F30-1/ }).click();
    await drawer.getByRole('combobox', { name: 'Día', exact: true }).click();
    await page.getByRole('option', { name: '12', exact: true }).click();
    await expect(drawer.getByText(/El día 12 de cada mes/)).toBeVisible();
    await expect(drawer.getByText(/^Próximas fechas/)).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await drawer.getByRole('combobox', { name: /^Etiquetas/ }).click();
    await page.getByRole('option').first().click();
    // Escape closes the list, then asks about unsaved changes; another Escape continues editing.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(drawer.getByText(/El día 12 de cada mes/)).toBeVisible();
    await drawer.getByRole('button', { name: 'Guardar' }).click();
    await expect(drawer).toBeHidden();
    await expect(main.getByText(/El día 12 de cada mes/).first()).toBeVisible();
    const api = await signInApi(server.url, demoEmail('gestora'));
    const id = page.url().split('/').at(-1) ?? '';
    const { obligations } = await api.call('calendarGet', { params: { id } });
    expect(obligations[0]?.labels).toHaveLength(1);
  });

  await test.step('a due day is waived with its reason, and not without', async () => {
    await main.getByRole('link', { name: 'Ver vencimientos' }).click();
    await main.getByRole('tab', { name: 'Lista' }).click();
    await main
      .getByRole('link', { name: /Certificado F30-1/ })
      .last()
      .click();
    await expect(drawer.getByRole('heading', { name: /Certificado F30-1/ })).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await drawer.getByRole('button', { name: 'No aplica' }).click();
    await drawer.getByRole('button', { name: 'No aplica' }).last().click();
    await expect(drawer.getByRole('textbox', { name: 'Motivo' })).toHaveAttribute('aria-invalid', 'true');
    await drawer.getByRole('textbox', { name: 'Motivo' }).fill('Este mes no hubo subcontratistas.');
    await drawer.getByRole('button', { name: 'No aplica' }).last().click();
    await expect(drawer.getByText('Este mes no hubo subcontratistas.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('done by hand, on the day on which it was', async () => {
    const api = await signInApi(server.url, demoEmail('gestora'));
    const calendar = (await api.call('calendars', {})).items.find((each) => each.name === name)?._id ?? '';
    const startsOn = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    const once = { title: 'Simulacro de evacuación', recurrence: 'FREQ=DAILY;COUNT=1', minCount: 0 };
    await api.call('obligationCreate', { body: { calendar, startsOn, ...once } });
    const range = { from: startsOn, to: startsOn, calendar };
    const { items } = await api.call('occurrences', { query: range });
    await page.goto(`/calendars?calendar=${calendar}&occurrence=${items[0]?._id}`);
    await drawer.getByRole('button', { name: 'Marcar como cumplido' }).click();
    await expect(drawer.getByRole('textbox', { name: /^Nota/ })).toBeFocused();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await drawer.getByLabel('Día en que se cumplió').fill(startsOn);
    await drawer.getByRole('textbox', { name: /^Nota/ }).fill('Con Bomberos.');
    await drawer.getByRole('textbox', { name: /^Nota/ }).press('Tab');
    await drawer.getByRole('button', { name: 'Marcar como cumplido' }).click();
    await expect(drawer.getByText('Con Bomberos.')).toBeVisible();
    await expect(drawer.getByText('Cumplido', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a calendar with a history is not deleted, but switched off', async () => {
    const api = await signInApi(server.url, demoEmail('gestora'));
    const id = (await api.call('calendars', {})).items.find((each) => each.name === name)?._id ?? '';
    await page.goto(`/calendars/edit/${id}`);
    await main.getByRole('button', { name: 'Eliminar calendario' }).click();
    await drawer.getByRole('button', { name: 'Eliminar calendario' }).click();
    await expect(drawer.getByRole('alert')).toContainText('2 vencimientos con historia');
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await drawer.getByRole('button', { name: 'Desactivar' }).click();
    await expect(page.getByText(/ya no avisa/)).toBeVisible();
    const kept = await api.call('calendarGet', { params: { id } });
    expect(kept.active).toBe(false);
    const { obligations: _, may: __, _id, ...fields } = kept;
    const ids = {
      groups: kept.groups.map((each) => each._id),
      editors: kept.editors.map((each) => each._id),
    };
    await api.call('calendarUpdate', { params: { id }, body: { ...fields, ...ids, active: true } });
    await page.goto(`/calendars?calendar=${id}`);
  });

  await test.step('the feed is read by its secret address alone, until it is revoked', async () => {
    await main.getByRole('button', { name: 'Suscribirse' }).click();
    await drawer.getByRole('button', { name: 'Crear dirección' }).click();
    const address = await drawer.getByTestId('feed-address').textContent();
    const path = new URL(address ?? '', server.url).pathname;
    const answer = await fetch(`${server.url}${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/calendar'),
    ]);
    expect(await answer.text()).toContain('Certificado F30-1');
    await drawer.getByRole('button', { name: 'Revocar' }).click();
    await expect.poll(async () => (await fetch(`${server.url}${path}`)).status).toBe(404);
    await page.keyboard.press('Escape');
  });

  await test.step('who is no manager reads, and the server refuses the rest', async () => {
    const reader = await signInApi(server.url, demoEmail('lectora'));
    const { items } = await reader.call('calendars', {});
    const id = items.find((each) => each.name === name)?._id ?? '';
    await expect(reader.call('calendarCreate', { body: { name: 'Otro' } })).rejects.toThrow('403');
    await expect(reader.call('calendarDelete', { params: { id } })).rejects.toThrow('403');
    await startSession(page, 'lectora');
    await page.goto(`/calendars/edit/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(main.getByText('Puedes verlo.', { exact: false })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Guardar' })).toHaveCount(0);
    await expect(main.getByRole('button', { name: 'Agregar obligación' })).toHaveCount(0);
    // Other people's changes appear without reloading.
    const manager = await signInApi(server.url, demoEmail('gestora'));
    const { _id, version } = await manager.call('calendarGet', { params: { id } });
    await manager.call('calendarUpdate', { params: { id: _id }, body: { name: `${name} 2027`, version } });
    await expect(page.getByRole('heading', { level: 1, name: `${name} 2027` })).toBeVisible();
  });
});

test('an obligation of which something was due is ended, not deleted, and taken back', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, demoEmail('gestora'));
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [past, coming] = [dayFromNow(-3), dayFromNow(3)];
  const obligation = (title: string, startsOn: string) => ({
    ...{ title, startsOn, recurrence: 'FREQ=MONTHLY', minCount: 0 },
  });
  const [ended, deleted] = ['Informe de accidentes', 'Simulacro de evacuación'];
  const { _id } = await api.call('calendarCreate', {
    body: {
      name: `Seguridad ${Date.now()}`,
      obligations: [obligation(ended, past), obligation(deleted, coming)],
    },
  });
  await startSession(page, 'gestora');
  await page.goto(`/calendars/edit/${_id}`);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await main.getByRole('button', { name: `Eliminar: ${deleted}` }).click();
  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect(main.getByText(deleted)).toHaveCount(0);

  await expect(main.getByRole('button', { name: `Eliminar: ${ended}` })).toHaveCount(0);
  await main.getByRole('button', { name: `Poner término: ${ended}` }).click();
  await expectGoodLooks(page, '[role="dialog"]');
  await page.setViewportSize(WIDE);
  await dialog.getByRole('button', { name: 'Poner término' }).click();
  await expect(main.getByText(/^Terminó el/)).toBeVisible();
  await expect(main.getByRole('button', { name: /^(Poner término|Eliminar): / })).toHaveCount(0);
  const { items } = await api.call('occurrences', { query: { from: past, to: past, calendar: _id } });
  expect(items).toMatchObject([{ status: 'overdue' }]);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(main.getByText(/^Próximo vencimiento/)).toBeVisible();
});

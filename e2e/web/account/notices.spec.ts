import { randomUUID } from 'node:crypto';
import { answer, hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { inMailTo } from '../../fixtures/mail.ts';
import { remindSoon } from '../../fixtures/reminders.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** Reminders, notification preferences, and pending decisions. */

interface Made {
  author: Api;
  library: string;
  record: string;
  title: string;
}

async function document(server: RunningServer, name = 'Plan'): Promise<Made> {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const title = `${name} ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group: library, name: title } });
  return {
    author,
    library,
    title,
    record: await uploadDocument(server.url, author, { group: library, folder, title }),
  };
}

test('a reminder is made in its document, waits, is cancelled, and another one comes', {
  tag: ['@spec-9.3-reminder', '@spec-9.5-minutes'],
}, async ({ page, server }) => {
  const { author, record, title } = await document(server);
  await startSession(page, AUTHOR);

  await test.step('the list of those that wait, in its other states', async () => {
    const pattern = '**/api/docs/reminders';
    const release = await hold(page, pattern);
    await page.goto('/notifications?tab=reminders');
    await expect(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await release();
    await expect(page.getByText('Sin recordatorios pendientes')).toBeVisible();
    await expectGoodLooks(page);
    await refuse(page, pattern, 503, 'unavailable');
    await page.goto('/notifications?tab=reminders');
    await expect(page.getByText('No se pudieron cargar los recordatorios')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
  });

  await test.step('the dialog says at the field what is wrong, and loses nothing', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/records/view/${record}`);
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Crear recordatorio' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crear recordatorio' });
    const text = 'Llamar al inspector antes de que venza el permiso municipal';
    await dialog.getByLabel('Texto').fill(text);
    await expect(dialog.getByText('En las listas se ven los primeros 50 caracteres.')).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    const day = dialog.getByLabel('Día');
    const at = async (typed: string, time: string): Promise<void> => {
      await day.fill(typed);
      await day.blur();
      await dialog.getByLabel('Horas').focus();
      await page.keyboard.type(time);
    };
    const today = await page.evaluate(() => {
      const now = new Date();
      return `${now.getDate()}-${now.getMonth() + 1}-${now.getFullYear()}`;
    });
    await at(today, '0000');
    await dialog.getByRole('button', { name: 'Crear recordatorio' }).click();
    await expect(dialog.getByText('Elige un momento que todavía no haya pasado.')).toBeVisible();
    await expect(dialog.getByLabel('Texto')).toHaveValue(text);
    await at('31-12-2027', '0900');
    // In steps of five minutes (docs/domain/limits.md, specification §9).
    await dialog.getByLabel('Minutos').press('ArrowUp');
    await dialog.getByRole('button', { name: 'Crear recordatorio' }).click();
    await expect(page.getByText('Recordatorio creado para el 31 dic 2027, 09:05.')).toBeVisible();
  });

  await test.step('it waits under Notificaciones, and is cancelled there', async () => {
    await page.goto('/notifications?tab=reminders');
    const row = page.getByRole('list', { name: 'Recordatorios pendientes' }).getByRole('listitem');
    await expect(row).toContainText('Llamar al inspector antes de que venza el permiso…');
    await expect(row).toContainText(title);
    await expectGoodLooks(page);
    await page.getByRole('button', { name: /^Cancelar el recordatorio/ }).click();
    await expect(page.getByText('Sin recordatorios pendientes')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('another one comes by itself, here and by mail', async () => {
    await page.goto('/notifications?type=RECORD.REMINDER');
    await remindSoon(author, record, `Ahora ${title}`);
    await expect(page.getByRole('main').getByText(`Recordatorio: Ahora ${title}`)).toBeVisible();
    await inMailTo(server.dataDir, demoEmail(AUTHOR), new RegExp(`(Ahora ${title})`));
  });
});

test('each chooses how they are told, and a mail’s own link ends such mails', async ({ page, server }) => {
  const { author, record } = await document(server);
  await startSession(page, AUTHOR);
  const pattern = '**/api/events/preferences';

  await test.step('preferences, in their states', async () => {
    await refuse(page, pattern, 503, 'unavailable');
    await page.goto('/notifications?tab=preferences');
    await expect(page.getByText('No se pudieron cargar tus preferencias')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
    await tryAgain(page);
    await expect(page.getByText(`Los correos llegan a ${demoEmail(AUTHOR)}.`)).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('combobox', { name: 'Decisiones' }).click();
    await page.getByRole('option', { name: 'En Legajo y en el resumen diario' }).click();
    await expect(page.getByText('Preferencia guardada.')).toBeVisible();
    const { choices } = await author.call('preferences', {});
    expect(choices.find(({ type }) => type === 'RECORD.REVIEWED')?.choice).toBe('daily');
  });

  await remindSoon(author, record, 'Enlace');
  const path = await inMailTo(server.dataDir, demoEmail(AUTHOR), /(\/unsubscribe\/[\w.-]+)/);
  const reader = await page.context().browser()?.newPage({ baseURL: server.url, locale: 'es-CL' });
  if (!reader) throw new Error('no browser');

  await test.step('the link asks, without a session, and does it by one button', async () => {
    await reader.goto(path);
    await expect(reader.getByRole('heading', { name: '¿Dejar de recibir estos correos?' })).toBeVisible();
    await expect(reader.getByText('Recordatorios', { exact: true })).toBeVisible();
    await expectGoodLooks(reader);
    await reader.getByRole('button', { name: 'Dejar de recibirlos' }).click();
    const said = reader.getByRole('heading', { name: 'Ya no recibirás estos correos' });
    await expect(said).toBeFocused();
    await expectGoodLooks(reader);
    // Another screen of the same person follows.
    await expect(page.getByRole('combobox', { name: 'Recordatorios' })).toHaveValue('Solo en Legajo');
  });

  await test.step('and leads back', async () => {
    await reader.getByRole('button', { name: 'Volver a recibirlos' }).click();
    await expect(reader.getByRole('heading', { name: 'Volverás a recibir estos correos' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Recordatorios' })).toHaveValue('En Legajo y por correo');
    await reader.goto('/unsubscribe/otro.enlace.cualquiera');
    await expect(reader.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
    await expectGoodLooks(reader);
    await reader.close();
  });
});

test('what waits stands by its day, is decided for many at once, and asked for to be published', async ({
  page,
  server,
}) => {
  const reviewer = await signInApi(server.url, demoEmail('revisor'));
  const { _id: me } = await reviewer.call('session', {});
  const [soon, late, free] = [
    await document(server, 'Urgente'),
    await document(server, 'Atrasado'),
    await document(server, 'Libre'),
  ];
  const ask = async ({ author, record }: Made, more: object): Promise<void> => {
    const { currentVersion } = await author.call('recordById', { params: { id: record } });
    await author.call('reviewRequest', { body: { record, version: currentVersion?._id ?? '', ...more } });
  };
  await ask(soon, { to: [me], dueOn: '2099-01-15', message: 'Mira el anexo B' });
  await ask(late, { to: [me], dueOn: '2020-01-15' });
  await ask(free, {});
  await startSession(page, 'revisor');
  const pattern = '**/api/docs/reviews/pending?*';
  const rows = page.getByRole('list', { name: 'Por revisar' }).getByRole('listitem');

  await test.step('the list, in its states', async () => {
    const release = await hold(page, pattern);
    await page.goto('/notifications?tab=pending');
    await expect(page.getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await release();
    await expect(rows.nth(0)).toContainText(late.title);
    await expect(rows.nth(0)).toContainText('Venció: 15 ene 2020');
    await expect(rows.nth(1)).toContainText(soon.title);
    await expect(rows.nth(1)).toContainText('te lo pidió');
    await expect(rows.nth(1)).toContainText('Mira el anexo B');
    await expect(rows.nth(1)).toContainText('Límite: 15 ene 2099');
    await expectGoodLooks(page);
    await answer(page, pattern, { json: { items: [], nextCursor: null } });
    await page.goto('/notifications?tab=pending&section=review');
    await expect(page.getByText('Nada por revisar')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
    await refuse(page, pattern, 503, 'unavailable');
    await page.goto('/notifications?tab=pending');
    await expect(page.getByText('No se pudieron cargar tus pendientes')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
  });

  await test.step('many are rejected at once, with the reason that the form insists on', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/notifications?tab=pending&section=review');
    for (const { title } of [late, free]) {
      await page.getByRole('checkbox', { name: `Seleccionar: ${title}` }).check();
    }
    await page.getByRole('toolbar').getByRole('button', { name: 'Rechazar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cambiar el estado de 2 documentos' });
    await expect(dialog.getByText('Cuéntales a sus autores por qué los rechazas.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cambiar estado' })).toBeDisabled();
    await dialog.getByLabel('Comentario').fill('Falta la firma');
    await dialog.getByRole('button', { name: 'Cambiar estado' }).click();
    await expect(dialog.getByText('Estado cambiado')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
    await expect(rows.filter({ hasText: late.title })).toHaveCount(0);
    await expect(rows.filter({ hasText: soon.title })).toHaveCount(1);
  });

  await test.step('the review says what is asked; approved, its publication is asked for', async () => {
    await page.getByRole('link', { name: soon.title }).click();
    const asked = page.getByRole('list', { name: 'Solicitudes abiertas' });
    await expect(asked).toContainText('Mira el anexo B');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('radio', { name: /Aprobado/ }).check();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Revisión guardada.')).toBeVisible();
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Solicitar publicación' }).click();
    const dialog = page.getByRole('dialog', { name: 'Solicitar publicación' });
    await dialog.getByLabel('Mensaje').fill('Antes del directorio');
    await expectGoodLooks(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Solicitar', exact: true }).click();
    await expect(page.getByText(/Solicitud enviada a \d+ persona/)).toBeVisible();
    const publisher = await signInApi(server.url, demoEmail('publicadora'));
    const { items } = await publisher.call('pendingDecisions', { query: { section: 'publish' } });
    const found = items.find(({ title }) => title === soon.title);
    expect(found?.request?.message).toBe('Antes del directorio');
  });
});

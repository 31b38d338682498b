import { addDays } from '../../../src/shared/platform/days.ts';
import { answer, hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { remindSoon } from '../../fixtures/reminders.ts';
import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Obligations in the work of their people: menu, dashboard, and what waits for a person. */

const TODAY = new Intl.DateTimeFormat('sv', { timeZone: 'America/Santiago' }).format();
const TASKS = '**/api/docs/dashboard/tasks?*';

interface Duty {
  readonly title: string;
  /** From today. */
  readonly days: number;
  readonly responsible?: string;
  readonly backup?: string;
  readonly leadDays?: number[];
}

/** A calendar that an admin makes, who alone reads everybody's address, with obligations that are due once. */
async function calendar(admin: Api, name: string, duties: readonly Duty[]): Promise<void> {
  const people = await admin.call('usersByOrganization', {});
  const idOf = (email: string | undefined) =>
    email ? (people.find((each) => each.email === demoEmail(email))?._id ?? null) : null;
  await admin.call('calendarCreate', {
    body: {
      name,
      obligations: duties.map(({ title, days, responsible, backup, leadDays = [15] }) => ({
        ...{ title, leadDays, minCount: 0, recurrence: 'FREQ=DAILY;COUNT=1' },
        startsOn: addDays(TODAY, days),
        responsible: idOf(responsible),
        backup: idOf(backup),
      })),
    },
  });
}

test('a manager’s Monday: what others have overdue, with whom to ask', async ({ page, server }, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  await calendar(admin, 'Permisos de la obra', [
    { title: 'Permiso de ocupación de calzada', days: -400, responsible: 'revisor' },
    { title: 'Declaración de residuos', days: -45 },
    { title: 'Suplida por gestora', days: -3, responsible: 'revisor', backup: 'gestora' },
  ]);
  await signInAs(page, 'gestora');
  const block = page.getByRole('list', { name: 'Otras obligaciones vencidas' });
  const rows = block.getByRole('listitem');
  await expect(rows.nth(0)).toContainText('Permiso de ocupación de calzada');
  await expect(rows.nth(0)).toContainText('400 días de atraso');
  await expect(rows.nth(0)).toContainText('Permisos de la obra');
  await expect(rows.filter({ hasText: 'Declaración de residuos' })).toContainText('Sin responsable');
  // What is hers by now is among her tasks, and only there.
  const tasks = page.getByRole('list', { name: 'Tus pendientes' });
  await expect(tasks.getByText('Suplida por gestora')).toBeVisible();
  await expect(block.getByText('Suplida por gestora')).toHaveCount(0);
  await showEverywhere(page, (width) => info.outputPath(`manager-${width}.png`));

  await rows.nth(0).getByRole('link').click();
  const sheet = page.getByRole('dialog').filter({ hasText: 'Permiso de ocupación de calzada' });
  await expect(sheet).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Ver informe' }).click();
  await expect(page).toHaveURL(/\/calendars\/report\?/);
  const table = page.getByRole('main').getByRole('table');
  for (const title of ['Permiso de ocupación de calzada', 'Declaración de residuos', 'Suplida por gestora'])
    await expect(table.getByText(title)).toBeVisible();
});

test('an author’s Monday: calendars in the menu, tasks, and what comes before it is one', async ({
  page,
  server,
}, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  await calendar(admin, 'Seguros', [
    { title: 'Póliza vencida', days: -2, responsible: 'autora' },
    { title: 'Por avisar', days: 4, responsible: 'autora', leadDays: [1] },
    { title: 'De quien supla', days: 6, responsible: 'revisor', backup: 'autora' },
  ]);
  await signInAs(page, 'autora');
  const tasks = page.getByRole('list', { name: 'Tus pendientes' });
  const reminders = page.getByRole('list', { name: 'Recordatorios' });
  await expect(tasks.getByText('Póliza vencida')).toBeVisible();
  await expect(reminders.getByRole('listitem')).toHaveText([/Por avisar/, /De quien supla/]);
  await expect(reminders.getByRole('listitem').nth(1)).toContainText('Vence en 6 días');
  await expect(tasks.getByText('Por avisar')).toHaveCount(0);
  await expect(page.getByRole('list', { name: /bligaciones vencidas/ })).toHaveCount(0);
  const author = await signInApi(server.url, demoEmail('autora'));
  const { recent } = await author.call('dashboard', {});
  await remindSoon(author, recent[0]?._id ?? '', 'Llamar a la mutual');
  // By day, with what was to be remembered today.
  await expect(reminders.getByRole('listitem')).toHaveText([
    /Llamar a la mutual/,
    /Por avisar/,
    /De quien supla/,
  ]);
  await expect(page.getByRole('link', { name: 'Ver recordatorios' })).toHaveAttribute(
    'href',
    '/notifications?type=RECORD.REMINDER',
  );
  await showEverywhere(page, (width) => info.outputPath(`author-${width}.png`));

  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole('navigation').getByRole('link', { name: 'Calendarios' }).click();
  await expect(page).toHaveURL(/\/calendars$/);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Calendarios' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Calendarios' })).toBeVisible();
});

test('Mis pendientes has the due days of a person, as their dashboard lists them', async ({
  page,
  server,
}, info) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  await calendar(admin, 'Ensayos', [
    { title: 'Calibración de la prensa', days: -6, responsible: 'autora' },
    { title: 'Informe de ensayos', days: 3, responsible: 'autora' },
  ]);
  const author = await signInApi(server.url, demoEmail('autora'));
  const { items, counts } = await author.call('tasks', { query: { kind: 'obligation' } });
  await startSession(page, 'autora');
  const main = page.getByRole('main');
  const rows = main.getByRole('list', { name: 'Obligaciones' }).getByRole('listitem');
  const section = main.getByRole('button', { name: /^Obligaciones/ });

  await test.step('loading, filled, with keys', async () => {
    const release = await hold(page, TASKS);
    await page.goto('/notifications?tab=pending&section=obligation');
    await expect(main.getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await expectAccessible(page);
    await release();
    await expect(rows).toHaveCount(items.length);
    await expect(section).toHaveText(`Obligaciones ${counts?.obligation}`);
    await expect(rows.filter({ hasText: 'Calibración de la prensa' })).toContainText('Venció hace 6 días');
    await showEverywhere(page, (width) => info.outputPath(`pending-${width}.png`));
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.keyboard.press('j');
    await expect(rows.nth(0).getByRole('link')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1).getByRole('link')).toBeFocused();
    await page.keyboard.press('k');
    await page.keyboard.press('o');
    await expect(page).toHaveURL(new RegExp(`/calendars\\?occurrence=${items[0]?._id}`));
  });

  await test.step('none, and none that could be read', async () => {
    const none = { all: 0, review: 0, publish: 0, correct: 0, expire: 0, obligation: 0, folder: 0 };
    await answer(page, TASKS, { json: { items: [], nextCursor: null, counts: none } });
    await page.goto('/notifications?tab=pending&section=obligation');
    await expect(main.getByText('Ninguna obligación por cumplir')).toBeVisible();
    await expectGoodLooks(page);
    // Who has none is not asked to look for some.
    await page.goto('/notifications?tab=pending');
    await expect(main.getByRole('button', { name: /^Míos sin enviar/ })).toBeVisible();
    await expect(section).toHaveCount(0);
    await letThrough(page, TASKS);
    await refuse(page, TASKS, 503, 'unavailable');
    await page.goto('/notifications?tab=pending&section=obligation');
    await expect(main.getByText('No se pudieron cargar tus pendientes')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, TASKS);
    await tryAgain(page);
    await expect(rows).toHaveCount(items.length);
  });
});

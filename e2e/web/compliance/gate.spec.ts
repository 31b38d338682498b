import type { Page } from '@playwright/test';
import type { PartyKind } from '#shared/contractors/party.ts';
import { formatRut, rutDigit } from '#shared/people/rut.ts';
import { hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { askOfEach } from '../../fixtures/rules.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';

/** "¿Puede entrar?": who may enter a site, and why not. An answer that is not of now lets nobody in. */

/** Has every role in Calidad. */
const ADMIN = 'admin';
const WIDE = { width: 1280, height: 800 };
const ASKED = { Trabajadores: 'Contrato de trabajo', Contratistas: 'F30-1' };
const rut = (number: number): string => formatRut(`${number}-${rutDigit(number)}`);

const entrant = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Quién puede entrar' }).getByRole('listitem').filter({ hasText: name });

/** A site with two workers of one contractor; a third worker is not assigned. */
async function construction(url: string) {
  const admin = await signInApi(url, demoEmail(ADMIN));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const make = async (kind: PartyKind, name: string, facts: { rut?: string; contractor?: string } = {}) => {
    const { items } = await admin.call('partiesCreate', {
      body: { kind, group, items: [{ name, ...facts }] },
    });
    const [made] = items;
    if (!made?.ok) throw new Error(`${name} was not made`);
    return { id: made.party, folder: made.folder };
  };
  const sur = await make('contractor', 'Excavaciones del Sur');
  const ana = await make('worker', 'Ana Rojas', { rut: rut(12_345_678), contractor: sur.id });
  const luis = await make('worker', 'Luis Soto', { contractor: sur.id });
  await make('worker', 'Beto Díaz');
  const site = await make('site', 'Edificio Norte');
  await admin.call('partyAssign', { params: { id: site.id }, body: { add: [ana.id, luis.id] } });
  return { admin, group, sur, ana, site };
}

test('the light of each, and none of them green without an answer of now', async ({ page, server }) => {
  const { admin, group, sur, ana, site } = await construction(server.url);
  await startSession(page, ADMIN);
  await page.goto(`/contractors/gate/${site.id}`);

  await test.step('at the gate: not known without rules, red without documents, green with them', async () => {
    await expect(entrant(page, 'Ana Rojas')).toContainText('No se sabe');
    await expect(entrant(page, 'Ana Rojas')).toContainText('Sin requisitos definidos');
    await askOfEach(admin, group, ASKED);
    await expect(entrant(page, 'Ana Rojas')).toContainText('No puede entrar');
    await expect(entrant(page, 'Ana Rojas')).toContainText('Falta: Contrato de trabajo.');
    await expect(entrant(page, 'Ana Rojas')).toContainText('La contratista no cumple: F30-1.');
    await uploadDocument(server.url, admin, {
      group,
      folder: sur.folder,
      title: 'F30-1 de octubre',
      state: 3,
    });
    const title = 'Contrato de trabajo de Ana';
    await uploadDocument(server.url, admin, { group, folder: ana.folder, title, state: 3 });
    await expect(entrant(page, 'Ana Rojas').getByText('Puede entrar', { exact: true })).toBeVisible();
    await expect(entrant(page, 'Luis Soto')).toContainText('No puede entrar');
    // Somebody who was not sent here is found, and told apart.
    await page.getByLabel('Nombre o RUT').fill('beto');
    await expect(entrant(page, 'Beto Díaz')).toContainText('No está asignado a esta obra.');
    await page.getByLabel('Nombre o RUT').fill('12.345.678');
    await expect(page.getByRole('status').filter({ hasText: 'Ana Rojas: Puede entrar.' })).toBeAttached();
    await page.getByLabel('Nombre o RUT').fill('');
    await expect(entrant(page, 'Luis Soto')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
  });

  const green = (at: Page) => at.getByText('Puede entrar', { exact: true });
  const stale = (at: Page) => at.getByText(/^Sin datos al día desde las \d\d:\d\d$/);

  await test.step('without a connection nobody is green, until there is an answer again', async () => {
    await expect(green(page)).toHaveCount(1);
    await page.context().setOffline(true);
    await expect(stale(page)).toBeVisible();
    await expect(green(page)).toHaveCount(0);
    await expect(entrant(page, 'Ana Rojas')).toContainText('No se sabe');
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await page.context().setOffline(false);
    await expect(green(page)).toHaveCount(1);
    await expect(stale(page)).toHaveCount(0);
  });

  await test.step('nor where the server refuses', async () => {
    const pattern = '**/api/docs/parties/*/gate*';
    await refuse(page, pattern, 503, 'unavailable');
    // Whoever looks again asks again; a question that was on its way already is answered as it was.
    const lookAgain = async (): Promise<boolean> => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return stale(page).isVisible();
    };
    await expect.poll(lookAgain).toBe(true);
    await expect(green(page)).toHaveCount(0);
    await letThrough(page, pattern);
    await page.getByRole('button', { name: 'Preguntar otra vez' }).click();
    await expect(green(page)).toHaveCount(1);
  });

  await test.step('nor where the answer is older than two minutes', async () => {
    const other = await page.context().newPage();
    await startSession(other, ADMIN);
    await other.clock.install();
    await other.goto(new URL(page.url()).pathname);
    await expect(green(other)).toHaveCount(1);
    const release = await hold(other, '**/api/docs/parties/*/gate*');
    await other.clock.fastForward(119_000);
    await expect(green(other)).toHaveCount(1);
    await other.clock.fastForward(3000);
    await expect(stale(other)).toBeVisible();
    await expect(green(other)).toHaveCount(0);
    await release();
    await expect(green(other)).toHaveCount(1);
    await other.close();
  });
});

import { expect, type Locator, type Page, test } from '@playwright/test';
import { STATE } from '#shared/access/states.ts';
import { type Api, DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { copyDemo } from '../../fixtures/demo.ts';
import { type RunningServer, startServer } from '../../fixtures/server.ts';

/**
 * Without a connection each screen shows the data last loaded, read-only. Buttons that would change something are
 * disabled and say why, and the lists below name every other button. The server is really stopped, and started again.
 */

const WHY = 'Sin conexión. Podrás hacerlo cuando vuelva.';

interface Seen {
  library: string;
  record: string;
  title: string;
  label: string;
  calendar: string;
  contractor: string;
}

interface Row {
  screen: string;
  at: (seen: Seen) => string;
  /** Text that was loaded before. */
  shows: (main: Locator, seen: Seen) => Locator;
  /** Names of buttons that change something, or open a form. */
  writes: readonly RegExp[];
  /** Names of buttons that only read. */
  looks: readonly RegExp[];
}

const PEOPLE: Record<string, readonly Row[]> = {
  autora: [
    {
      screen: 'documents of a library',
      at: ({ library }) => `/records/search?group=${library}`,
      shows: (main) => main.getByRole('grid', { name: 'Calidad' }).getByRole('row').nth(1),
      writes: [/^Acciones de la carpeta/, /^Nueva carpeta$/, /^Cargar aquí$/],
      // What a row's menu offers is held back one by one.
      looks: [/^Calidad$/, /cumple$/i, /^Columnas$/, /^Acciones: /],
    },
    {
      screen: 'document',
      at: ({ record }) => `/records/view/${record}`,
      shows: (main, { title }) => main.getByRole('heading', { level: 1, name: title }),
      writes: [/^Acciones$/, /^(Solicitar revisión|Nueva versión)$/],
      looks: [/^Descargar$/, /^(Información|Versiones|Revisiones|Actividad)/],
    },
    {
      screen: 'contractors',
      at: () => '/contractors',
      shows: (main) => main.getByRole('link', { name: 'Excavaciones Maipo Ltda.' }),
      writes: [/^Agregar contratistas$/],
      looks: [/^Exportar$/, /^(Contratistas|Trabajadores|Obras)$/],
    },
    {
      screen: 'contractor',
      at: ({ contractor }) => `/contractors/${contractor}`,
      shows: (main) => main.getByRole('heading', { level: 1, name: 'Excavaciones Maipo Ltda.' }),
      writes: [/^Editar$/, /^Agregar$/, /^Asignar$/, /^Pedir documentos$/],
      // What its menu offers is held back one by one.
      looks: [/^Abrir carpeta$/, /^Más acciones$/],
    },
    {
      screen: 'profile',
      at: () => '/profile',
      shows: (main) => main.getByText(demoEmail('autora')),
      writes: [/^Cambiar contraseña$/, /^Activar la verificación/, /^Cerrar la/],
      looks: [],
    },
  ],
  admin: [
    {
      screen: 'labels',
      at: () => '/labels',
      shows: (main) => main.getByRole('treeitem', { name: /^Contrato/ }),
      writes: [/^Importar$/, /^Nueva etiqueta$/],
      looks: [/^Acciones de /],
    },
    {
      screen: 'label',
      at: ({ label }) => `/labels/edit/${label}`,
      shows: (main) => main.getByRole('textbox', { name: 'Nombre' }),
      writes: [/^Unir con otra/, /^Eliminar/],
      // Icons that are part of the form.
      looks: [/^[\p{L} ]+$/u],
    },
    {
      screen: 'libraries',
      at: () => '/groups',
      shows: (main) => main.getByText('Prevención y obras').first(),
      writes: [/^Importar$/, /^Nueva biblioteca$/],
      looks: [/^(Nombre|Departamento|Miembros|Documentos|Carpetas|Tamaño|Creada)$/],
    },
    {
      screen: 'users',
      at: () => '/users',
      shows: (main) => main.getByText('Fuentealba Soto, Rodrigo').first(),
      writes: [/^Importar$/, /^Invitar$/],
      looks: [/^Exportar$/, /^(Nombre|Correo|Departamento|Último ingreso)$/],
    },
    {
      screen: 'departments',
      at: () => '/organizations/departments',
      shows: (main) => main.getByRole('link', { name: 'Oficina técnica', exact: true }),
      writes: [/^Importar$/, /^Nuevo departamento$/, /^Agregar debajo de /],
      looks: [],
    },
    {
      screen: 'calendars',
      at: () => '/calendars',
      shows: (main) => main.getByText('Obligaciones de la obra').first(),
      writes: [/^Importar$/, /^Crear calendario$/],
      looks: [
        /^Ver informe$/,
        /^Suscribirse$/,
        /^(Hoy|Mes|Semana|Agenda|Lista|Anterior|Siguiente)$/,
        /^(Calendario|Responsable|Estado)\sTodos$/,
      ],
    },
    {
      screen: 'calendar',
      at: ({ calendar }) => `/calendars/edit/${calendar}`,
      // Not only its text, which the list of calendars has too.
      shows: (main) => main.getByLabel(/^Editar: Certificado F30-1/),
      writes: [/^Agregar obligación$/, /^Eliminar/],
      looks: [/^Ver vencimientos$/, /^Editar: /],
    },
  ],
};

/** Navigates inside the page as its links do: the server is down, so the page cannot be loaded again. */
const go = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);

/** The names of all buttons of a screen, and of links that look like buttons. */
async function pressable(main: Locator): Promise<{ name: string; enabled: boolean; why: string }[]> {
  const all = main.locator('button, [role="menuitem"], a[class*="Button-root"], a[class*="ActionIcon-root"]');
  return all.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { ariaLabel, innerText, title } = element as HTMLElement;
        const off = element.matches(':disabled, [aria-disabled="true"]');
        return { name: (ariaLabel || innerText).trim(), enabled: !off, why: title };
      })
      // Buttons inside a field that have no name and belong to it.
      .filter(({ name }) => name !== ''),
  );
}

async function seenBy(api: Api, admin: Api, author: Api): Promise<Seen> {
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const { items } = await api.call('recordSearch', { query: { limit: '100' } });
  // A document that its author may send to review.
  const draft = items.find(({ state }) => state === STATE.draft);
  const label = (await admin.call('labelsManaged', {}))[0]?._id ?? '';
  const calendar = (await admin.call('calendars', {})).items[0]?._id ?? '';
  const { items: made } = await author.call('partiesCreate', {
    body: { kind: 'contractor', group: library, items: [{ name: 'Excavaciones Maipo Ltda.' }] },
  });
  const contractor = made.flatMap((item) => (item.ok ? [item.party] : []))[0] ?? '';
  return { library, record: draft?._id ?? '', title: draft?.title ?? '', label, calendar, contractor };
}

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'Ves lo último que se cargó' });

for (const [person, rows] of Object.entries(PEOPLE)) {
  test(`what ${person} saw last stays to be read, and writes again when the server is back`, async ({
    page,
  }) => {
    const data = await copyDemo();
    let server: RunningServer = await startServer(data);
    const [own, admin, author] = [
      await signInApi(server.url, demoEmail(person)),
      await signInApi(server.url, demoEmail('admin')),
      await signInApi(server.url, demoEmail('autora')),
    ];
    const seen = await seenBy(own, admin, author);
    const main = page.getByRole('main');

    await page.goto(server.url);
    await page.getByLabel('Correo').fill(demoEmail(person));
    await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const { at, shows } of rows) {
      await go(page, at(seen));
      await expect(shows(main, seen)).toBeVisible();
      await expect(main.getByRole('status', { name: 'Cargando…' })).toHaveCount(0);
    }

    await server.stop({ keepData: true });
    await expect(note(page)).toBeVisible();
    for (const { screen, at, shows, writes, looks } of rows) {
      await test.step(`offline: ${screen}`, async () => {
        await go(page, at(seen));
        await expect(shows(main, seen)).toBeVisible();
        for (const name of writes) {
          const named = async () => (await pressable(main)).filter((each) => name.test(each.name));
          // The screen before may have the same text for a moment.
          await expect.poll(async () => (await named()).length, { message: String(name) }).toBeGreaterThan(0);
          expect((await named()).filter(({ enabled, why }) => enabled || why !== WHY)).toEqual([]);
        }
        const others = (await pressable(main)).filter(
          ({ name, enabled }) => enabled && !looks.some((look) => look.test(name)),
        );
        expect(others).toEqual([]);
        for (const width of [400, 1280]) {
          await page.setViewportSize({ width, height: 860 });
          await expectNoSidewaysScroll(page);
        }
        await expectAccessible(page);
      });
    }
    if (person === 'admin') await labelsStay(page, main);

    server = await startServer({ ...data, PORT: new URL(server.url).port });
    await expect(note(page)).toBeHidden();
    for (const { screen, at, shows, writes } of rows) {
      await test.step(`back: ${screen}`, async () => {
        await go(page, at(seen));
        await expect(shows(main, seen)).toBeVisible();
        await expect
          .poll(async () => {
            const all = await pressable(main);
            return writes.filter((name) => !all.some((each) => name.test(each.name) && each.enabled));
          })
          .toEqual([]);
      });
    }
    await server.stop();
  });
}

/** Neither pointer, key nor menu moves a label, or opens the form for a new one. */
async function labelsStay(page: Page, main: Locator): Promise<void> {
  await test.step('offline: labels are not dragged, and have no keys', async () => {
    await go(page, '/labels');
    const label = main.getByRole('treeitem', { name: /^Contrato/ });
    await expect(label).toHaveAttribute('aria-level', '2');
    await expect(label).not.toHaveAttribute('draggable', 'true');
    for (const key of ['m', 'Delete']) {
      await label.press(key);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await main.getByRole('button', { name: 'Acciones de Contrato' }).click();
    for (const name of ['Nueva dentro de ella', 'Mover…', 'Unir con otra…', 'Eliminar…']) {
      const item = page.getByRole('menuitem', { name });
      await expect(item).toHaveAttribute('title', WHY);
      await expect(item).toBeDisabled();
    }
    await page.keyboard.press('Escape');
  });
}

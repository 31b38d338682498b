import { chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { STATE } from '#shared/access/states.ts';
import { signInApi } from '../e2e/fixtures/api.ts';
import { browserLaunch } from '../e2e/fixtures/browser.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { seedBulk } from '../server/demo/bulk.ts';
import type { Database } from '../server/platform/db/client.ts';
import { openStorage } from '../server/platform/storage/open-storage.ts';
import { createFactories, TEST_PASSWORD } from '../server/testing/factories.ts';
import { inFolder, openIn } from './lib/databases.ts';
import { heading, percentile, table, timed } from './lib/figures.ts';
import { countSearches, HEAP, rowNumber, signIn, watch } from './lib/watched-page.ts';

/**
 * The web build in a real browser on a real server: a folder of 50,000 documents, opened and scrolled to its end and
 * back, beside a folder of 200; and the label picker with 5,000 labels, key by key.
 */

const LARGE = 50_000;
const SMALL = 200;
/** A row that is a hundred pages away. */
const FAR = 10_000;
const LABELS = 5_000;
const LONG_TASK_MS = 50;
/** Pixels of a turn of the wheel, and of a jump by the scroll bar. */
const TURN_PX = 120;
const TURNS = 300;
const FRAME_MS = 16;
const WHEEL_PX = 4_000;
const KEYS = 'instalaciones electricas';

interface Folder {
  readonly id: string;
  readonly documents: number;
}

interface Place {
  readonly email: string;
  /** Another person who writes there. */
  readonly other: string;
  readonly library: string;
  readonly large: Folder;
  readonly small: Folder;
}

async function fill(dataDir: string): Promise<Place> {
  const database = await openIn(dataDir);
  const { db } = database;
  const make = createFactories(db);
  const organization = await make.organization();
  const library = await make.library(organization, 'Calidad');
  await make.documentType(organization);
  const person = await make.person(organization, { libraries: [[library, ['upload', 'review']]] });
  const other = await make.person(organization, {
    email: 'autora@legajo.test',
    libraries: [[library, ['upload']]],
  });
  await seedLabels(database, organization.id);
  const storage = await openStorage({ dataDir, db, log: console });
  await seedBulk(db, storage, organization.id, LARGE + SMALL * 160, () => undefined, LARGE);
  // The folder of 50,000 and another one, with the number of documents that this person sees in each.
  const { rows } = await sql<Folder & { group_id: string }>`
    select f.id, f.group_id, count(*)::int as documents
    from folders f join groups g on g.id = f.group_id
      join record_faces r on r.folder_id = f.id and r.face = 'working' and r.state <> ${sql.lit(STATE.obsolete)}
    where g.name = 'Archivo norte' group by f.id, f.name order by f.name limit 2`.execute(db);
  await database.close();
  const [large, small] = rows;
  if (!large || !small) throw new Error('the seed made no folders');
  return {
    email: person.email,
    other: other.email,
    library: large.group_id,
    large,
    small,
  };
}

/** Assignable everywhere, with words that many of them share. */
async function seedLabels({ db }: Database, organization: string): Promise<void> {
  await sql`
    insert into labels (id, organization, name, icon, parent, groups)
    select gen_random_uuid(), ${organization}::uuid,
      (array['Instalaciones','Contratos','Certificados','Planos','Seguridad'])[1 + at % 5] || ' ' ||
      (array['eléctricas','sanitarias','de clima','de gas','de la obra'])[1 + (at / 5) % 5] || ' ' || at,
      'tag', null, '{}'
    from generate_series(1, ${sql.lit(LABELS)}) at`.execute(db);
}

const ms = (value: number): string => value.toFixed(0);
const longest = (tasks: readonly number[]): string =>
  tasks.length === 0 ? 'none' : `${tasks.length}, longest ${ms(Math.max(...tasks))} ms`;

/** From the click to the first rows, then to the end and back by the wheel. */
async function scroll(page: Page, address: string, rows: number): Promise<string[]> {
  const row = page.locator('[role="row"][aria-rowindex="2"] a');
  const opened = await timed(async () => {
    await page.goto(address);
    await row.waitFor();
  });
  const requests = countSearches(page);
  const seen = await watch(page);
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, TURN_PX);
    await page.waitForTimeout(FRAME_MS);
  }
  const byTurns = (await seen()).tasks.slice();
  const down = await timed(async () => {
    for (let last = 0, still = 0; last < rows && still < 100; ) {
      await page.mouse.wheel(0, WHEEL_PX);
      const now = await rowNumber(page, 'last');
      still = now === last ? still + 1 : 0;
      last = now;
    }
  });
  const reached = await rowNumber(page, 'last');
  const toTheEnd = (await seen()).tasks.slice();
  const up = await timed(async () => {
    for (let first = reached; first > 1; first = await rowNumber(page, 'first')) {
      await page.mouse.wheel(0, -WHEEL_PX * 4);
    }
  });
  const { tasks } = await seen();
  const heap = await page.evaluate<number>(HEAP);
  return [
    reached.toLocaleString('en'),
    ms(opened),
    longest(byTurns),
    `${ms(down)} (${requests.count} requests)`,
    longest(toTheEnd.slice(byTurns.length)),
    ms(up),
    longest(tasks.slice(toTheEnd.length)),
    `${(heap / 1024 ** 2).toFixed(0)} MiB`,
  ];
}

/** The cost for a person who has scrolled far when somebody else changes a document at the top. */
async function change(page: Page, url: string, email: string, address: string): Promise<string[]> {
  await page.goto(address);
  const row = page.locator('[role="row"][aria-rowindex="2"] a');
  const record = (await row.getAttribute('href'))?.split('/').at(-1) ?? '';
  await page.mouse.move(700, 500);
  for (let last = 0; last < FAR; last = await rowNumber(page, 'last')) await page.mouse.wheel(0, WHEEL_PX);
  await page.waitForLoadState('networkidle');
  const at = await rowNumber(page, 'last');
  const requests = countSearches(page);
  const seen = await watch(page);
  const api = await signInApi(url, email, TEST_PASSWORD);
  const { rev } = await api.call('recordById', { params: { id: record } });
  const heard = page.waitForResponse((answer) => answer.url().includes('/docs/records/search'));
  await api.call('recordUpdate', {
    params: { id: record },
    body: { rev, notes: 'Visto por otra persona.' },
  });
  await heard;
  await page.waitForLoadState('networkidle');
  return [at.toLocaleString('en'), String(requests.count), longest((await seen()).tasks)];
}

async function pick(page: Page): Promise<string[]> {
  await page.goto('/dashboard');
  await page.getByRole('navigation').getByRole('button', { name: 'Cargar Documento' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cargar Documento' });
  await dialog.getByLabel('Archivos para cargar').setInputFiles({
    name: 'Cualquiera.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\nx'),
  });
  const next = dialog.getByRole('button', { name: 'Continuar' });
  await next.click();
  for (const [field, option] of [
    ['Grupo', 'Calidad'],
    ['Estado', 'Borrador'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await next.click();
  const search = dialog.getByLabel('Buscar etiquetas');
  await search.waitFor();
  const answers: number[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().includes('/labels/search')) answers.push(request.timing().responseEnd);
  });
  const seen = await watch(page);
  for (let turn = 0; turn < 4; turn += 1) {
    await search.fill('');
    await search.pressSequentially(KEYS, { delay: 120 });
    await page.getByRole('option').first().waitFor();
  }
  const { tasks, events } = await seen();
  const keys = KEYS.length * 4;
  // Events shorter than 16 ms are not listed.
  const each = [...Array<number>(Math.max(0, keys - events.length)).fill(16), ...events].sort(
    (a, b) => a - b,
  );
  answers.sort((a, b) => a - b);
  return [
    String(keys),
    `≤ ${ms(percentile(each, 0.5))} / ${ms(percentile(each, 0.95))} / ${ms(each.at(-1) ?? 0)}`,
    longest(tasks),
    `${ms(percentile(answers, 0.5))} / ${ms(percentile(answers, 0.95))}`,
  ];
}

heading(`The web build in Chromium; tasks longer than ${LONG_TASK_MS} ms`);
await inFolder(async (dataDir) => {
  console.error(`filling ${LARGE + SMALL * 160} documents`);
  const place = await fill(dataDir);
  const server = await startServer({ DATA_DIR: dataDir, DEMO: 'no', LOG_LEVEL: 'error' });
  const browser = await chromium.launch(browserLaunch());
  try {
    const page = await browser.newPage({
      baseURL: server.url,
      locale: 'es-CL',
      viewport: { width: 1280, height: 800 },
    });
    await signIn(page, place.email);
    const at = ({ id }: Folder) => `/records/search?group=${place.library}&folder=${id}`;
    const rows: string[][] = [];
    for (const folder of [place.small, place.large]) {
      rows.push(await scroll(page, at(folder), folder.documents));
      console.error(rows.at(-1)?.join(', '));
    }
    table(
      [
        'rows',
        'opened, ms',
        'long tasks of 300 turns of the wheel',
        'thrown to the end, ms',
        'long tasks',
        'back, ms',
        'long tasks',
        'heap',
      ],
      rows,
    );
    table(
      ['after scrolling to row', 'requests for a change by somebody else', 'long tasks'],
      [await change(page, server.url, place.other, at(place.large))],
    );
    table(
      [
        `keys typed, ${LABELS} labels`,
        'key to frame p50 / p95 / most, ms',
        'long tasks',
        'server’s answer p50 / p95, ms',
      ],
      [await pick(page)],
    );
  } finally {
    await browser.close();
    await server.stop({ keepData: true });
  }
});

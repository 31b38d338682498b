import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { answer, hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** The calendars' report: who may read it, its four states, the matrix by keyboard, filters, printing. */

const run = promisify(execFile);
const WIDE = { width: 1280, height: 820 };
const CALL = '**/api/calendars/report';
const matrix = (page: Page) => page.getByRole('grid', { name: 'Obligaciones por mes' });

test('a manager reads the report in its four states, by keyboard, narrowed, narrow and on paper', async ({
  page,
}) => {
  await signInAs(page, 'gestora');
  const main = page.getByRole('main');

  await test.step('Calendarios in the menu leads there; loading, filled', async () => {
    await page.setViewportSize(WIDE);
    const release = await hold(page, CALL);
    await page.getByRole('navigation').getByRole('link', { name: 'Calendarios' }).click();
    await expect(page).toHaveURL(/\/calendars\/report$/);
    await expect(main.getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await expectGoodLooks(page);
    await release();
    await expect(matrix(page)).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
  });

  await test.step('the headline is what was met of what was due, and the cells add up to it', async () => {
    const headline = main.getByRole('button', { name: /^Cumplidos a la fecha/ });
    const text = (await headline.textContent()) ?? '';
    const [, met, due] = /fecha\s*(\d+) de (\d+)/.exec(text) ?? [];
    const rows = await matrix(page)
      .getByRole('row')
      .evaluateAll((all) =>
        all.map((row) => /(\d+) \/ (\d+)/.exec(row.textContent ?? '')?.slice(1, 3) ?? []),
      );
    const sum = (at: number) => rows.reduce((total, row) => total + Number(row[at] ?? 0), 0);
    expect([sum(0), sum(1)]).toEqual([Number(met), Number(due)]);
  });

  await test.step('one stop for Tab, arrows between cells, Enter opens the due day', async () => {
    const first = matrix(page).getByRole('row').nth(1);
    await first.getByRole('link').first().focus();
    const at = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.place);
    expect(await at()).toBe('0:0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(at).toBe('1:1');
    await page.keyboard.press('Control+Home');
    await expect.poll(at).toBe('0:0');
    const cell = matrix(page)
      .getByRole('link', { name: /, \w{3} 20\d\d: / })
      .first();
    const name = (await cell.getAttribute('aria-label')) ?? '';
    await cell.focus();
    expect(await matrix(page).locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Vencimiento' });
    await expect(panel.getByRole('heading', { name: name.split(',')[0] ?? '' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('a card narrows the table to what it counts; back and Limpiar undo it', async () => {
    const card = main.getByRole('button', { name: /^Vencidos/ });
    const counted = Number(/\d+/.exec((await card.textContent()) ?? '')?.[0]);
    await card.click();
    await expect(page).toHaveURL(/status=overdue&view=table/);
    const table = main.getByRole('table', { name: 'Vencimientos' });
    await expect(table.getByText('Vencido', { exact: true })).toHaveCount(counted);
    await expect(card).toContainText(`${counted}`);
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main.getByRole('button', { name: 'Limpiar' }).click();
    await expect(page).not.toHaveURL(/status=/);
    await page.goBack();
    await expect(page).toHaveURL(/status=overdue/);
  });

  await test.step('the other views, and a filter by keyboard', async () => {
    await page.goto('/calendars/report?view=month');
    await expect(main.getByRole('table', { name: 'Vencimientos por día' })).toBeVisible();
    await main.getByRole('tab', { name: 'Evolución' }).click();
    await main.getByText('Ver las cifras').click();
    await expect(main.getByRole('table', { name: 'Vencimientos por mes, en cifras' })).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main.getByRole('tab', { name: 'Lista maestra' }).click();
    await expect(main.getByRole('table', { name: 'Lista maestra de documentos' })).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main.getByRole('button', { name: /^Estado/ }).press('Enter');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/status=pending/);
  });

  await test.step('a period of months of one’s own, refused where it is none', async () => {
    await page.goto('/calendars/report');
    await main.getByRole('button', { name: /^Período/ }).click();
    const box = page.getByRole('dialog', { name: 'Período' });
    await box.getByRole('radio', { name: 'Últimos 36 meses' }).click();
    await expect(page).toHaveURL(/period=36/);
    await page.keyboard.press('Escape');
    await expect(matrix(page).getByRole('columnheader')).toHaveCount(39);
  });

  await test.step('empty by filter, and an error with a way to try again', async () => {
    await page.goto('/calendars/report?status=today&view=table&from=2020-01&to=2020-02');
    await expect(main.getByText('Nada coincide con los filtros')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(main.getByRole('table', { name: 'Vencimientos' })).toBeVisible();
    await refuse(page, CALL, 503, 'unavailable');
    await page.goto('/calendars/report');
    await expect(main.getByText('No se pudo cargar el informe')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await letThrough(page, CALL);
    await tryAgain(main);
    await expect(matrix(page)).toBeVisible();
  });

  await test.step('no calendars yet: the first one is offered', async () => {
    await answer(page, '**/api/calendars', { json: { items: [], may: true } });
    await page.goto('/calendars/report');
    await expect(main.getByText('Todavía no hay calendarios')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, '**/api/calendars');
  });

  await test.step('at 400 px a strip of twelve months for each obligation', async () => {
    await page.setViewportSize({ width: 400, height: 900 });
    await page.goto('/calendars/report');
    await expect(matrix(page)).toBeVisible();
    const cells = await matrix(page)
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .evaluateAll((all) => all.slice(0, 12).map((cell) => Math.round(cell.getBoundingClientRect().top)));
    expect([cells.length, new Set(cells).size]).toEqual([12, 1]);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(WIDE);
  });

  await test.step('on paper: the headline, every row, the folders, and nothing of the shell', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/calendars/report?view=table');
    await expect(main.getByRole('table', { name: 'Vencimientos' })).toBeVisible();
    const folder = await mkdtemp(join(tmpdir(), 'legajo-paper-'));
    try {
      const path = join(folder, 'informe.pdf');
      await page.pdf({ path, preferCSSPageSize: true, printBackground: true });
      expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
      const { stdout: text } = await run('pdftotext', ['-layout', path, '-']);
      for (const said of [
        'Cumplidos a la fecha',
        'Obligación',
        'Certificado F30-1',
        'Carpetas que no cumplen',
      ])
        expect(text).toContain(said);
      for (const shell of ['Navegar Documentos', 'Crear calendario', 'Limpiar'])
        expect(text).not.toContain(shell);
      const { stdout: size } = await run('pdfinfo', [path]);
      expect(size).toMatch(/Page size:\s+84\d(\.\d+)? x 59\d/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test('what changed since the end of the month before is said, and listed', async ({ page, server }) => {
  const manager = await signInApi(server.url, demoEmail('gestora'));
  const { rows, ...report } = await manager.call('report', { query: {} });
  const since = { day: '2026-01-31', met: { count: 1, of: 2 }, caughtUp: 1, overdue: 0 };
  const [first, ...rest] = rows;
  const [due, ...later] = first?.occurrences ?? [];
  if (!first || !due || later.length === 0) throw new Error('the demo has an obligation with due days');
  const changed = { ...first, occurrences: [{ ...due, change: 'caughtUp' as const }, ...later] };
  await startSession(page, 'gestora');
  await page.setViewportSize(WIDE);
  await answer(page, CALL, { json: { ...report, since, rows: [changed, ...rest] } });
  await page.goto('/calendars/report');
  const main = page.getByRole('main');
  await expect(main.getByText(report.scope)).toBeVisible();
  await expect(main.getByText('Al 31 ene 2026: 50,0 % cumplido.')).toBeVisible();
  await expect(main.getByText('Ninguno quedó vencido')).toBeVisible();
  await main.getByRole('button', { name: '1 se puso al día' }).click();
  await expect(page).toHaveURL(/since=caughtUp&view=table/);
  const table = main.getByRole('table', { name: 'Vencimientos' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(
    main.getByText('Solo los que se pusieron al día desde el fin del mes anterior.'),
  ).toBeVisible();
  await expectGoodLooks(page);
  await page.setViewportSize(WIDE);
  await main.getByRole('button', { name: 'Ver todos' }).click();
  await expect(page).not.toHaveURL(/since=/);
  await expect(table.getByRole('row')).not.toHaveCount(2);

  const nothing = { ...since, met: { count: 0, of: 0 }, caughtUp: 0 };
  await answer(page, CALL, { json: { ...report, since: nothing, rows } });
  await page.goto('/calendars/report');
  await expect(
    main.getByText('Al 31 ene 2026 nada de este período era exigible: no hay con qué comparar.'),
  ).toBeVisible();
});

test('the report is taken along, and frozen for good', async ({ page }) => {
  await startSession(page, 'gestora');
  await page.setViewportSize(WIDE);
  const main = page.getByRole('main');

  await test.step('workbook, CSV and calendar open', async () => {
    await page.goto('/calendars/report');
    await expect(matrix(page)).toBeVisible();
    for (const [item, name, begins] of [
      [/^PDF/, /\.pdf$/, '%PDF-'],
      [/^Excel/, /\.xlsx$/, 'PK'],
      [/^CSV: matriz/, /\.csv$/, '\uFEFF'],
      [/^Calendario \(ICS\)/, /\.ics$/, 'BEGIN:VCALENDAR'],
    ] as const) {
      await main.getByRole('button', { name: 'Exportar' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: item }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(name);
      expect((await readFile(await file.path(), 'utf8')).startsWith(begins)).toBe(true);
    }
  });

  await test.step('frozen with its hash, read again as it was, and listed', async () => {
    await main.getByRole('button', { name: 'Congelar informe' }).click();
    const dialog = page.getByRole('dialog', { name: 'Congelar informe' });
    const name = dialog.getByRole('textbox', { name: 'Nombre' });
    await name.fill('x');
    await dialog.getByRole('button', { name: 'Congelar' }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    const called = `Auditoría ${randomUUID().slice(0, 6)}`;
    await name.fill(called);
    await dialog.getByRole('button', { name: 'Congelar' }).click();
    await expect(page).toHaveURL(/\?snapshot=/);
    await expect(page.getByRole('heading', { level: 1, name: called })).toBeVisible();
    await expect(main.getByText('Íntegro')).toBeVisible();
    await expect(matrix(page)).toBeVisible();
    await expect(matrix(page).getByRole('link')).toHaveCount(0);
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main.getByRole('link', { name: 'Ver el informe de hoy' }).click();
    await main.getByRole('button', { name: 'Informes congelados' }).click();
    const list = page.getByRole('dialog', { name: 'Informes congelados' });
    await expect(list.getByRole('link', { name: called })).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await list.getByRole('link', { name: called }).click();
    await expect(main.getByText('Íntegro')).toBeVisible();
  });
});

test('an admin reads it too; who is neither is told that it is not there, and the server refuses', async ({
  page,
  server,
}) => {
  const reader = await signInApi(server.url, demoEmail('lectora'));
  await expect(reader.call('report', { query: {} })).rejects.toThrow('403');
  await expect(reader.call('reportExport', { query: { format: 'xlsx' } })).rejects.toThrow('403');
  await expect(reader.call('snapshots', { query: {} })).rejects.toThrow('403');
  await signInAs(page, 'lectora');
  // Everybody reads the calendars, which is where the menu leads them.
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Calendarios' })).toHaveAttribute(
    'href',
    '/calendars',
  );
  await page.goto('/calendars/report');
  await expect(page.getByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/calendars$/);

  await signInAs(page, 'admin');
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/calendars\/report$/, { timeout: 2_000 });
  }).toPass();
  await expect(matrix(page)).toBeVisible();
});

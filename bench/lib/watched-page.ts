import type { Page } from '@playwright/test';
import { TEST_PASSWORD } from '../../server/testing/factories.ts';

export interface Watch {
  /** Durations of the page's tasks longer than 50 ms, in milliseconds. */
  readonly tasks: number[];
  /** Milliseconds from a key press to the next frame, for each that took longer than 16 ms. */
  readonly events: number[];
}

// JavaScript as text, because this program's types have no DOM.
const WATCH = `{
  const seen = (window.seen = { tasks: [], events: [] });
  const each = (type, keep, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, ...more });
  each('longtask', ({ duration }) => seen.tasks.push(duration));
  each('event', ({ name, duration }) => name.startsWith('key') && seen.events.push(duration), { durationThreshold: 16 });
}`;
const ROWS = `[...document.querySelectorAll('[role="row"][aria-rowindex]')].map((row) => Number(row.ariaRowIndex) - 1)`;
/** Bytes of the page's JavaScript heap. */
export const HEAP = 'performance.memory.usedJSHeapSize';

/** Resets the observers of long tasks and slow events. */
export async function watch(page: Page): Promise<() => Promise<Watch>> {
  await page.evaluate(WATCH);
  return () => page.evaluate<Watch>('window.seen');
}

/** The number of the first or last rendered row, from 1. */
export async function rowNumber(page: Page, which: 'first' | 'last'): Promise<number> {
  const rows = await page.evaluate<number[]>(ROWS);
  return (which === 'first' ? Math.min(...rows) : Math.max(...rows)) || 0;
}

/** Counts the searches that a page requests from now on. */
export function countSearches(page: Page): { count: number } {
  const counted = { count: 0 };
  page.on('request', (request) => {
    if (request.url().includes('/docs/records/search')) counted.count += 1;
  });
  return counted;
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(/dashboard/);
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PendingItems } from './cli-pending.ts';
import { Terminal } from './cli-terminal.ts';

const REST = { operations: 0, failures: [], setbacks: [], resting: true, nextAt: undefined };
const LASTING = {
  ...{
    once: false,
    'accept-removals': false,
    'restore-deletes': false,
    'fetch-current': false,
    'send-earlier': false,
    'start-over': false,
  },
  library: [],
};

let printed: string[];
let terminal: Terminal;
let news: string[];

beforeEach(() => {
  vi.useFakeTimers();
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text).slice('hh:mm:ss '.length).trimEnd());
    return true;
  });
  news = [];
  terminal = new Terminal(LASTING, new AbortController());
  terminal.pending = { count: 1, news: () => news.splice(0) } as unknown as PendingItems;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A turn of the engine in which nothing came of the item that is tried again. */
function turn(during: () => void = () => undefined): void {
  terminal.onStatus('syncing', undefined);
  during();
  terminal.onCycle(REST);
  terminal.onStatus('online', undefined);
}

test('turns in which nothing happens print nothing: a full disk is tried again every few seconds', () => {
  turn(() => news.push('Pendiente: «Acta.pdf». No cabe en el disco.'));
  for (let n = 0; n < 20; n++) turn();
  expect(printed).toEqual([
    'Sincronizando.',
    'Pendiente: «Acta.pdf». No cabe en el disco.',
    'En línea: todo al día, salvo lo pendiente (1).',
  ]);
});

test('what happens later comes after "Sincronizando.", and before the words at rest', () => {
  turn();
  printed.length = 0;
  turn(() => terminal.onActivity({ kind: 'uploaded', path: 'Andes/Plano.pdf' } as never));
  expect(printed).toEqual([
    'Sincronizando.',
    expect.stringContaining('Andes/Plano.pdf'),
    'En línea: todo al día, salvo lo pendiente (1).',
  ]);
});

test('a turn that takes longer than a second says that it goes on', () => {
  turn();
  printed.length = 0;
  turn(() => vi.advanceTimersByTime(1000));
  expect(printed).toEqual(['Sincronizando.', 'En línea: todo al día, salvo lo pendiente (1).']);
});

test('one of several libraries that is lost is said once, and the others go on; with none left it ends', () => {
  const stopping = new AbortController();
  const named = new Terminal({ ...LASTING, library: ['Calidad', 'Obras'] }, stopping);
  named.missing = () => ['Obras'];
  named.onCycle(REST);
  named.onCycle(REST);
  const words = 'No hay una biblioteca «Obras», o no puedes verla. Revisa --library.';
  expect(printed.filter((line) => line === words)).toHaveLength(1);
  expect(stopping.signal.aborted).toBe(false);
  named.missing = () => [];
  named.onCycle(REST);
  named.missing = () => ['Calidad', 'Obras'];
  named.onCycle(REST);
  expect(printed.filter((line) => line === words)).toHaveLength(2);
  expect([stopping.signal.aborted, named.exitCode]).toEqual([true, 1]);
});

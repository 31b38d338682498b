import { expect, test, vi } from 'vitest';
import { Comparison } from '../engine/comparing/comparison.ts';
import type { Act } from './acts.ts';
import { Director } from './director.ts';
import { ALL_SAFEGUARDS } from './safeguards.ts';
import { type AnyStep, quiet, type SyncStep } from './steps.ts';
import { World } from './world.ts';

const act = (act: Act): AnyStep => ({ client: 0, act });
const byHints: SyncStep = { client: 0, sync: true, wait: 2500, byHints: true, during: [] };

const both: readonly AnyStep[] = [
  quiet(0),
  act({ do: 'create', file: 0, folder: 0, name: 'Acta.docx' }),
  act({ do: 'create', file: 1, folder: 0, name: 'Plano.pdf' }),
  quiet(0),
  quiet(0),
  byHints,
];

/** How often everything is compared in these steps, after the others. */
async function comparisons(steps: readonly AnyStep[]): Promise<number> {
  const director = new Director(new World([{ name: 'Ana', role: 'upload' }], ALL_SAFEGUARDS, 0));
  for (const step of both) await director.play(step);
  const compare = vi.spyOn(Comparison.prototype, 'compare');
  try {
    for (const step of steps) await director.play(step);
    const rounds = await Promise.all(compare.mock.results.map(({ value }) => value));
    return rounds.filter(({ whole }) => whole).length;
  } finally {
    compare.mockRestore();
  }
}

const saves = { 'in place': 'write', 'by another file under the same name': 'save by rename' } as const;

test.each(Object.entries(saves))(
  'a save %s compares only what it touched, until its version is there',
  async (_, save) => {
    expect(await comparisons([act({ do: save, file: 0 }), byHints, byHints, byHints])).toBe(0);
    // Otherwise nothing was counted.
    const created = act({ do: 'create', file: 2, folder: 0, name: 'Otra.txt' });
    expect(await comparisons([created, byHints])).toBeGreaterThan(0);
  },
);

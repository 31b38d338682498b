import { describe, expect, test } from 'vitest';
import type { Act } from './acts.ts';
import { Director } from './director.ts';
import { ALL_SAFEGUARDS } from './safeguards.ts';
import { type AnyStep, quiet } from './steps.ts';
import { World } from './world.ts';

const act = (act: Act): AnyStep => ({ client: 0, act });

describe('a document that is saved by another file and then moved, before the engine compares', () => {
  test.each([
    ['renamed', { do: 'move', file: 0, folder: 0, name: 'Final.docx' }],
    ['moved into another folder', { do: 'move', file: 0, folder: 1, name: 'Acta.docx' }],
  ] as const)('%s: it is one document with both versions', async (_, move) => {
    const world = new World([{ name: 'Ana', role: 'upload' }], ALL_SAFEGUARDS, 0);
    const director = new Director(world);
    const steps: readonly AnyStep[] = [
      quiet(0),
      act({ do: 'make folder', folder: 0, name: 'Obras' }),
      act({ do: 'create', file: 0, folder: 0, name: 'Acta.docx' }),
      act({ do: 'create', file: 1, folder: 1, name: 'Plano.pdf' }),
      quiet(0),
      quiet(0),
      act({ do: 'save by rename', file: 0 }),
      act(move),
      quiet(0),
      quiet(0),
      quiet(0),
    ];
    for (const step of steps) await director.play(step);
    const { nodes, versions } = world.server.state;
    const records = [...nodes.values()].filter(({ kind, deleted }) => kind === 'record' && !deleted);
    expect(records.map(({ name }) => name).sort()).toEqual([move.name, 'Plano.pdf'].sort());
    const moved = records.find(({ name }) => name === move.name);
    expect([...versions.values()].filter(({ record }) => record === moved?.id)).toHaveLength(2);
  });
});

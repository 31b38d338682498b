import { expect, test } from 'vitest';
import type { Act } from './acts.ts';
import { live } from './simulate.ts';
import { type AnyStep, quiet, type SyncStep } from './steps.ts';

const act = (act: Act): AnyStep => ({ client: 0, act });
const crashAt = (label: string, at: number): SyncStep => ({
  ...quiet(0),
  during: [{ at, label, act: { do: 'crash', in: 0 } }],
});

const both: readonly AnyStep[] = [
  quiet(0),
  act({ do: 'create', file: 0, folder: 0, name: 'Acta.docx' }),
  quiet(0),
  quiet(0),
  quiet(1),
];
const renamed = act({ do: 'rename library', name: 'Obras' });

/** What happens, and where the library's folder lies on Ana's disk at the end. */
test.each<[string, readonly AnyStep[], string]>([
  ['its library is renamed', [renamed, quiet(0)], 'Org/Obras'],
  ['…and the program ends before it moves', [renamed, crashAt('move', 0)], 'Org/Obras'],
  ['…and the program ends before the journal knows', [renamed, crashAt('syncFolder', 0)], 'Org/Obras'],
  ['…to other capitals', [act({ do: 'rename library', name: 'calidad' })], 'Org/calidad'],
  ['…while a document is open', [act({ do: 'lock', file: 0 }), renamed, quiet(0)], 'Org/Obras'],
  ['…and back', [renamed, quiet(0), act({ do: 'rename library', name: 'Calidad' })], 'Org/Calidad'],
  [
    'a folder of one’s own has that name',
    [act({ do: 'make a folder beside', name: 'Obras' }), renamed, quiet(0)],
    'Org/Obras (2)',
  ],
  [
    'a folder of one’s own has that name in other capitals',
    [act({ do: 'make a folder beside', name: 'calidad' }), act({ do: 'rename library', name: 'calidad' })],
    'Org/calidad (2)',
  ],
  [
    'its person renames it',
    [act({ do: 'rename library folder', name: 'Mi calidad' }), quiet(0)],
    'Org/Calidad',
  ],
  [
    'its person renames it, writes in it, and the library has another name too',
    [
      act({ do: 'rename library folder', name: 'Mi calidad' }),
      act({ do: 'write', file: 0 }),
      renamed,
      quiet(0),
    ],
    'Org/Obras',
  ],
  [
    'its person renames it with a document open in it',
    [
      act({ do: 'rename library folder', name: 'Mi calidad' }),
      act({ do: 'lock', file: 0 }),
      quiet(0),
      { peace: true },
    ],
    'Org/Calidad',
  ],
])('%s', async (_name, steps, folder) => {
  const world = await live({ order: 0, steps: both });
  const inode = world.clients[0]?.disk.node('Org/Calidad/Acta.docx')?.ino;
  const after = await live({ order: 0, steps: [...both, ...steps] });
  const [ana] = after.clients;
  if (!ana) throw new Error('Ana is not there');
  expect(after.rootOf(ana)).toBe(folder);
  // The very same file: nothing was fetched again, and nothing was asked.
  expect(ana.disk.node(`${folder}/Acta.docx`)?.ino).toBe(inode);
  expect(ana.question).toBeUndefined();
  expect(after.server.ready()).toHaveLength(
    steps.some((step) => 'act' in step && step.act.do === 'write') ? 2 : 1,
  );
});

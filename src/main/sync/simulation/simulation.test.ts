import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { live, simulate } from './simulate.ts';
import { type AnyStep, quiet, type Step } from './steps.ts';

describe('the engine against a hostile world', () => {
  // More than safeguards.test.ts needs to notice the lack of any one of them. `npm run simulate` plays as many as one wants.
  test.each([20_260_307, 20_260_308])(
    'loses no byte and comes to rest, 1,000 times from seed %i',
    async (seed) => {
      const result = await simulate({ runs: 1000, seed });
      expect(result.failed, fc.defaultReportMessage(result)).toBe(false);
    },
  );
});

/** Histories that the simulation found; each lost something, or came to no rest, before it was put right. */
describe('what the simulation found stays found', () => {
  const create = (client: number, name: string, folder = 0): Step => ({
    client,
    act: { do: 'create', file: 0, folder, name },
  });
  const moveFolder = (client: number, file: number, folder: number, name: string): Step => ({
    client,
    act: { do: 'move folder', file, folder, name },
  });
  const nested = () =>
    ['Uno', 'Dos', 'Tres'].flatMap((name, depth): Step[] => [
      { client: 0, act: { do: 'make folder', folder: depth, name } },
      create(0, 'Plano.png', depth + 1),
    ]);
  const both = [quiet(0), create(0, 'Acta.docx'), quiet(0), quiet(0), quiet(1)];
  const histories: Record<string, readonly AnyStep[]> = {
    'three folders are nested the other way round, and sent in another order': [
      { ...quiet(0), wait: 0, byHints: false },
      { client: 0, act: { do: 'make nested folders', folder: 0, name: 'planos/Obras/Obras', filled: 0 } },
      {
        client: 0,
        act: { do: 'make nested folders', folder: 0, name: 'Obras/Obras/Obras/Obras/Planos', filled: 0 },
      },
      quiet(0),
      quiet(0),
      { ...quiet(0), wait: 0, byHints: false },
      { client: 0, act: { do: 'make folder', folder: 4, name: 'Obras' } },
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      quiet(0),
      quiet(0),
      moveFolder(0, 6, 6, 'Obras'),
      moveFolder(0, 5, 0, 'Acta.docx'),
      moveFolder(0, 4, 2, 'Acta.docx'),
      { client: 0, twins: 1 },
    ],
    'a program saves by renaming just before the new version takes the name': [
      ...both,
      { client: 0, act: { do: 'server edit', file: 0 } },
      { ...quiet(0), during: [{ at: 0, label: 'replace', act: { do: 'save by rename', file: 0 } }] },
    ],
    'a write into the file while it is being replaced': [
      ...both,
      { client: 0, act: { do: 'server edit', file: 0 } },
      { ...quiet(0), during: [{ at: 0, label: 'replace', act: { do: 'write', file: 0 } }] },
    ],
    'a file that is renamed right after it was put in its place, and the library is closed': [
      ...both,
      { client: 0, act: { do: 'server edit', file: 0 } },
      {
        ...quiet(0),
        wait: 0,
        during: [{ at: 1, label: 'hash', act: { do: 'move', file: 0, folder: 0, name: 'Plano.png' } }],
      },
      { client: 0, act: { do: 'role', role: 'none' } },
    ],
    'a crash between the move and the journal, and another name on the server since': [
      quiet(0),
      create(0, 'Informe.pdf'),
      quiet(0),
      quiet(0),
      { ...quiet(1), during: [{ at: 1, label: 'move', act: { do: 'crash', in: 0 } }] },
      { client: 0, act: { do: 'server move', file: 0, folder: 0, name: 'Acta.docx' } },
    ],
    'a folder that is moved while it is being listed': [
      quiet(0),
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Acta.docx' } },
      create(0, 'Acta.docx', 2),
      {
        ...quiet(0),
        during: [{ at: 23, act: { do: 'move folder', file: 1, folder: 1, name: 'Acta.docx' } }],
      },
    ],
    'a local folder in the place of a record of the server': [
      ...both,
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Informe.pdf' } },
      { client: 0, act: { do: 'move', file: 0, folder: 1, name: 'Acta.docx' } },
      { client: 0, act: { do: 'server move', file: 0, folder: 0, name: 'Informe.pdf' } },
    ],
    'the old file under a new name, another one in its place, and the library is closed': [
      ...both,
      { client: 1, act: { do: 'move', file: 0, folder: 0, name: 'acta.docx' } },
      create(1, 'Acta.docx'),
      { client: 1, act: { do: 'role', role: 'none' } },
    ],
    'a server that lost a version together with the right to see it': [
      ...both,
      { client: 0, act: { do: 'back up' } },
      { client: 0, act: { do: 'write', file: 0 } },
      { ...quiet(0) },
      { client: 0, act: { do: 'restore' } },
      { client: 0, act: { do: 'role', role: 'none' } },
    ],
    'a new document is deleted at the server before its desktop hears that it was made': [
      quiet(0),
      create(0, 'Acta.docx'),
      { ...quiet(0), during: [{ at: 0, label: 'confirm done', act: { do: 'crash', in: 0 } }] },
      { client: 1, act: { do: 'server delete', file: 0 } },
    ],
    'a crash between the second name and the replacement, and an edit of the same file since': [
      ...both,
      { client: 0, act: { do: 'server edit', file: 0 } },
      { ...quiet(1), during: [{ at: 0, label: 'replace', act: { do: 'crash', in: 0 } }] },
      { ...quiet(1), wait: 0, during: [{ at: 0, act: { do: 'write', file: 0 } }] },
      { client: 0, act: { do: 'server edit', file: 0 } },
    ],
    'two names that only this disk tells apart': [
      ...both,
      create(1, 'acta.docx'),
      { client: 0, act: { do: 'server move', file: 0, folder: 0, name: 'acta.docx' } },
    ],
    'an own empty folder has the name that others give to a folder that was removed here': [
      quiet(0),
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Planos' } },
      { client: 1, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      create(1, 'Plano.png', 1),
      quiet(1),
      quiet(1),
      quiet(0),
      { client: 0, act: { do: 'delete folder', file: 0 } },
      quiet(0),
      { client: 1, act: { do: 'move folder', file: 0, folder: 0, name: 'Planos' } },
      quiet(1),
    ],
    'a folder goes into another one that comes out of it': [
      quiet(0),
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      { client: 0, act: { do: 'make folder', folder: 1, name: 'Planos' } },
      create(0, 'Informe.pdf', 2),
      quiet(0),
      quiet(0),
      { client: 0, act: { do: 'move folder', file: 1, folder: 0, name: 'Planos' } },
      { client: 0, act: { do: 'move folder', file: 0, folder: 2, name: 'Obras' } },
      { client: 0, twins: 5 },
    ],
    'a folder and the one in it change places, and their names': [
      quiet(0),
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Planos' } },
      { client: 0, act: { do: 'make folder', folder: 1, name: 'Obras' } },
      create(0, 'Informe.pdf', 1),
      create(0, 'Informe.pdf', 2),
      quiet(0),
      quiet(0),
      { client: 0, act: { do: 'move folder', file: 1, folder: 0, name: 'Otros' } },
      { client: 0, act: { do: 'move folder', file: 1, folder: 1, name: 'Obras' } },
      { client: 0, act: { do: 'move folder', file: 0, folder: 0, name: 'Planos' } },
      { client: 0, twins: 1 },
    ],
    'a document changes at the server just after its feed was read': [
      ...both,
      { client: 0, act: { do: 'server move', file: 0, folder: 0, name: 'Informe.pdf' } },
      { ...quiet(0), during: [{ at: 0, label: 'after commit', act: { do: 'server edit', file: 0 } }] },
    ],
    'a document goes into a new folder that the server calls like it': [
      ...both,
      { client: 0, act: { do: 'make folder', folder: 0, name: 'acta.docx' } },
      { client: 0, act: { do: 'move', file: 0, folder: 1, name: 'Obras' } },
    ],
    'a folder goes into the one that was in it, which goes into a new one': [
      quiet(0),
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      { client: 0, act: { do: 'make folder', folder: 1, name: 'Obras' } },
      create(0, 'Plano.png', 1),
      create(0, 'Plano.png', 2),
      quiet(0),
      quiet(0),
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Planos' } },
      // Obras, Obras/Obras, Planos: the inner one into the new one, then the outer one into the inner one.
      { client: 0, act: { do: 'move folder', file: 1, folder: 3, name: 'Acta.docx' } },
      { client: 0, act: { do: 'move folder', file: 0, folder: 3, name: 'Otros' } },
      { client: 0, twins: 1 },
    ],
    'a document goes into a new folder of its own name': [
      ...both,
      { client: 1, act: { do: 'make folder', folder: 0, name: 'acta.docx' } },
      { client: 1, act: { do: 'move', file: 0, folder: 1, name: 'Acta.docx' } },
    ],
    'a folder takes the name that another one has just given up': [
      quiet(0),
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Planos' } },
      create(0, 'Acta.docx', 1),
      create(0, 'Acta.docx', 2),
      quiet(0),
      quiet(0),
      { client: 0, act: { do: 'move folder', file: 0, folder: 0, name: 'Acta' } },
      { client: 0, act: { do: 'move folder', file: 1, folder: 0, name: 'Obras' } },
      { client: 0, twins: 7 },
    ],
    'a document is removed, and its folder goes into another one that was removed': [
      quiet(1),
      { client: 1, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      create(1, 'Plano.png', 1),
      { client: 1, act: { do: 'make folder', folder: 0, name: 'Planos' } },
      create(1, 'Acta.docx', 2),
      quiet(1),
      quiet(1),
      quiet(0),
      { client: 0, act: { do: 'delete folder', file: 0 } },
      quiet(0),
      quiet(0),
      { client: 0, act: { do: 'delete', file: 0 } },
      { client: 1, act: { do: 'move folder', file: 1, folder: 1, name: 'Planos' } },
      quiet(1),
      quiet(1),
    ],
    'two people exchange three folders, each of which then waits for the next': [
      quiet(0),
      { client: 0, act: { do: 'make nested folders', folder: 0, name: 'Uno/Dos/Tres', filled: 7 } },
      quiet(0),
      quiet(0),
      quiet(1),
      { client: 0, act: { do: 'move folder', file: 2, folder: 0, name: 'Tres' } },
      { client: 0, act: { do: 'move folder', file: 2, folder: 2, name: 'Tres' } },
      quiet(0),
      quiet(0),
      { client: 1, act: { do: 'move folder', file: 0, folder: 0, name: 'Tres' } },
      { client: 1, act: { do: 'move folder', file: 2, folder: 1, name: 'Tres' } },
      { client: 1, act: { do: 'move folder', file: 1, folder: 0, name: 'Uno' } },
      quiet(1),
      quiet(1),
      quiet(0),
    ],
    'trees of two people whose folders have the same names in other letters': [
      ...both,
      { client: 1, act: { do: 'make nested folders', folder: 0, name: 'planos/Obras', filled: 0 } },
      quiet(1),
      quiet(1),
      { client: 0, act: { do: 'make nested folders', folder: 0, name: 'planos/planos/Obras', filled: 0 } },
      { client: 0, act: { do: 'make nested folders', folder: 0, name: 'Planos/Obras', filled: 0 } },
      quiet(0),
      quiet(0),
    ],
    'a renamed folder is deleted on the server, and what leaves it waits for what takes its name': [
      ...both,
      { client: 0, act: { do: 'make folder', folder: 0, name: 'Obras' } },
      create(0, 'Plano.png', 1),
      quiet(0),
      quiet(0),
      quiet(1),
      { client: 0, act: { do: 'move', file: 0, folder: 0, name: 'Informe.pdf' } },
      { client: 0, act: { do: 'move', file: 1, folder: 0, name: 'Acta.docx' } },
      quiet(0),
      quiet(0),
      { client: 1, act: { do: 'move folder', file: 0, folder: 0, name: 'Informe.pdf' } },
      { client: 0, act: { do: 'server delete folder', file: 0 } },
      quiet(0),
      quiet(0),
    ],
    'two people exchange three folders, of which one can only follow the one that it is to lie in': [
      quiet(0),
      ...nested(),
      quiet(0),
      quiet(0),
      quiet(1),
      moveFolder(0, 0, 0, 'Uno'),
      quiet(0),
      quiet(0),
      moveFolder(1, 1, 0, 'Dos'),
      quiet(1),
      quiet(1),
      quiet(0),
      ...nested(),
      quiet(0),
      quiet(0),
      quiet(1),
      moveFolder(0, 3, 7, 'Uno'),
      moveFolder(0, 1, 7, 'Tres'),
      quiet(0),
      quiet(0),
      moveFolder(1, 2, 1, 'Uno'),
      moveFolder(1, 0, 0, 'Uno'),
      quiet(1),
      quiet(1),
      quiet(0),
    ],
  };

  test.each(Object.entries(histories))('%s', async (_name, history) => {
    await live({ order: 0, steps: history });
  });

  /** In these orders every file travels beside the cycles. */
  test.each([3, 4, 6])(
    'a document comes for a folder that gives its name to another, order %i',
    async (order) => {
      const steps: readonly AnyStep[] = [
        quiet(1),
        { client: 1, act: { do: 'make folder', folder: 0, name: 'Obras' } },
        create(1, 'Acta.docx', 1),
        quiet(1),
        quiet(1),
        quiet(0),
        { client: 1, act: { do: 'make folder', folder: 0, name: 'Planos' } },
        create(1, 'Plano.png', 1),
        quiet(1),
        quiet(1),
        { client: 1, act: { do: 'move folder', file: 0, folder: 2, name: 'Otros' } },
        { client: 1, act: { do: 'move folder', file: 0, folder: 0, name: 'Obras' } },
        quiet(1),
        quiet(1),
      ];
      await live({ order, steps });
    },
  );
});

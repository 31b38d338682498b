import fc from 'fast-check';
import { folderName, IGNORED, name, nestedFolders, number } from './acts.ts';
import { type AnyStep, quiet } from './steps.ts';

/** What people do in several steps, as lists of steps that random single ones would rarely form. */

const client = fc.nat(2);

/** What happens at the very moment when it does most harm. */
export const sharp = fc.oneof(
  fc.record({
    at: fc.nat(1),
    label: fc.constantFrom('hash', 'link', 'replace'),
    act: fc.record({ do: fc.constantFrom('write', 'save by rename'), file: number }),
  }),
  fc.record({
    at: fc.nat(1),
    label: fc.constantFrom('createRecord', 'sendRecords', 'createVersion', 'sendVersion', 'confirm'),
    act: fc.record({ do: fc.constantFrom('lose a reply', 'crash'), in: fc.constant(0) }),
  }),
);

/** The most frequent case: a new version from elsewhere, while somebody writes. */
export const collision = fc
  .record({ client, during: fc.array(sharp, { minLength: 1, maxLength: 2 }) })
  .map(({ client: who, during: sharply }): AnyStep[] => [
    { client: who, act: { do: 'server edit', file: 0 } },
    { client: who, sync: true, wait: 2500, during: sharply },
  ]);
/**
 * Somebody tidies up: several moves at once, of which one may depend on another, and the server is told of all
 * together.
 */
export const tidying = fc
  .record({
    client,
    folders: fc.array(
      fc.record({ do: fc.constant('make folder' as const), folder: number, name: folderName }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    moves: fc.array(
      fc.record({
        do: fc.constantFrom('move folder', 'move folder', 'move'),
        file: number,
        folder: number,
        name: fc.oneof(folderName, name),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    twins: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ client: who, folders, moves, twins: order }): AnyStep[] => [
    ...folders.flatMap((act, index) => [
      { client: who, act },
      // A folder is made on the server with its first document.
      { client: who, act: { do: 'create' as const, file: 0, folder: index + 1, name: 'Plano.png' } },
    ]),
    quiet(who),
    quiet(who),
    ...moves.map((act) => ({ client: who, act })),
    { client: who, twins: order },
    quiet(who),
  ]);
/** A program keeps a document open while another version comes, and saves later. */
export const holding = fc
  .record({ client, wait: fc.constantFrom(2500, 70_000) })
  .map(({ client: who, wait }): AnyStep[] => [
    { client: who, act: { do: 'hold open', file: 0 } },
    { client: who, act: { do: 'server edit', file: 0 } },
    quiet(who),
    { ...quiet(who), wait },
    { client: who, act: { do: 'write through', file: 0 } },
    quiet(who),
    quiet(who),
  ]);
/** A person's own files are in a folder that somebody deletes. */
export const leaving = fc
  .record({ client, name: fc.constantFrom(...IGNORED), folder: folderName })
  .map(({ client: who, name: ignored, folder }): AnyStep[] => [
    { client: who, act: { do: 'make folder', folder: 0, name: folder } },
    { client: who, act: { do: 'create', file: 0, folder: 1, name: 'Plano.png' } },
    quiet(who),
    quiet(who),
    { client: who, act: { do: 'make ignored', folder: 1, name: ignored } },
    { client: who, act: { do: 'server delete folder', file: 0 } },
    quiet(who),
    quiet(who),
  ]);
/** Somebody removes a folder from their disk; others give it another name, and make a new one under the old name. */
export const remade = fc
  .record({ client, other: client, isNoticed: fc.boolean(), folder: number })
  .map(({ client: who, other, isNoticed, folder }): AnyStep[] => [
    { client: other, act: { do: 'make folder', folder: 0, name: 'Obras' } },
    { client: other, act: { do: 'create', file: 0, folder: 1, name: 'Plano.png' } },
    quiet(other),
    quiet(other),
    quiet(who),
    { client: who, act: { do: 'delete folder', file: 0 } },
    ...(isNoticed ? [quiet(who), quiet(who)] : []),
    { client: other, act: { do: 'move folder', file: 0, folder: 0, name: 'Planos' } },
    { client: other, act: { do: 'make folder', folder: 0, name: 'Obras' } },
    { client: other, act: { do: 'create', file: 0, folder, name: 'Acta.docx' } },
    quiet(other),
    quiet(other),
    quiet(who),
    quiet(who),
  ]);

/** Trees of new folders come at once; what happens meanwhile hits one of the calls that make them level by level. */
export const planting = fc
  .record({
    client,
    trees: fc.array(nestedFolders, { minLength: 1, maxLength: 3 }),
    during: fc.array(
      fc.record({
        at: fc.nat(5),
        label: fc.constantFrom(
          'createFolder',
          'createFolder done',
          'createFolders',
          'createFolders done',
          'stat',
        ),
        act: fc.oneof(
          fc.record({ do: fc.constantFrom('lose a reply', 'crash', 'power cut'), in: fc.nat(2) }),
          fc.record({
            do: fc.constant('move folder' as const),
            file: number,
            folder: number,
            name: folderName,
          }),
          fc.record({ do: fc.constantFrom('delete folder', 'server delete folder'), file: number }),
          fc.record({
            do: fc.constant('server move' as const),
            file: number,
            folder: number,
            name: folderName,
          }),
          nestedFolders,
        ),
      }),
      { maxLength: 2 },
    ),
    twins: fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined }),
  })
  .map(({ client: who, trees, during, twins }): AnyStep[] => [
    ...trees.map((act) => ({ client: who, act })),
    ...(twins === undefined ? [] : [{ client: who, twins }]),
    { client: who, sync: true, wait: 2500, during },
    quiet(who),
  ]);

const NESTED = ['Uno', 'Dos', 'Tres'];

/**
 * Two people turn the nesting of the same folders around, the second one without knowing what the first did: of their
 * moves some are the same, some can both be, and some cannot.
 */
export const turning = fc
  .record({ client, by: fc.integer({ min: 1, max: 2 }), first: nestingMoves(), second: nestingMoves() })
  .map(({ client: who, by, first, second }): AnyStep[] => {
    const other = (who + by) % 3;
    return [
      ...NESTED.flatMap((each, depth): AnyStep[] => [
        { client: who, act: { do: 'make folder', folder: depth, name: each } },
        { client: who, act: { do: 'create', file: 0, folder: depth + 1, name: 'Plano.png' } },
      ]),
      quiet(who),
      quiet(who),
      quiet(other),
      ...first.map((act) => ({ client: who, act })),
      quiet(who),
      quiet(who),
      ...second.map((act) => ({ client: other, act })),
      quiet(other),
      quiet(other),
      quiet(who),
    ];
  });

function nestingMoves() {
  return fc.array(
    fc.record({
      do: fc.constant('move folder' as const),
      file: number,
      folder: number,
      name: fc.constantFrom(...NESTED),
    }),
    { minLength: 1, maxLength: 4 },
  );
}

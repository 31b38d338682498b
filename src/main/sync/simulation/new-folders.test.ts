import { describe, expect, test, vi } from 'vitest';
import { Comparison } from '../engine/comparing/comparison.ts';
import { RemoteError } from '../ports/remote.ts';
import type { Act } from './acts.ts';
import { Director } from './director.ts';
import { FakePerson } from './fakes/fake-person.ts';
import { check } from './invariants.ts';
import { ALL_SAFEGUARDS } from './safeguards.ts';
import { settle } from './settle.ts';
import { type AnyStep, quiet } from './steps.ts';
import { World } from './world.ts';

const LEVELS = 16;
const nested = Array.from({ length: LEVELS }, (_, at) => `n${at}`);
/** The paths of all levels, from the outermost inwards. */
const levels = nested.map((_, at) => `Org/Calidad/${nested.slice(0, at + 1).join('/')}`);

const deepTree = (filled: number): AnyStep => ({
  client: 0,
  act: { do: 'make nested folders', folder: 0, name: nested.join('/'), filled },
});

/** Somebody at a desktop where the tree was just made and has settled. */
async function begin(filled: number) {
  const world = new World([{ name: 'Ana', role: 'upload' }], ALL_SAFEGUARDS, 0);
  const director = new Director(world);
  for (const step of [quiet(0), deepTree(filled), quiet(0)]) await director.play(step);
  const [ana] = world.clients;
  if (!ana) throw new Error('Ana is not there');
  return { world, director, ana };
}

/** How often both sides are compared until these steps are done. */
async function roundsOf(director: Director, ...steps: readonly AnyStep[]): Promise<number> {
  const compare = vi.spyOn(Comparison.prototype, 'compare');
  try {
    for (const step of steps) await director.play(step);
    return compare.mock.calls.length;
  } finally {
    compare.mockRestore();
  }
}

/** The paths of what the server has, and how often. */
const onServer = (world: World, kind: 'folder' | 'record') =>
  [...world.server.state.nodes.values()]
    .filter((node) => node.kind === kind && !node.deleted)
    .map(({ id }) => world.serverPath(id))
    .sort();

describe('a tree of new folders', () => {
  test.each([
    ['a document at each level', 0xffff, LEVELS],
    ['one document at its bottom', 0, 1],
    ['documents here and there', 0b1000_0100_0001, 4],
  ])('of sixteen levels with %s is on the server after a few comparisons', async (_, filled, documents) => {
    const { world, director } = await begin(filled);
    const rounds = await roundsOf(director, quiet(0));
    expect(onServer(world, 'folder')).toEqual(levels);
    expect(onServer(world, 'record')).toHaveLength(documents);
    // The folders, what is in them, and that nothing is left.
    expect(rounds).toBeLessThanOrEqual(3);
    await settle(world);
    check(world);
  });

  test('is made as far as the server allows, and the rest waits without a call and without a word', async () => {
    const { world, director, ana } = await begin(0xffff);
    const addFolder = FakePerson.prototype.addFolder;
    const asked: string[] = [];
    const refuse = vi.spyOn(FakePerson.prototype, 'addFolder').mockImplementation(function (
      this: FakePerson,
      parent,
      name,
    ) {
      asked.push(name);
      if (name === 'n7') throw new RemoteError('refused', 'forbidden', 'Aquí no');
      return addFolder.call(this, parent, name);
    });
    try {
      const rounds = await roundsOf(director, quiet(0));
      expect(rounds).toBeLessThanOrEqual(3);
      expect(onServer(world, 'folder')).toEqual(levels.slice(0, 7));
      expect(onServer(world, 'record')).toHaveLength(7);
      expect(asked).toEqual(nested.slice(0, 8));
      // One thing to be said, of all that waits in it.
      expect(ana.blocked).toMatchObject([
        { key: `create folder:${levels[7]}`, reason: 'refused', path: levels[7], inside: LEVELS - 7 },
      ]);
    } finally {
      refuse.mockRestore();
    }
    await director.play(quiet(0));
    expect(onServer(world, 'folder')).toEqual(levels);
    await settle(world);
    check(world);
    expect(onServer(world, 'record')).toHaveLength(LEVELS);
    expect(ana.blocked).toEqual([]);
  });

  test.each<[string, string, Act]>([
    ['the program ends', 'createFolder done', { do: 'crash', in: 0 }],
    ['an answer is lost', 'createFolder', { do: 'lose a reply', in: 0 }],
  ])('is not made twice where %s in its middle', async (_, label, act) => {
    const { world, director } = await begin(0);
    await director.play({ ...quiet(0), during: [{ at: 1, label, act }] });
    expect(onServer(world, 'folder')).toEqual(levels.slice(0, 2));
    // After a start the file has to settle again.
    const rounds = await roundsOf(director, quiet(0), quiet(0));
    expect(onServer(world, 'folder')).toEqual(levels);
    expect(rounds).toBeLessThanOrEqual(5);
    await settle(world);
    check(world);
    expect(onServer(world, 'folder')).toEqual(levels);
  });

  test('whose second level is moved away while the first is made, with an empty one in its place', async () => {
    const { world, director, ana } = await begin(0);
    const move: Act = { do: 'move folder', file: 1, folder: 0, name: 'Otra' };
    const make: Act = { do: 'make folder', folder: LEVELS, name: 'n1' };
    const during = [move, make].map((act) => ({ at: 0, label: 'createFolder done', act }));
    await director.play({ ...quiet(0), during });
    await settle(world);
    check(world);
    const moved = levels.slice(1).map((path) => path.replace('n0/n1', 'Otra'));
    expect(onServer(world, 'folder')).toEqual([...moved, levels[0]].sort());
    // It holds no document.
    expect(ana.notSynced).toMatchObject([{ path: levels[1], reason: 'empty-folder' }]);
  });
});

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { Ledger, snapshotOf } from '../../testing/approvals/ledger.ts';
import { MOVE_NAMES, MOVES, type MoveName } from '../../testing/approvals/moves.ts';
import { type Dice, readyVersions, type World, WRITERS, working } from '../../testing/approvals/world.ts';
import { makeDocument, sha256Of } from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

/** Any number of runs by hand: `APPROVALS_RUNS=500 vitest run --project integration server/domains/reviews/approvals`. */
const RUNS = Number(process.env.APPROVALS_RUNS ?? 5);
const MOVES_PER_RUN = 25;
/** States that only a decision leads to. */
const DECIDED: readonly number[] = [
  STATE.approved,
  STATE.rejected,
  STATE.published,
  STATE.obsolete,
  STATE.pendingPublication,
];

describe.each(testEngines)('an approval belongs to the bytes that were approved, on %s', (engine) => {
  const server = useTestServer({ engine });
  let stage: Pick<World, 'people' | 'libraries' | 'labels'>;
  // Closed by a letter: search takes what is typed for the beginning of a word.
  let words = 0;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    const libraries: [TestLibrary, TestLibrary] = [
      await make.library(organization),
      await make.library(organization),
    ];
    const [first, second] = libraries;
    const enter = async (roles: readonly ('upload' | 'review' | 'publish')[], elsewhere = roles) =>
      server().signIn(
        (
          await make.person(organization, {
            isAdmin: roles.length === 3,
            libraries: [[first, roles], ...(roles.length === 1 ? [] : [[second, elsewhere] as const])],
          })
        ).email,
      );
    stage = {
      people: {
        uploader: await enter(['upload']),
        reviewer: await enter(['review']),
        publisher: await enter(['publish']),
        boss: await enter(['upload', 'review', 'publish']),
        reader: await enter([]),
      },
      libraries,
      labels: [
        await make.label(organization),
        await make.label(organization),
        await make.label(organization),
      ],
    };
  });

  /** A record in the state that its creator chose: they hold that state's role. */
  async function begin(state: 0 | 3): Promise<World> {
    const made = await makeDocument(server(), stage.people.boss, stage.libraries[0], { state });
    const world = { ...stage, server: server(), record: made.record, ledger: new Ledger() };
    world.ledger.ready(made.version._id, sha256Of(made.bytes), state);
    const seen = await working(world);
    if (state === STATE.published && seen) world.ledger.published(made.version._id, seen);
    return world;
  }

  const dice: fc.Arbitrary<Omit<Dice, 'word'>> = fc.record({
    // The boss may do everything: else most moves would be refused.
    who: fc.oneof({ weight: 2, arbitrary: fc.constant('boss' as const) }, fc.constantFrom(...WRITERS)),
    pick: fc.nat(1000),
    state: fc.nat(6),
    flag: fc.boolean(),
  });
  const course = fc.array(fc.tuple(fc.constantFrom<MoveName>(...MOVE_NAMES), dice), {
    minLength: MOVES_PER_RUN,
    maxLength: MOVES_PER_RUN,
  });

  it('whatever is written by whom and through which door', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0 as const, 3 as const), course, async (state, moves) => {
        const world = await begin(state);
        for (const [name, rolled] of moves) {
          words += 1;
          await MOVES[name](world, { ...rolled, word: `palabra${words}x` });
          await everyVersionIsWhatPeopleSaid(world);
          await readersAreServedWhatWasPublished(world);
        }
        await readersFindOnlyWhatWasPublished(world);
      }),
      // A shorter course that fails is found by hand: each try costs seconds.
      { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 900_000 },
    );
  }, 900_000);
});

async function everyVersionIsWhatPeopleSaid(world: World): Promise<void> {
  const { ledger } = world;
  const record = await working(world);
  expect(record === null, 'in the bin').toBe(ledger.deleted);
  if (!record) return;
  const versions = await readyVersions(world);
  // Numbers without gaps, in the order in which the bytes were confirmed.
  expect(versions.map(({ _id, number }) => [_id, number])).toEqual(
    ledger.numbered.map((version, index) => [version, index + 1]),
  );
  for (const version of versions) {
    expect(version.sha256).toBe(ledger.bytes.get(version._id));
    expect(version.state, `state of version ${version.number}`).toBe(ledger.states.get(version._id));
    // What a person chose when they created the record is their decision too.
    if (version.number !== 1 && DECIDED.includes(version.state))
      expect(ledger.decisions, `decisions on version ${version.number}`).toContain(
        `${version._id} ${version.state}`,
      );
    expect(version.conflict).toBe(ledger.conflicts.has(version._id));
  }
  expect(versions.filter((each) => each.current).map((each) => each._id)).toEqual([ledger.current]);
  expect(record.currentVersion?._id).toBe(ledger.current);
  expect(record.state).toBe(ledger.states.get(ledger.current));
}

async function readersAreServedWhatWasPublished(world: World): Promise<void> {
  const { people, record, ledger } = world;
  const { reader } = people;
  const answer = await reader.call('recordById', { params: { id: record } });
  const { served } = ledger;
  const hidden = served === null || ledger.deleted;
  expect(answer.status, 'what a reader gets').toBe(hidden ? 404 : 200);
  if (!hidden) {
    expect(answer.body.face).toBe('published');
    expect(snapshotOf(answer.body)).toEqual(served.metadata);
    expect(answer.body.state).toBe(served.state);
    const versions = await reader.ok('versionsByRecord', { params: { id: record } });
    expect(versions.map((each) => each._id).filter((each) => !ledger.everPublished.has(each))).toEqual([]);
  }
  for (const version of [served?.version, ledger.current].filter((each) => each !== undefined)) {
    const content = await reader.fetch(`/docs/versions/${version}/content`);
    const open = !hidden && ledger.everPublished.has(version);
    expect(content.status, 'the bytes for a reader').toBe(open ? 200 : 404);
    const bytes = Buffer.from(await content.arrayBuffer());
    if (open) expect(sha256Of(bytes)).toBe(ledger.bytes.get(version));
  }
}

async function readersFindOnlyWhatWasPublished(world: World): Promise<void> {
  const { people, record, ledger, libraries } = world;
  const served = ledger.deleted ? null : ledger.served;
  const said = served ? `${served.metadata.title} ${served.metadata.notes} ${served.metadata.code}` : '';
  for (const word of ledger.words) {
    const { items } = await people.reader.ok('recordSearch', { query: { text: word, state: '3,4' } });
    expect(
      items.map((item) => item._id),
      `hits for ${word}`,
    ).toEqual(said.includes(word) ? [record] : []);
    for (const item of items) expect(item).toMatchObject({ title: served?.metadata.title });
  }
  for (const library of libraries) {
    for (const row of await snapshotOfFeed(world, library)) {
      if (row.kind !== 'record' || row.id !== record) continue;
      expect(row.face).toBe('published');
      expect(row.version).toMatchObject({ _id: served?.version, sha256: served?.sha256 });
    }
  }
}

async function snapshotOfFeed({ people }: World, library: TestLibrary) {
  const rows = [];
  let since: string | undefined;
  for (let more = true; more; ) {
    const page = await people.reader.ok('changes', {
      query: { group: library.id, ...(since ? { since } : {}) },
    });
    rows.push(...page.rows);
    since = page.cursor;
    more = page.more;
  }
  return rows;
}

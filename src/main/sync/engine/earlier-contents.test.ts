import { beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../planner/operations.ts';
import type { SyncedRecord } from '../planner/trees.ts';
import { RemoteError } from '../ports/remote.ts';
import { EarlierContents } from './earlier-contents.ts';
import type { Memory } from './memory.ts';
import type { Work } from './work.ts';

const WAIT_MS = 30_000;
const NOTHING = { entryOf: new Map(), idOf: new Map() };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);

let now: number;
let asked: string[];
let answer: (id: string) => boolean;
let earlier: EarlierContents;
let work: Work;

beforeEach(() => {
  now = 1000;
  asked = [];
  answer = () => true;
  const synced = new Map<string, Partial<SyncedRecord>>();
  for (const id of ids(200)) synced.set(id, { kind: 'record', id, library: 'calidad' });
  earlier = new EarlierContents({ content: { synced } } as unknown as Memory, WAIT_MS);
  const knownContents = async (hashes: readonly string[]) => {
    asked.push(...hashes);
    const ids = hashes.map((hash) => hash.slice('of '.length)).filter((id) => answer(id));
    return new Map(ids.map((id) => [`of ${id}`, { records: new Set([id]), isDeleted: false }]));
  };
  work = { clock: { now: () => now }, remote: { knownContents } } as unknown as Work;
});

const edit = (id: string): Operation => ({
  kind: 'upload version',
  id,
  path: `Andes/${id}.pdf`,
  base: 'v2',
  expected: { identity: `1:${id}`, stamp: '5:100:950', sha256: `of ${id}` },
});
const allowed = async (batch: readonly Operation[]) =>
  (await earlier.allowed(batch, work, NOTHING)).map((operation) =>
    'id' in operation ? operation.id : operation.kind,
  );

describe('an edit before it is sent', () => {
  test('whose bytes are no version goes at once, and is asked about once', async () => {
    answer = () => false;
    expect(await allowed([edit('r1')])).toEqual(['r1']);
    expect(await allowed([edit('r1'), edit('r2')])).toEqual(['r1', 'r2']);
    expect(asked).toEqual(['of r1', 'of r2']);
  });

  test('whose bytes are another document’s version goes at once', async () => {
    const work = {
      clock: { now: () => now },
      remote: {
        knownContents: async () => new Map([['of r1', { records: new Set(['r9']), isDeleted: false }]]),
      },
    };
    expect(await earlier.allowed([edit('r1')], work as unknown as Work, NOTHING)).toHaveLength(1);
  });

  test('that is an earlier version waits for others, is listed, and goes', async () => {
    answer = (id) => id === 'r1';
    expect(await allowed([edit('r1'), edit('r2')])).toEqual(['r2']);
    expect(earlier.waiting).toMatchObject([{ recordId: 'r1', why: 'earlier', until: now + WAIT_MS }]);
    now += WAIT_MS;
    expect(await allowed([edit('r1')])).toEqual(['r1']);
    expect([earlier.waiting, earlier.nextAt, earlier.question]).toEqual([[], undefined, undefined]);
  });

  test('sent one after the other, the fifth within ten minutes asks', async () => {
    for (const id of ids(4)) {
      await allowed([edit(id)]);
      now += WAIT_MS;
      expect(await allowed([edit(id)])).toEqual([id]);
    }
    expect(await allowed([edit('r4')])).toEqual([]);
    expect(earlier.question).toMatchObject({ kind: 'earlier-contents', files: 1 });
  });

  test('of several, with longer apart than ten minutes, asks nobody', async () => {
    for (const id of ids(9)) {
      await allowed([edit(id)]);
      now += 160_000;
      expect(await allowed([edit(id)])).toEqual([id]);
    }
  });
});

describe('the question', () => {
  test('holds back new documents and folders of those libraries, and nothing else', async () => {
    const made = (library: string) =>
      ({ kind: 'create record', library, expected: { identity: library, sha256: 'new' } }) as Operation;
    const batch = [
      ...ids(5).map((id) => edit(id)),
      made('calidad'),
      made('obras'),
      { kind: 'stop', id: 's' },
    ];
    expect(await allowed(batch as Operation[])).toEqual(['create record', 's']);
  });

  test('stays while one of them is left, and goes where each was put right', async () => {
    await allowed(ids(5).map((id) => edit(id)));
    await allowed([edit('r1')]);
    expect(earlier.question?.files).toBe(1);
    await allowed([]);
    expect(earlier.question).toBeUndefined();
  });

  test('answered by sending them, it does not come again for these, and asks about others', async () => {
    await allowed(ids(5).map((id) => edit(id)));
    earlier.accept(ids(4));
    expect(await allowed(ids(5).map((id) => edit(id)))).toEqual(ids(4));
    expect(earlier.question?.paths).toEqual(['Andes/r4.pdf']);
  });

  test('is about those of many that went back', async () => {
    answer = (id) => Number(id.slice(1)) % 20 === 0;
    expect(await allowed(ids(200).map((id) => edit(id)))).toHaveLength(190);
    expect(earlier.question?.files).toBe(10);
    expect(asked).toHaveLength(200);
  });
});

test('a new file with the bytes of some document waits for a moment, is listed, and goes; others go at once', async () => {
  const file = (id: string) =>
    ({
      kind: 'create record',
      path: `Andes/${id}`,
      library: 'calidad',
      expected: { identity: id, sha256: `of ${id}` },
    }) as Operation;
  answer = (id) => id === 'r1';
  const batch = [file('r1'), file('r2')];
  expect(await earlier.allowed(batch, work, NOTHING)).toEqual([batch[1]]);
  expect(earlier.waiting).toMatchObject([{ path: 'Andes/r1', until: now + WAIT_MS }]);
  now += WAIT_MS;
  expect(await earlier.allowed([file('r1')], work, NOTHING)).toHaveLength(1);
  await earlier.allowed([file('r3')], work, NOTHING);
  answer = () => true;
  expect(await earlier.allowed([file('r1')], work, NOTHING)).toEqual([]);
  earlier.accept(['r1']);
  expect(await earlier.allowed([file('r1')], work, NOTHING)).toHaveLength(1);
});

test('a server that cannot tell holds nothing back', async () => {
  answer = () => {
    throw new RemoteError('refused', 'internal', '');
  };
  expect(await allowed([edit('r1')])).toEqual(['r1']);
});

test('without the server nothing is sent', async () => {
  answer = () => {
    throw new RemoteError('offline', 'offline', '');
  };
  await expect(allowed([edit('r2')])).rejects.toBeInstanceOf(RemoteError);
});

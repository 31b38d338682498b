import { beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../planner/operations.ts';
import type { SyncedRecord } from '../../planner/trees.ts';
import { RemoteError } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';
import type { Work } from '../work/work.ts';
import { EarlierContents } from './earlier-contents.ts';

const WAIT_MS = 30_000;
const NOTHING = { entryOf: new Map(), idOf: new Map() };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);

let now: number;
let asked: string[];
let answer: (id: string) => boolean;
let earlier: EarlierContents;
let meta: Map<string, string>;
let anew: () => EarlierContents;
let work: Work;

beforeEach(() => {
  now = 1000;
  asked = [];
  answer = () => true;
  const synced = new Map<string, Partial<SyncedRecord>>();
  for (const id of ids(200))
    synced.set(id, { kind: 'record', id, library: 'calidad', sha256: 'now', versionId: 'v2' });
  meta = new Map();
  const memory = {
    content: { synced, meta, libraries: new Map() },
    commit: () => {},
    commitNotes: (changes: { key: string; value: string }[]) => {
      for (const { key, value } of changes) meta.set(key, value);
    },
  } as unknown as Memory;
  anew = () => new EarlierContents(memory, WAIT_MS);
  earlier = anew();
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

describe('what went back with them', () => {
  const file = (id: string) =>
    ({
      kind: 'create record',
      path: `Andes/${id}`,
      library: 'obras',
      expected: { identity: id, sha256: `of ${id}` },
    }) as Operation;

  test('counts as they do: copies of what documents had, or of deleted ones', async () => {
    await allowed([edit('r0'), edit('r1'), file('r5'), file('r6')]);
    expect(earlier.question).toBeUndefined();
    await allowed([edit('r0'), edit('r1'), file('r5'), file('r6'), file('r7')]);
    expect(earlier.question).toMatchObject({ files: 2, paths: ['Andes/r0.pdf', 'Andes/r1.pdf'] });
  });

  test('is no sign alone, and neither is a copy of what a document has now', async () => {
    const copies = ids(9).map(file);
    await earlier.allowed(copies, work, NOTHING);
    expect(earlier.question).toBeUndefined();
    const current = async () =>
      new Map(ids(9).map((id) => [`of ${id}`, { records: new Set(['current']), isDeleted: false }]));
    const remote = { knownContents: current } as unknown as Work['remote'];
    earlier = anew();
    answer = (id) => id === 'r9';
    await earlier.allowed(copies, { ...work, remote } as Work, NOTHING);
    await allowed([edit('r9'), ...copies]);
    expect(earlier.question).toBeUndefined();
  });
});

describe('an edit of a file that went back', () => {
  const other = (id: string) => ({ ...edit(id), expected: { identity: id, stamp: '', sha256: 'new' } });
  const baseOf = async (of = earlier) => {
    answer = (id) => id.startsWith('r');
    const [operation] = await of.allowed([other('r1') as Operation], work, NOTHING);
    return operation?.kind === 'upload version' ? operation.base : undefined;
  };
  beforeEach(() => {
    const versions = async (id: string) => [
      { id: 'v1', number: 1, sha256: `of ${id}` },
      { id: 'v2', number: 2, sha256: 'now' },
    ];
    Object.assign(work.remote, { versions });
  });

  test('is one on that version once a person was asked, also after a restart', async () => {
    await allowed(ids(5).map(edit));
    expect(await baseOf()).toBe('v1');
    expect(await baseOf(anew())).toBe('v1');
  });

  test('is one on the newest version where nobody was asked, or who was asked wanted the earlier one', async () => {
    await allowed([edit('r1')]);
    expect(await baseOf()).toBe('v2');
    await allowed(ids(5).map(edit));
    earlier.send(ids(5));
    expect(await baseOf()).toBe('v2');
  });

  test('is one on the newest version where a server refuses to tell its versions', async () => {
    await allowed(ids(5).map(edit));
    Object.assign(work.remote, {
      versions: async () => {
        throw new RemoteError('refused', 'internal', '');
      },
    });
    expect(await baseOf()).toBe('v2');
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

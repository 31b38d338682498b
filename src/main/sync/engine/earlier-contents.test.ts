import { beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../planner/operations.ts';
import type { SyncedRecord } from '../planner/trees.ts';
import { RemoteError, type RemoteErrorKind } from '../ports/remote.ts';
import { EarlierContents } from './earlier-contents.ts';
import type { Memory } from './memory.ts';
import type { Work } from './work.ts';

const WAIT_MS = 30_000;
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
  for (const id of ids(200)) synced.set(id, { kind: 'record', id, library: 'calidad', stamp: '5:900:900' });
  earlier = new EarlierContents({ content: { synced } } as unknown as Memory, WAIT_MS);
  const versions = async (id: string) => {
    asked.push(id);
    return answer(id) ? [{ sha256: `of ${id}` }] : [];
  };
  work = { clock: { now: () => now }, remote: { versions } } as unknown as Work;
});

/** An edit of a file that was modified then; what was synced was modified at 900. */
const edit = (id: string, modified = 100): Operation => ({
  kind: 'upload version',
  id,
  path: `Andes/${id}.pdf`,
  base: 'v2',
  expected: { identity: `1:${id}`, stamp: `5:${modified}:950`, sha256: `of ${id}` },
});
const allowed = async (batch: readonly Operation[]) =>
  (await earlier.allowed(batch, work)).map((operation) =>
    'id' in operation ? operation.id : operation.kind,
  );

describe('an edit before it is sent', () => {
  test('of a file that is newer than what was synced asks nobody', async () => {
    expect(await allowed(ids(4).map((id) => edit(id, 1000)))).toEqual(ids(4));
    expect(asked).toEqual([]);
  });

  test('of an older file whose bytes are no version goes at once, and is asked about once', async () => {
    answer = () => false;
    expect(await allowed([edit('r1')])).toEqual(['r1']);
    expect(await allowed([edit('r1')])).toEqual(['r1']);
    expect(asked).toEqual(['r1']);
  });

  test('that is an earlier version waits for others, is listed, and goes', async () => {
    expect(await allowed([edit('r1'), edit('r2', 1000)])).toEqual(['r2']);
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
    const made = (library: string) => ({ kind: 'create record', library }) as Operation;
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

  test('about hundreds asks the server about some', async () => {
    await allowed(ids(200).map((id) => edit(id)));
    expect(earlier.question?.files).toBe(200);
    expect(asked).toHaveLength(50);
  });

  test('of many newer files asks about a few, and about all where one of these went back', async () => {
    answer = () => false;
    expect(await allowed(ids(20).map((id) => edit(id, 1000)))).toHaveLength(20);
    expect(asked).toHaveLength(5);
    answer = () => true;
    expect(await allowed(ids(40).map((id) => edit(id, 1000)))).toEqual(ids(5));
    expect(asked).toHaveLength(40);
  });
});

test('a document that the server refuses to tell about is sent, where it is refused by name; without the server nothing is', async () => {
  const refuse = (kind: RemoteErrorKind) => {
    answer = () => {
      throw new RemoteError(kind, kind === 'refused' ? 'forbidden' : kind, kind);
    };
  };
  refuse('refused');
  expect(await allowed([edit('r1')])).toEqual(['r1']);
  refuse('offline');
  await expect(allowed([edit('r2')])).rejects.toBeInstanceOf(RemoteError);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFactories } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { openTestUploads, type TestUploads } from '../../testing/uploads/uploads.ts';
import { addVersion } from '../../testing/versions.ts';
import { WriteBehind } from './write-behind.ts';

const LARGE = 500_000;
const BYTES = Buffer.from('acta de la visita');
const timeAt = (seconds: number): Date => new Date(Date.parse('2026-03-02T12:00:00Z') + seconds * 1000);

describe('what the database knows of an upload', () => {
  const database = useTestDatabase('pglite');
  let add: (values?: Parameters<typeof addVersion>[3]) => Promise<string>;
  beforeEach(async () => {
    const { db } = database();
    const make = createFactories(db);
    const organization = await make.organization();
    const person = await make.person(organization);
    const record = await make.record(await make.library(organization), person);
    add = (values) => addVersion(db, record, person, values);
  });

  const rowOf = (key: string) =>
    database()
      .db.selectFrom('versions')
      .select(['last_byte_at', 'announced'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
  /** The database without this table, as while it is down. */
  const broken = () => database().db.withSchema('nowhere');

  it('is when its last byte came, at most once a minute, and nothing of others', async () => {
    let seconds = 0;
    const made = await openTestUploads(database().db, { now: () => timeAt(seconds) });
    const [key, other, errored] = [await add(), await add(), await add({ status: 'errored' })];
    const takeAt = async (at: number, of = key) => {
      seconds = at;
      await made.uploads.forget([of]);
      made.uploads.begin(of, timeAt(0));
      await made.uploads.receive(of, BYTES);
    };
    await takeAt(59);
    await takeAt(60);
    await expect.poll(async () => (await rowOf(key)).last_byte_at).toEqual(timeAt(60));
    await takeAt(61, errored);
    await takeAt(62);
    await expect.poll(async () => (await rowOf(key)).last_byte_at).toEqual(timeAt(62));
    for (const each of [other, errored]) expect((await rowOf(each)).last_byte_at).toBeNull();
    expect(made.lines).toEqual([]);
    await made.close();
  });

  it('is not written for an upload whose last byte is known to be recent', async () => {
    const made = await openTestUploads(database().db, { now: () => timeAt(59) });
    const [known, unknown] = [await add(), await add()];
    made.uploads.begin(known, timeAt(0));
    await made.uploads.receive(known, BYTES);
    await made.uploads.receive(unknown, BYTES);
    await expect.poll(async () => (await rowOf(unknown)).last_byte_at).toEqual(timeAt(59));
    expect((await rowOf(known)).last_byte_at).toBeNull();
    await made.close();
  });

  it('begins anew where the upload was given up', async () => {
    let seconds = 0;
    const made = await openTestUploads(database().db, { now: () => timeAt(seconds) });
    const key = await add();
    await made.uploads.receive(key, BYTES);
    await expect.poll(async () => (await rowOf(key)).last_byte_at).toEqual(timeAt(0));
    await made.uploads.forget([key]);
    seconds = 1;
    await made.uploads.receive(key, BYTES);
    await expect.poll(async () => (await rowOf(key)).last_byte_at).toEqual(timeAt(1));
    await made.close();
  });

  it('is not needed for its bytes: where the time cannot be written, the operator is told', async () => {
    const made = await openTestUploads(broken());
    await made.uploads.receive('one', BYTES);
    expect(await made.uploads.received('one')).toMatchObject({ size: BYTES.length });
    const message = 'the time of a last byte was not written';
    await expect
      .poll(() => made.lines)
      .toEqual([{ level: 'warn', fields: { err: expect.any(Error) }, message }]);
    await made.close();
  });

  describe('on a full disk', () => {
    beforeEach(() => {
      const error = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      vi.spyOn(WriteBehind.prototype, 'end').mockRejectedValue(error);
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    /** Sends more than the disk takes. */
    async function overfill({ uploads, create, patch }: TestUploads, key: string): Promise<void> {
      uploads.begin(key, new Date());
      await create(key, LARGE);
      expect((await patch(key, 0, Buffer.alloc(LARGE))).status).toBe(507);
    }

    it('is that its room is free again, and that of others is not', async () => {
      const made = await openTestUploads(database().db);
      const keys = [await add({ announced: LARGE }), await add({ announced: LARGE })];
      const errored = await add({ announced: LARGE, status: 'errored' });
      for (const key of [keys[0] ?? '', errored]) await overfill(made, key);
      const rows = await Promise.all([...keys, errored].map(rowOf));
      expect(rows.map(({ announced }) => announced && Number(announced))).toEqual([null, LARGE, LARGE]);
      await made.close();
    });

    it('is told to the operator where it cannot be written', async () => {
      const made = await openTestUploads(broken());
      await overfill(made, 'one');
      const message = 'the room of an upload was not given back';
      expect(made.lines).toContainEqual({ level: 'warn', fields: { err: expect.any(Error) }, message });
      await made.close();
    });
  });
});

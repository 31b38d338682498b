import { sql, type Transaction } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import {
  createFactories,
  type TestOrganization,
  type TestPerson,
  type TestRecord,
} from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { addVersion } from '../../testing/versions.ts';
import type { Schema } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { hasRoom, requireFree, requireRoom, requireRoomNow } from './room.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** What the operator wants left on the disk. */
const MIN = 2 * GIB;

/** A disk with so much left, and a quota for each organization. */
const disk = (free: number | null, quota: number | null = null) => ({
  storage: { freeBytes: async () => free } as Storage,
  config: { freeSpaceMin: MIN, organizationQuota: quota } as Config,
  now: () => new Date(),
});
const outcome = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => 'taken',
    ({ code, details }: { code: string; details?: unknown }) => (details ? [code, details] : code),
  );

describe('room', () => {
  const database = useTestDatabase('pglite');
  let organization: TestOrganization;
  /** Somebody who has announced nothing, and the author of what is `mine`. */
  let newcomer: TestPerson;
  let author: TestPerson;
  let mine: (values: Parameters<typeof addVersion>[3]) => Promise<string>;
  let theirs: typeof mine;
  beforeAll(async () => {
    const { db } = database();
    const make = createFactories(db);
    const of = async (each: TestOrganization): Promise<[TestRecord, TestPerson]> => {
      const person = await make.person(each);
      return [await make.record(await make.library(each), person), person];
    };
    organization = await make.organization();
    newcomer = await make.person(organization);
    const [here, there] = [await of(organization), await of(await make.organization())];
    [, author] = here;
    mine = (values) => addVersion(db, ...here, values);
    theirs = (values) => addVersion(db, ...there, values);
    // What it has: a version of so many bytes.
    await db.updateTable('versions').set({ size: 100 }).where('id', '=', here[0].version).execute();
  });
  beforeEach(async () => {
    await database().db.deleteFrom('versions').where('status', '<>', 'ready').execute();
  });

  const as = ({ id: user }: TestPerson) => ({ organization: organization.id, user });
  const askAs = (person: TestPerson, deps: ReturnType<typeof disk>, bytes: number, except?: string) =>
    outcome(
      database()
        .db.transaction()
        .execute((trx) => requireRoom(trx, deps, as(person), bytes, except)),
    );
  const ask = (deps: ReturnType<typeof disk>, bytes: number, except?: string) =>
    askAs(newcomer, deps, bytes, except);
  const askNow = (deps: ReturnType<typeof disk>, bytes: number) =>
    outcome(requireRoomNow(database().db, deps, as(newcomer), bytes));

  it('on the disk is for the upload and for its copy, beside what shall be left', async () => {
    expect(await ask(disk(MIN + 2000), 1000)).toBe('taken');
    expect(await ask(disk(MIN + 1999), 1000)).toBe('storage_full');
  });

  it('on the disk is less by what anybody has announced, and not by what ended', async () => {
    await mine({ announced: 300 });
    await theirs({ announced: 500 });
    await theirs({ announced: 9000, status: 'errored' });
    const key = await mine({ announced: 50 });
    expect(await ask(disk(MIN + 2850), 1000)).toBe('taken');
    expect(await ask(disk(MIN + 2849), 1000)).toBe('storage_full');
    // An announcement that is replaced does not count beside the new one.
    expect(await ask(disk(MIN + 2800), 1000, key)).toBe('taken');
    expect(await ask(disk(MIN + 2799), 1000, key)).toBe('storage_full');
  });

  it('on the disk goes to one person only as far as they leave as much to others', async () => {
    await mine({ announced: 300 });
    await theirs({ announced: 1000 });
    // 300 and 100 of theirs may be announced where 400 are left beside those 1400.
    expect(await askAs(author, disk(MIN + 1800), 100)).toBe('taken');
    expect(await askAs(author, disk(MIN + 1799), 100)).toBe('share_full');
    expect(await ask(disk(MIN + 1799), 100)).toBe('taken');
    expect(await ask(disk(MIN + 1500), 100)).toBe('taken');
  });

  it('is held for an hour without a byte, of a quota until the upload is given up', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const key = await mine({ announced: 5000, last_byte_at: ago(59) });
    expect(await ask(disk(MIN + 2000), 1000)).toBe('storage_full');
    expect(await hasRoom(database().db, disk(MIN + 4999))).toBe(false);
    expect(await hasRoom(database().db, disk(MIN + 5000))).toBe(true);
    await database()
      .db.updateTable('versions')
      .set({ last_byte_at: ago(61) })
      .where('key', '=', key)
      .execute();
    expect(await ask(disk(MIN + 2000), 1000)).toBe('taken');
    expect(await askAs(author, disk(MIN + 2000), 1000)).toBe('taken');
    expect(await hasRoom(database().db, disk(MIN))).toBe(true);
    expect(await ask(disk(null, 5100), 100)).toEqual(['quota_full', { limit: 5100 }]);
  });

  it('is not needed by what brings no bytes', async () => {
    expect(await ask(disk(0, 0), 0)).toBe('taken');
  });

  it('of a disk that does not say what is left is found while writing', async () => {
    expect(await ask(disk(null), 100 * GIB)).toBe('taken');
    expect(await outcome(requireFree(disk(null), 100 * GIB))).toBe('taken');
    expect(await hasRoom(database().db, disk(null))).toBe(true);
    expect(await hasRoom(database().db, disk(MIN - 1))).toBe(false);
  });

  it('of an organization is its quota less what it has and has announced', async () => {
    await mine({ announced: 300 });
    const key = await mine({ announced: 50 });
    await mine({ announced: 9000, size: 9000, status: 'errored' });
    await theirs({ announced: 9000 });
    // It has the bytes of another version.
    const { sha256 } = await database().db.selectFrom('blobs').select('sha256').executeTakeFirstOrThrow();
    const ready_at = new Date();
    const again = await mine({ origin: 'restore', status: 'ready', number: 2, size: 500, sha256, ready_at });
    const withQuota = disk(null, 1000);
    expect(await ask(withQuota, 550)).toBe('taken');
    expect(await ask(withQuota, 551)).toEqual(['quota_full', { limit: 1000 }]);
    expect(await ask(withQuota, 600, key)).toBe('taken');
    expect(await ask(withQuota, 601, key)).toEqual(['quota_full', { limit: 1000 }]);
    // Their 350 and 50 more, where 500 are left of 1000, of which 100 are stored.
    expect(await askAs(author, withQuota, 100)).toBe('taken');
    expect(await askAs(author, withQuota, 101)).toBe('share_full');
    expect(await askNow(withQuota, 550)).toBe('taken');
    expect(await askNow(withQuota, 551)).toEqual(['quota_full', { limit: 1000 }]);
    await database().db.deleteFrom('versions').where('key', '=', again).execute();
  });

  it('of an organization is less by its templates, and by nobody else’s', async () => {
    const { db } = database();
    const { sha256 } = await db.selectFrom('blobs').select('sha256').executeTakeFirstOrThrow();
    const insert = async (of: string, by: string, size: number): Promise<void> => {
      const names = { name: `Acta ${size}`, name_key: `acta ${size}`, file_name: 'acta.docx' };
      const rest = { variables: [], unknown: [], updated_by: by, updated_at: new Date(), sha256, size };
      await db
        .insertInto('document_templates')
        .values({ id: crypto.randomUUID(), organization: of, ...names, ...rest })
        .execute();
    };
    const make = createFactories(db);
    const elsewhere = await make.organization();
    await insert(elsewhere.id, (await make.person(elsewhere)).id, 700);
    expect(await ask(disk(null, 1000), 900)).toBe('taken');
    await insert(organization.id, newcomer.id, 200);
    expect(await ask(disk(null, 1000), 700)).toBe('taken');
    expect(await ask(disk(null, 1000), 701)).toEqual(['quota_full', { limit: 1000 }]);
    await db.deleteFrom('document_templates').execute();
  });

  it('for bytes that are arriving is what the disk takes now, whatever was announced', async () => {
    await theirs({ announced: 10 * GIB });
    for (const asked of [
      (free: number) => askNow(disk(free), 1000),
      (free: number) => outcome(requireFree(disk(free), 1000)),
    ]) {
      expect(await asked(MIN + 1000)).toBe('taken');
      expect(await asked(MIN + 999)).toBe('storage_full');
    }
    expect(await askNow(disk(null), 100 * GIB)).toBe('taken');
  });

  describe('is given to one after the other', () => {
    /** Whether others who ask wait until this transaction ends. */
    const makesWait = (deps: ReturnType<typeof disk>, bytes: number) =>
      database()
        .db.transaction()
        .execute(async (trx) => {
          await requireRoom(trx, deps, as(newcomer), bytes);
          return holdsLock(trx);
        });
    async function holdsLock(trx: Transaction<Schema>): Promise<boolean> {
      const { rows } = await sql`
        select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(trx);
      return rows.length > 0;
    }
    const plenty = MIN + GIB;

    it('where it is short', async () => {
      expect(await makesWait(disk(plenty - 1), 1000)).toBe(true);
    });

    it('where a quota could be passed by two at once', async () => {
      expect(await makesWait(disk(100 * GIB, 100 * GIB), 1000)).toBe(true);
    });

    it('where the file is large', async () => {
      expect(await makesWait(disk(100 * GIB), 8 * MIB + 1)).toBe(true);
    });

    it('and ordinary documents need not wait where there is plenty', async () => {
      expect(await makesWait(disk(plenty), 8 * MIB)).toBe(false);
      expect(await makesWait(disk(null), 8 * MIB)).toBe(false);
    });
  });
});

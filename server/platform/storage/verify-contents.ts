import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { t } from '../texts.ts';
import { noteDamaged } from './content-blocks.queries.ts';
import { DIGITS, StorageError } from './storage.ts';

/** A content that differs from what was stored, and the versions that need it. */
export interface BadContent {
  readonly sha256: string;
  /** `unreadable`: the system cannot read it, for example because a disk fails. */
  readonly problem: 'damaged' | 'missing' | 'unreadable';
  /** `document (version n)` for each version that refers to it. */
  readonly versions: readonly string[];
}

export interface Verified {
  readonly contents: number;
  /** Bytes. */
  readonly bytes: number;
  readonly bad: readonly BadContent[];
}

const PER_PAGE = 500;

/**
 * Reads every content that a version, a template or a logo refers to, and compares it with its hash. A content that was
 * damaged and is whole again, because it came from a backup, is served again.
 * @param onBad called with each bad one as it is found
 * @param onProgress called with how many were read
 */
export async function verifyContents(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  onBad: (found: BadContent) => void = () => undefined,
  onProgress: (contents: number) => void = () => undefined,
): Promise<Verified> {
  const bad: BadContent[] = [];
  let [contents, bytes, after] = [0, 0, ''];
  for (;;) {
    const page = await db
      .selectFrom('blobs')
      .select(['sha256', 'size'])
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(PER_PAGE)
      .execute();
    for (const { sha256, size } of page) {
      const problem = await problemOf(storage, sha256);
      contents += 1;
      bytes += Number(size);
      if (problem) {
        const found = { sha256, problem, versions: await versionsOf(db, sha256) };
        // It was garbage-collected meanwhile, so nothing is lost.
        if (problem === 'missing' && found.versions.length === 0) continue;
        if (problem === 'damaged') await noteDamaged(db, sha256);
        bad.push(found);
        onBad(found);
      } else {
        await db.deleteFrom('damaged_contents').where('sha256', '=', sha256).execute();
      }
    }
    onProgress(contents);
    if (page.length < PER_PAGE) return { contents, bytes, bad };
    after = page.at(-1)?.sha256 ?? '';
  }
}

/** Stored contents that the database has no row of. */
export interface UnknownContents {
  readonly count: number;
  /** The first few, by their hash. */
  readonly first: readonly string[];
}

/** A content is stored a moment before its row is committed, so younger files are not reported. */
const SETTLED_MS = 10 * 60_000;
const FIRST = 5;

/**
 * Finds stored contents that the database does not know: it is another database than the files', or an older state of
 * it. The jobs of a server delete them (collect-blobs.job.ts).
 */
export async function findUnknownContents({
  db,
  storage,
}: Pick<Deps, 'db' | 'storage'>): Promise<UnknownContents> {
  const before = Date.now() - SETTLED_MS;
  const found: string[] = [];
  let count = 0;
  const judge = async (hashes: readonly string[]): Promise<void> => {
    if (hashes.length === 0) return;
    const rows = await db
      .selectFrom('blobs')
      .select('sha256')
      .where('sha256', 'in', [...hashes])
      .execute();
    const known = new Set(rows.map((row) => row.sha256));
    const unknown = hashes.filter((hash) => !known.has(hash));
    count += unknown.length;
    found.push(...unknown.slice(0, FIRST - found.length));
  };
  for (const digit of DIGITS) {
    let page: string[] = [];
    for await (const { sha256, writtenAt } of storage.list(digit)) {
      if (writtenAt.getTime() < before) page.push(sha256);
      if (page.length < PER_PAGE) continue;
      await judge(page);
      page = [];
    }
    await judge(page);
  }
  return { count, first: found };
}

async function problemOf(storage: Deps['storage'], sha256: string): Promise<BadContent['problem'] | null> {
  try {
    return (await storage.verify(sha256)) ? null : 'damaged';
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_kept') return 'missing';
    if ((error as NodeJS.ErrnoException).syscall === undefined && !(error instanceof StorageError))
      throw error;
    return 'unreadable';
  }
}

async function versionsOf(db: Deps['db'], sha256: string): Promise<string[]> {
  const { rows } = await sql<{ title: string; number: number | null }>`
    select f.title, v.number from versions v
    join record_faces f on f.record_id = v.record_id and f.face = 'working'
    where v.sha256 = ${sha256} order by f.title, v.number limit 20
  `.execute(db);
  return rows.map(({ title, number }) => t('storage.version', { title, number: number ?? '?' }));
}

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sharedRemote, sharedSynced } from '../engine/comparing/sharing.ts';
import { JOURNAL } from '../engine/layout.ts';
import type { RemoteNode, SyncedNode } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { Journal, JournalChange, JournalContent, LibraryState } from '../ports/journal.ts';

/** Raise it with every change of the tables: a journal of a layout that is not known here is started anew. */
const LAYOUT = 3;

/** The layout in which blocked items were stored in a table `holds`. */
const WITH_HOLDS = 1;
/** The layout before places were noted from which the engine moved files. */
const WITHOUT_VACATED = 2;

const SQLITE_FULL = 13;
const SQLITE_CORRUPT = 11;

/** SQLite's error of a full disk as the engine's; any other error unchanged. */
export function asFull(error: unknown): unknown {
  const { errcode } = error as { errcode?: number };
  return errcode === SQLITE_FULL ? new FilesError('full', JOURNAL, 'ENOSPC') : error;
}

const TABLES = [
  'remote',
  'synced',
  'libraries',
  'operations',
  'blocked',
  'placing',
  'replaced',
  'vacated',
  'meta',
] as const;
type Table = (typeof TABLES)[number];

/**
 * The journal in one SQLite file: write-ahead log, one writer (a second engine on the file is refused), and commits
 * that survive a power failure. Nodes are stored as JSON, because they are only read whole, by id.
 */
export class SqliteJournal implements Journal {
  private readonly db: DatabaseSync;
  private readonly put = {} as Record<Table, StatementSync>;
  private readonly drop = {} as Record<Table, StatementSync>;

  /** `path` of the file, or `:memory:`. Throws where another process holds it. */
  constructor(path: string) {
    this.db = new DatabaseSync(path);
    this.db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full;');
    // Takes the exclusive lock now, not with the first write.
    this.db.exec('begin immediate; commit;');
    const { user_version: layout } = this.db.prepare('pragma user_version').get() as { user_version: number };
    if (layout !== LAYOUT) this.layOut(layout);
    for (const table of TABLES) {
      this.put[table] = this.db.prepare(
        `insert into ${table} (key, value) values (?, ?) on conflict (key) do update set value = excluded.value`,
      );
      this.drop[table] = this.db.prepare(`delete from ${table} where key = ?`);
    }
  }

  /** Makes the tables. Not done where they are there: on a full disk a journal can be read, but not written. */
  private layOut(layout: number): void {
    this.db.exec('begin immediate');
    const isKept = layout === WITH_HOLDS || layout === WITHOUT_VACATED;
    if (layout === WITH_HOLDS) this.db.exec('alter table holds rename to blocked');
    for (const table of TABLES) {
      if (!isKept) this.db.exec(`drop table if exists ${table}`);
      this.db.exec(
        `create table if not exists ${table} (key text primary key, value text not null) without rowid, strict`,
      );
    }
    this.db.exec(`pragma user_version = ${LAYOUT}`);
    this.db.exec('commit');
  }

  /** Reads every page. @throws SQLite's own error of a damaged file */
  check(): void {
    const { quick_check: found } = this.db.prepare('pragma quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok')
      throw Object.assign(new Error(`the journal is damaged: ${found}`), { errcode: SQLITE_CORRUPT });
  }

  load(): JournalContent {
    const libraries = this.read<LibraryState>('libraries');
    const remote = new Map<string, RemoteNode>();
    for (const node of this.values<RemoteNode>('remote'))
      remote.set(node.id, sharedRemote(node, { libraries, remote }));
    const synced = new Map<string, SyncedNode>();
    for (const node of this.values<SyncedNode>('synced')) {
      const shared = sharedSynced(node, { libraries, remote });
      synced.set(shared.id, shared);
    }
    return {
      remote,
      synced,
      libraries,
      operations: this.read('operations'),
      blocked: this.read('blocked'),
      placing: this.read('placing'),
      replaced: this.read('replaced'),
      vacated: this.read('vacated'),
      meta: this.meta(),
    };
  }

  /** What the journal holds beside trees and operations: the engine's own notes. */
  meta(): Map<string, string> {
    return this.read('meta');
  }

  commit(changes: readonly JournalChange[]): void {
    this.db.exec('begin immediate');
    try {
      for (const change of changes) this.write(change);
      this.db.exec('commit');
    } catch (error) {
      // On a full disk SQLite may have rolled back by itself.
      if (this.db.isTransaction) this.db.exec('rollback');
      throw asFull(error);
    }
  }

  close(): void {
    this.db.close();
  }

  private read<T>(table: Table): Map<string, T> {
    const found = new Map<string, T>();
    for (const { key, value } of this.rows(table)) found.set(key, JSON.parse(value) as T);
    return found;
  }

  private *values<T>(table: Table): Generator<T> {
    for (const { value } of this.rows(table)) yield JSON.parse(value) as T;
  }

  /** Row by row: all rows at once would take as much memory again as the nodes. */
  private rows(table: Table): Iterable<{ readonly key: string; readonly value: string }> {
    const rows = this.db.prepare(`select key, value from ${table}`).iterate();
    return rows as Iterable<{ key: string; value: string }>;
  }

  private write(change: JournalChange): void {
    const row = rowOf(change);
    if (row.value === undefined) this.drop[row.table].run(row.key);
    else this.put[row.table].run(row.key, JSON.stringify(row.value));
  }
}

interface Row {
  readonly table: Table;
  readonly key: string;
  /** Missing where the row is deleted. */
  readonly value?: unknown;
}

function rowOf(change: JournalChange): Row {
  switch (change.type) {
    case 'remote':
      return { table: 'remote', key: change.node.id, value: change.node };
    case 'remote gone':
      return { table: 'remote', key: change.id };
    case 'synced':
      return { table: 'synced', key: change.node.id, value: change.node };
    case 'forget':
      return { table: 'synced', key: change.id };
    case 'library':
      return { table: 'libraries', key: change.library.id, value: change.library };
    case 'library gone':
      return { table: 'libraries', key: change.id };
    case 'operation':
      return { table: 'operations', key: change.operation.opId, value: change.operation };
    case 'operation done':
      return { table: 'operations', key: change.opId };
    case 'blocked':
      return { table: 'blocked', key: change.item.key, value: change.item };
    case 'unblocked':
      return { table: 'blocked', key: change.key };
    case 'placing':
      return { table: 'placing', key: change.node.identity, value: change.node };
    case 'placed':
      return { table: 'placing', key: change.identity };
    case 'replaced':
      return { table: 'replaced', key: change.file.name, value: change.file };
    case 'replaced gone':
      return { table: 'replaced', key: change.name };
    case 'vacated':
      return { table: 'vacated', key: change.place.path, value: change.place };
    case 'vacated gone':
      return { table: 'vacated', key: change.path };
    case 'meta':
      return { table: 'meta', key: change.key, value: change.value };
  }
}

import type { Version } from '#shared/documents/versions.schemas.ts';
import { diskName } from '#shared/platform/files/names.ts';
import type { FeedRow, FeedPage as Page } from '#shared/sync-feed/sync.schemas.ts';
import type { RemoteNode } from '../../planner/trees.ts';
import type {
  Confirmed,
  FeedPage,
  NewRecord,
  NewVersion,
  PendingVersion,
  VersionInfo,
} from '../../ports/remote.ts';
import { unexpectedAnswer } from './http-errors.ts';

/**
 * Translates between the contract's shapes and the engine's. A harmful answer is stopped here: ids, hashes and sizes
 * are checked by the contract's schemas, and names are made valid for every disk.
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Documents of one page of the feed. */
export const FEED_ROWS = 1000;
/** Rows of a page: the first one of a library brings all of its folders besides. */
const MOST_ROWS = 100_000;
/** The longest epoch that is stored; our server's is a UUID. */
const EPOCH_CHARACTERS = 200;

/** A page of a library's feed. Throws `RemoteError` where our server does not give such a page. */
export function pageOf(library: string, { mode, epoch, rows, cursor, more }: Page): FeedPage {
  if (rows.length > MOST_ROWS) throw unexpectedAnswer(`${rows.length} rows in one page`);
  if (epoch.length > EPOCH_CHARACTERS) throw unexpectedAnswer('An epoch without end');
  // A row with the library's own id would mix its children with what lies in the library itself.
  if (rows.some(({ id }) => id === library)) throw unexpectedAnswer('A library that lies in itself');
  return {
    mode,
    epoch,
    nodes: rows.flatMap((row) => nodeOf(library, row)),
    gone: rows.flatMap((row) => (row.kind === 'gone' ? [row.id] : [])),
    cursor,
    more,
  };
}

function nodeOf(library: string, row: FeedRow): RemoteNode[] {
  if (row.kind === 'gone') return [];
  // The server sends names that disks take; what is none is mapped here.
  const place = { id: row.id, library, parent: row.parent ?? library, name: diskName(row.diskName) };
  if (row.kind === 'folder') {
    const title = row.name === undefined || row.name === place.name ? {} : { title: row.name };
    return [{ ...place, kind: 'folder', hasDefaultLabels: row.hasDefaultLabels, ...title }];
  }
  const { _id, number, sha256, size } = row.version;
  return [
    {
      ...place,
      kind: 'record',
      version: { id: _id, number, sha256, size },
      writable: row.writable,
      rev: row.rev,
    },
  ];
}

export function infoOf(version: Version): VersionInfo {
  return {
    id: version._id,
    number: version.number ?? 0,
    sha256: version.sha256 ?? '',
    size: version.size ?? 0,
  };
}

export function pendingOf(recordId: string, version: Version): PendingVersion {
  const key = version.key ?? version._id;
  // It becomes part of the upload's address.
  if (!UUID.test(key)) throw unexpectedAnswer('An upload of another name');
  return { recordId, versionId: version._id, key };
}

/**
 * The result of a version that was sent. Throws `RemoteError` where the answer is about other bytes than `sent`: the
 * journal would record those for the file, and download them over it.
 */
export function confirmedOf(
  answer: {
    version: Version;
    outcome: 'current' | 'conflict';
    current: Version;
  },
  sent: { readonly sha256: string; readonly size: number },
): Confirmed {
  const version = infoOf(answer.version);
  const current = infoOf(answer.current);
  if (version.sha256 !== sent.sha256 || version.size !== sent.size)
    throw unexpectedAnswer('A version of other bytes');
  // Somebody else sent the same bytes first: there is nothing to choose between.
  if (answer.outcome === 'conflict' && version.sha256 === current.sha256)
    return { version: current, outcome: 'current', current };
  return { version, outcome: answer.outcome, current };
}

function fileOf({ name, size, unfinished }: Pick<NewVersion, 'name' | 'size' | 'unfinished'>) {
  return unfinished ? { name, size, unfinished } : { name, size };
}

export function versionBody({ record, base, name, size, unfinished }: NewVersion) {
  return { record, base, file: fileOf({ name, size, unfinished }), origin: 'sync', onStale: 'keep' } as const;
}

export function entryBody(record: NewRecord) {
  const [year = 1, month = 1, day = 1] = record.date.split('-').map(Number);
  const { name, title, library: group, folder: parent } = record;
  return { year, month, day, name, parent, group, title, file: fileOf(record), origin: 'sync' as const };
}

export function wizardBody(record: NewRecord, fields: NonNullable<NewRecord['fields']>) {
  const { title, notes, state, labels, documentType, scope } = fields;
  const { library: group, folder, date } = record;
  return {
    title,
    group,
    folder,
    state,
    date,
    labels: [...labels],
    file: fileOf(record),
    ...(notes === undefined ? {} : { notes }),
    ...(documentType === undefined ? {} : { documentType }),
    ...(scope === undefined ? {} : { scope: scope as 'internal' }),
  };
}

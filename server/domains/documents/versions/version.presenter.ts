import type { Viewer } from '#shared/access/visibility.ts';
import type { Confirmed, Version } from '#shared/documents/versions.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { lookup } from '../../access/names.queries.ts';
import type { RecordRow, SeenRecord, VersionRow } from '../faces/faces.queries.ts';
import { presentVersion } from '../records/record.presenter.ts';
import { findVersions } from './versions.queries.ts';

const contextOf = (record: RecordRow) => ({
  group: record.group_id,
  currentVersion: record.current_version,
  publishedVersion: record.published_version,
});

/** Versions of one record as their person sees them. For a reader the published version is the current one. */
export async function presentVersions(
  executor: Executor,
  viewer: Viewer,
  { record, face }: SeenRecord,
  rows: readonly VersionRow[],
): Promise<Version[]> {
  const names = await lookup(executor, { people: rows.map((row) => row.created_by) });
  if (face.face === 'working') {
    return rows.map((row) => presentVersion(row, contextOf(record), names, viewer));
  }
  const known = new Set(rows.map((row) => row.id));
  const context = { ...contextOf(record), currentVersion: face.version_id };
  return rows.map((row) => {
    const shown = presentVersion(row, context, names, viewer);
    return { ...shown, base: shown.base !== null && known.has(shown.base) ? shown.base : null };
  });
}

/** Ready versions of any records, each with the current version of its record. Two queries, however many. */
export async function presentConfirmed(
  executor: Executor,
  viewer: Viewer,
  rows: readonly VersionRow[],
  records: ReadonlyMap<string, RecordRow>,
): Promise<Map<string, Confirmed>> {
  const currentIds = rows.flatMap((row) => records.get(row.record_id)?.current_version ?? []);
  const known = new Map(rows.map((row) => [row.id, row]));
  const missing = currentIds.filter((id) => !known.has(id));
  const currents = new Map([
    ...known,
    ...(await findVersions(executor, missing)).map((row) => [row.id, row] as const),
  ]);
  const names = await lookup(executor, { people: [...currents.values()].map((row) => row.created_by) });
  const results = new Map<string, Confirmed>();
  for (const row of rows) {
    const record = records.get(row.record_id);
    if (!record) continue;
    const show = (each: VersionRow): Version => presentVersion(each, contextOf(record), names, viewer);
    const current = currents.get(record.current_version ?? '') ?? row;
    results.set(row.id, {
      version: show(row),
      outcome: row.conflict ? 'conflict' : 'current',
      current: show(current),
    });
  }
  return results;
}

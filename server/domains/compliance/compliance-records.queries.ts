import { type RawBuilder, sql } from 'kysely';
import type { RecordState } from '#shared/access/states.ts';
import { STATE } from '#shared/access/states.ts';
import type { Face } from '#shared/access/visibility.ts';
import type { JudgedFace, JudgedRecord, RuleMatch } from '#shared/compliance/rule.ts';
import type { Executor } from '../../platform/db/change.ts';

const uuids = (ids: Iterable<string>): RawBuilder<string[]> => sql`${`{${[...ids].join(',')}}`}::uuid[]`;

interface FaceRow {
  record_id: string;
  place: string;
  face: Face;
  version_id: string;
  state: RecordState;
  title: string;
  labels: string[];
  document_type: string | null;
  date: string;
  issued_on: string | null;
  valid_from: string | null;
  expires_on: string | null;
}

const judged = (row: FaceRow, version = row.version_id, state = row.state): JudgedFace => ({
  version,
  state,
  title: row.title,
  labels: row.labels,
  documentType: row.document_type,
  date: row.date,
  issuedOn: row.issued_on,
  validFrom: row.valid_from,
  expiresOn: row.expires_on,
});

/**
 * Which faces these rules could ask for. By document type where each rule names one: a folder of fifty thousand
 * documents then costs only what its rules ask for.
 */
function asked(matches: readonly RuleMatch[]): RawBuilder<boolean> {
  const types = new Set(matches.map((match) => match.documentType));
  const named = [...types].filter((type) => type !== null);
  return types.has(null) ? sql<boolean>`true` : sql<boolean>`f.document_type = any(${uuids(named)})`;
}

const COLUMNS = sql`f.record_id, coalesce(f.folder_id, f.group_id) as place, f.face, f.version_id, f.state, f.title, f.labels, f.document_type,
  f.date, f.issued_on, f.valid_from, f.expires_on`;

/** Where documents lie. A library's root is the place without a folder id. */
interface Place {
  readonly id: string;
  readonly group_id: string;
}

/**
 * The documents directly in these places that the rules could ask for, as they are now. Where a document is published,
 * only its snapshot is read: the working copy does not count (`facesOf`).
 */
export async function findJudged(
  executor: Executor,
  places: readonly Place[],
  matches: readonly RuleMatch[],
): Promise<Map<string, JudgedRecord[]>> {
  if (places.length === 0 || matches.length === 0) return new Map();
  const groups = new Set(places.map((place) => place.group_id));
  const roots = places.filter((place) => place.id === place.group_id).map((place) => place.id);
  const folders = places.filter((place) => place.id !== place.group_id).map((place) => place.id);
  // The library is part of the condition because the index of folders begins with it.
  const inFolders = sql<boolean>`f.group_id = any(${uuids(groups)}) and f.folder_id = any(${uuids(folders)})`;
  const inRoots = sql<boolean>`f.group_id = any(${uuids(roots)}) and f.folder_id is null`;
  const select = (where: RawBuilder<boolean>) => sql<FaceRow>`
    select ${COLUMNS} from record_faces f
    where ${where} and f.ready and not f.deleted and ${asked(matches)}
      and (f.face = 'published' or f.state <> ${STATE.published})`;
  const parts = [...(folders.length > 0 ? [inFolders] : []), ...(roots.length > 0 ? [inRoots] : [])].map(
    select,
  );
  const { rows } = await sql<FaceRow>`${sql.join(parts, sql` union all `)}`.execute(executor);
  const records = new Map<
    string,
    { folder: string; working: JudgedFace | null; published: JudgedFace | null }
  >();
  for (const row of rows) {
    const before = records.get(row.record_id);
    const record = before ?? { folder: row.place, working: null, published: null };
    record[row.face] = judged(row);
    if (!before) records.set(row.record_id, record);
  }
  return byFolder(
    [...records].map(([record, { folder, ...faces }]) => ({ folder, judged: { record, ...faces } })),
  );
}

interface PastRow extends FaceRow {
  folder_then: string | null;
  published_then: string | null;
  published_state: RecordState | null;
  current_then: string | null;
  current_state: RecordState | null;
}

/**
 * The same as it was at a moment: which documents existed, where they lay, which version was current and which
 * published, and in which states. Read from versions, reviews and the audit trail of moves. Metadata are today's
 * (docs/decisions/0013-compliance.md). What was deleted for good is missing.
 */
export async function findJudgedAt(
  executor: Executor,
  organization: string,
  folders: readonly string[],
  moment: Date,
): Promise<Map<string, JudgedRecord[]>> {
  if (folders.length === 0) return new Map();
  const { rows } = await sql<PastRow>`
    with moved as (
      select distinct on (a.target_id) a.target_id, a.before from audit_events a
      where a.organization = ${organization}::uuid and a.at > ${moment} and a.target_type = 'record'
        and a.action = 'record.move'
      order by a.target_id, a.at, a.id
    ), there as (
      select r.id, case when m.target_id is null then coalesce(r.folder_id, r.group_id)
        else coalesce(m.before ->> 'folder', m.before ->> 'group')::uuid end as folder_then
      from records r left join moved m on m.target_id = r.id
      where r.organization = ${organization}::uuid
        and (coalesce(r.folder_id, r.group_id) = any(${uuids(folders)}) or m.target_id is not null)
        and r.created_at <= ${moment} and (r.deleted_at is null or r.deleted_at > ${moment})
    )
    select t.folder_then, p.version_id as published_then, p.state as published_state, c.id as current_then,
      c.state as current_state, ${COLUMNS}
    from there t
    join record_faces f on f.record_id = t.id
    left join lateral (
      select e.version_id, e.state from (
        select v.version_id, v.to_state as state, v.at, v.id from reviews v
        where v.record_id = t.id and v.to_state in (${STATE.published}, ${STATE.obsolete}) and v.at <= ${moment}
        union all
        select v.id, ${STATE.published}::int, v.ready_at, v.id from versions v
        where v.record_id = t.id and v.was_published and v.ready_at <= ${moment}
          and not exists (select 1 from reviews x where x.version_id = v.id and x.to_state = ${STATE.published})
      ) e order by e.at desc, e.id desc limit 1
    ) p on true
    left join lateral (
      select v.id, coalesce(
        (select x.to_state from reviews x where x.version_id = v.id and x.at <= ${moment} order by x.at desc, x.id desc limit 1),
        (select x.from_state from reviews x where x.version_id = v.id order by x.at, x.id limit 1),
        v.state) as state
      from versions v
      where v.record_id = t.id and v.status = 'ready' and not v.conflict and not v.discarded and v.ready_at <= ${moment}
      order by v.number desc limit 1
    ) c on true
    where t.folder_then = any(${uuids(folders)})
  `.execute(executor);
  const records = [...Map.groupBy(rows, (row) => row.record_id)];
  return byFolder(
    records.flatMap(([record, faces]) => {
      const working = faces.find((row) => row.face === 'working');
      if (!working?.folder_then) return [];
      const snapshot = faces.find((row) => row.face === 'published') ?? working;
      const { published_then, published_state, current_then, current_state } = working;
      const shown = {
        record,
        published:
          published_then && published_state !== null
            ? judged(snapshot, published_then, published_state)
            : null,
        working: current_then && current_state !== null ? judged(working, current_then, current_state) : null,
      };
      return [{ folder: working.folder_then, judged: shown }];
    }),
  );
}

const byFolder = (all: readonly { folder: string; judged: JudgedRecord }[]): Map<string, JudgedRecord[]> => {
  const found = new Map<string, JudgedRecord[]>();
  for (const each of all) {
    const list = found.get(each.folder);
    if (list) list.push(each.judged);
    else found.set(each.folder, [each.judged]);
  }
  return found;
};

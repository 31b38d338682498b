import { SCOPES } from '#shared/access/scopes.ts';
import { type RecordState, STATE } from '#shared/access/states.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import { newId } from '../platform/ids.ts';
import { bulkText, pick } from './bulk-text.ts';

/** Stands for the parent of a top folder. */
export const ROOT = '00000000-0000-0000-0000-000000000000';

export interface BulkPlan {
  organization: string;
  /** The people who made the records, and are their authors. */
  creator: string;
  labels: readonly string[];
  types: readonly string[];
  files: readonly { sha256: string; size: number }[];
  /** This many of the first records are in one folder of the first library. */
  inOneFolder: number;
  /** Turns off foreign key checks for speed: all written rows refer to our own rows. */
  superuser: boolean;
}

export interface BulkLibrary {
  id: string;
  folders: readonly string[];
  seq: number;
}

const STATES_BY_TENTH: readonly RecordState[] = [
  ...Array<RecordState>(6).fill(STATE.published),
  STATE.draft,
  STATE.pendingReview,
  STATE.approved,
  STATE.obsolete,
];

/** One record with its version, faces and place, as rows of the tables. */
export function makeRow(
  plan: BulkPlan,
  libraries: readonly BulkLibrary[],
  at: number,
  total: number,
  next: () => number,
) {
  const anywhere = pick(next, libraries);
  const gathered = at < plan.inOneFolder;
  const library = gathered ? (libraries[0] ?? anywhere) : anywhere;
  library.seq += 1;
  const { organization, creator } = plan;
  const [id, version] = [newId(), newId()];
  const { title, name: wanted, notes } = bulkText(next, at, total);
  // A second run creates the same titles again, but names on disk must be unique.
  const name = wanted.replace('.txt', `-${library.seq}.txt`);
  const state = pick(next, STATES_BY_TENTH);
  const published = state === STATE.published || state === STATE.obsolete;
  const somewhere = next() < 0.1 ? null : pick(next, library.folders);
  const folder = gathered ? (library.folders[0] ?? null) : somewhere;
  const scope = next() < 0.8 ? 'internal' : pick(next, SCOPES);
  const moment = new Date(Date.UTC(2019, 0, 1) + Math.floor(next() * 2_850) * 86_400_000);
  const day = moment.toISOString().slice(0, 10);
  const file = pick(next, plan.files);
  const stamp = moment.toISOString();
  const face = {
    record_id: id, face: 'working', organization, group_id: library.id, folder_id: folder, scope,
    authors: [creator], created_by: creator, ready: true, deleted: false, version_id: version, number: 1, state,
    title, name, disk_name: name, disk_key: clashKey(name), notes,
    labels: plan.labels.length === 0 ? [] : [...new Set([pick(next, plan.labels), pick(next, plan.labels)])],
    document_type: plan.types.length === 0 ? null : pick(next, plan.types), date: day, file_type: 'text/plain', file_kind: 'text', size: file.size,
    title_sort: sortKey(title), name_sort: sortKey(name), search_extra: '', updated_at: stamp,
  }; // biome-ignore format: as the table reads
  return {
    record: {
      id, organization, group_id: library.id, folder_id: folder, scope, ready: true, current_version: version,
      published_version: state === STATE.published ? version : null, next_number: 2, created_by: creator,
      created_at: stamp, updated_at: stamp, rev: 1, seq: library.seq,
    }, // biome-ignore format: as the table reads
    author: { organization, record_id: id, user_id: creator, position: 0 },
    version: {
      id: version, organization, record_id: id, number: 1, state, status: 'ready', key: version, name,
      type: 'text/plain', size: file.size, sha256: file.sha256, comment: '', on_stale: 'refuse', conflict: false,
      settled: false, discarded: false, was_published: published, origin: 'api', created_by: creator,
      created_at: stamp, ready_at: stamp,
    }, // biome-ignore format: as the table reads
    faces: published ? [face, { ...face, face: 'published' }] : [face],
    place: { group_id: library.id, parent: folder ?? ROOT, key: clashKey(name), node_id: id },
  };
}

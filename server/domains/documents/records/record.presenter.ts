import type { Viewer } from '#shared/access/visibility.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { type ActingUser, todayOf } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { abilities } from '../../access/documents.policy.ts';
import { type Lookups, lookup } from '../../access/names.queries.ts';
import { findHoldsOver } from '../../keeping/holds.queries.ts';
import { findText } from '../contents/content-texts.queries.ts';
import { type FaceRow, findPublishedFace, type SeenRecord, type VersionRow } from '../faces/faces.queries.ts';
import { findVersions } from '../versions/versions.queries.ts';
import { presentRetention } from './retention.presenter.ts';

const person = (names: Lookups, id: string) =>
  names.people.get(id) ?? { _id: id, firstname: '', lastname: '' };

/**
 * A record as the wire shows it. No other function makes JSON of its rows.
 * @param at the moment that decides which holds run
 */
export async function presentRecord(
  executor: Executor,
  viewer: ActingUser,
  { record, face }: SeenRecord,
  at: Date = new Date(),
): Promise<Record> {
  const served =
    face.face === 'working' && record.published_version !== null
      ? await findPublishedFace(executor, record.id)
      : null;
  const names = await lookup(executor, {
    people: [...face.authors, record.created_by],
    groups: [face.group_id],
    folders: [face.folder_id],
    labels: [...face.labels, ...(served?.labels ?? [])],
    types: [face.document_type, served?.document_type ?? null],
  });
  const shown = [
    face.face === 'working' ? record.current_version : face.version_id,
    record.published_version,
  ];
  const rows = await findVersions(
    executor,
    shown.filter((id) => id !== null),
  );
  const versions = new Map(rows.map((row) => [row.id, row]));
  const holds = await findHoldsOver(executor, record.organization, todayOf(viewer, at), record.id);
  const retention = await presentRetention(executor, viewer, { record, face }, todayOf(viewer, at));
  const may = abilities(viewer, {
    face: face.face,
    group: face.group_id,
    authors: face.authors,
    state: face.state,
    ready: face.ready,
    published: record.published_version !== null,
  });
  const reference = (id: string | null): Record['currentVersion'] => {
    const row = id ? versions.get(id) : undefined;
    return row && row.number !== null
      ? { _id: row.id, number: row.number, state: row.state, createdAt: row.created_at.toISOString() }
      : null;
  };
  return {
    _id: record.id,
    face: face.face,
    title: face.title,
    name: face.name,
    diskName: face.disk_name,
    notes: face.notes,
    group: names.groups.get(face.group_id) ?? { _id: face.group_id, name: '' },
    folder: face.folder_id ? (names.folders.get(face.folder_id) ?? null) : null,
    state: face.state,
    labels: face.labels.flatMap((id) => names.labels.get(id) ?? []),
    file: { name: face.name, type: face.file_type, size: face.size },
    date: face.date,
    size: face.size,
    authors: face.authors.map((id) => ({ user: person(names, id) })),
    documentType: face.document_type ? (names.types.get(face.document_type) ?? null) : null,
    scope: face.scope,
    code: face.code,
    issuedOn: face.issued_on,
    validFrom: face.valid_from,
    expiresOn: face.expires_on,
    nextReviewOn: face.next_review_on,
    currentVersion: reference(face.face === 'working' ? record.current_version : face.version_id),
    publishedVersion: reference(record.published_version),
    published: served && !sameMeta(face, served) ? presentSnapshot(served, names) : null,
    text: await findText(executor, face.version_id),
    createdBy: person(names, record.created_by),
    sender: senderOf(versions.get(shown[0] ?? '')),
    createdAt: record.created_at.toISOString(),
    updatedAt: face.updated_at.toISOString(),
    rev: record.rev,
    retention,
    held: holds.length > 0,
    holds: viewer.isAdmin ? holds : [],
    may: { ...may, remove: may.remove && holds.length === 0 },
  };
}

const SNAPSHOT = [
  'title',
  'name',
  'notes',
  'labels',
  'document_type',
  'code',
  'date',
  'issued_on',
  'valid_from',
  'expires_on',
  'next_review_on',
] as const satisfies readonly (keyof FaceRow)[];

const sameMeta = (one: FaceRow, other: FaceRow): boolean =>
  SNAPSHOT.every((column) => JSON.stringify(one[column]) === JSON.stringify(other[column]));

const presentSnapshot = (face: FaceRow, names: Lookups): NonNullable<Record['published']> => ({
  title: face.title,
  name: face.name,
  notes: face.notes,
  labels: face.labels.flatMap((id) => names.labels.get(id) ?? []),
  documentType: face.document_type ? (names.types.get(face.document_type) ?? null) : null,
  code: face.code,
  date: face.date,
  issuedOn: face.issued_on,
  validFrom: face.valid_from,
  expiresOn: face.expires_on,
  nextReviewOn: face.next_review_on,
});

/** Who sent a version by a link, without an account; null for all others. */
const senderOf = (row: VersionRow | undefined): Version['sender'] =>
  row?.sender == null ? null : { name: row.sender, link: row.sent_for ?? '' };

/** What is needed beside a version's row to show it. */
export interface VersionContext {
  readonly group: string;
  readonly currentVersion: string | null;
  readonly publishedVersion: string | null;
}

/** A version as the wire shows it. Its storage key is shown only to whoever is still uploading it. */
export function presentVersion(
  row: VersionRow,
  context: VersionContext,
  names: Lookups,
  viewer: Viewer,
): Version {
  return {
    _id: row.id,
    record: row.record_id,
    group: context.group,
    key: row.status === 'pending' && row.created_by === viewer.user ? row.key : null,
    number: row.number,
    state: row.state,
    status: row.status,
    name: row.name,
    type: row.type,
    size: row.size,
    sha256: row.sha256,
    comment: row.comment,
    base: row.base,
    conflict: row.conflict,
    settled: row.settled,
    discarded: row.discarded,
    errored: row.status === 'errored',
    unfinished: row.unfinished,
    origin: row.origin,
    sender: senderOf(row),
    current: row.id === context.currentVersion,
    published: row.id === context.publishedVersion,
    createdBy: person(names, row.created_by),
    createdAt: row.created_at.toISOString(),
  };
}

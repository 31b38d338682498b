import { z } from 'zod';
import { dayIn } from '#shared/platform/days.ts';
import { PAGE } from '#shared/platform/limits.ts';
import type { MasterQuery, MasterRow, masterPage } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { createCursor } from '../../platform/lists/cursor.ts';
import { lookup } from '../access/names.queries.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import {
  countMaster,
  findApprovals,
  findMaster,
  type MasterFace,
  type MasterPosition,
} from './report-master.queries.ts';

/** PostgreSQL takes no text with a NUL, or with half a surrogate pair. */
const sortText = z
  .string()
  .max(500)
  .refine((text) => !text.includes('\0') && text.isWellFormed());
const masterCursor = createCursor(z.tuple([sortText, sortText, z.uuid()]));

/** A page of the lista maestra (docs/domain/calendars.md). @param groups null for all libraries */
export async function loadMaster(
  executor: Executor,
  actor: Actor,
  groups: ReadonlySet<string> | null,
  { cursor, limit = PAGE.default }: MasterQuery,
): Promise<z.infer<typeof masterPage>> {
  const after = masterCursor.decode(cursor);
  const found = await findMaster(executor, actor, groups, after, limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    items: await presentMaster(executor, actor, shown),
    count: await countMaster(executor, actor, groups),
    nextCursor: last ? masterCursor.encode([last.code_key, last.title_sort, last.record_id]) : null,
  };
}

/** How many are read at once. */
const PER_READ = 1000;

/** The first of all of them, and whether there are more. */
export async function loadMasterList(
  executor: Executor,
  actor: Actor,
  groups: ReadonlySet<string> | null,
  max: number,
): Promise<{ rows: MasterRow[]; faces: MasterFace[]; more: boolean }> {
  const rows: MasterRow[] = [];
  const faces: MasterFace[] = [];
  for (let after: MasterPosition | null = null; ; ) {
    const limit = Math.min(PER_READ, max + 1 - rows.length);
    const found = await findMaster(executor, actor, groups, after, limit);
    const shown = found.slice(0, max - rows.length);
    rows.push(...(await presentMaster(executor, actor, shown)));
    faces.push(...shown);
    const more = found.length > shown.length;
    const last = found.at(-1);
    if (more || !last || found.length < limit) return { rows, faces, more };
    after = [last.code_key, last.title_sort, last.record_id];
  }
}

async function presentMaster(
  executor: Executor,
  actor: Actor,
  faces: readonly MasterFace[],
): Promise<MasterRow[]> {
  if (faces.length === 0) return [];
  const { timezone } = await findOrganization(executor, actor.organization);
  const approvals = await findApprovals(executor, faces);
  const names = await lookup(executor, {
    people: [
      ...faces.map((face) => face.authors[0] ?? face.created_by),
      ...[...approvals.values()].map((each) => each.user_id),
    ],
    groups: faces.map((face) => face.group_id),
    folders: faces.map((face) => face.folder_id),
  });
  return faces.map((face) => {
    const approval = face.version_id ? approvals.get(face.version_id) : undefined;
    return {
      record: { _id: face.record_id, title: face.title },
      code: face.code ?? '',
      version: face.number,
      state: face.state,
      approvedBy: approval ? (names.people.get(approval.user_id) ?? null) : null,
      approvedOn: approval ? dayIn(timezone, approval.at) : null,
      nextReviewOn: face.next_review_on,
      expiresOn: face.expires_on,
      responsible: names.people.get(face.authors[0] ?? face.created_by) ?? null,
      group: names.groups.get(face.group_id) ?? { _id: face.group_id, name: '' },
      path: face.folder_id ? (names.folders.get(face.folder_id)?.path ?? '') : '',
    };
  });
}

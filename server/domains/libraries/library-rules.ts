import type { LibraryUpdate } from '#shared/libraries/groups.schemas.ts';
import { LOCALE } from '#shared/platform/limits.ts';
import { foldedKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { findGroups, findLabelLibraries } from './groups.queries.ts';
import type { LibraryUse } from './libraries.queries.ts';
import { endMembership, putMembership } from './memberships.ts';
import { t } from './texts.ts';

/** Adds, changes and removes members in one order, so that two saves at once wait for each other and cannot deadlock. */
export async function saveMembers(
  change: Change,
  actor: Actor,
  id: string,
  { set, remove }: NonNullable<LibraryUpdate['members']>,
): Promise<void> {
  const inOrder = <T>(all: readonly T[], key: (one: T) => string): T[] =>
    [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const leaving = new Set(remove);
  for (const { user, roles } of inOrder(set, (each) => each.user)) {
    if (leaving.has(user)) continue;
    await putMembership(change, actor.organization, id, user, roles).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') throw invalid('members', t('member'));
      throw error;
    });
  }
  for (const user of inOrder([...leaving], (each) => each)) await endMembership(change, id, user);
}

/** Refuses a name that another library has, compared without case, accents and Unicode forms. */
export async function requireFreeName(
  change: Change,
  actor: Actor,
  name: string,
  self?: string,
): Promise<void> {
  const rows = await findGroups(change.trx, actor.organization, null);
  const taken = rows.some((row) => row.id !== self && foldedKey(row.name) === foldedKey(name));
  if (taken) throw new ApiError('library_taken', { name: t('taken') });
}

export async function requireDepartment(
  change: Change,
  actor: Actor,
  department: string | null | undefined,
): Promise<void> {
  if (!department) return;
  const known = await findDepartments(change.trx, actor.organization);
  if (!known.some((each) => each._id === department)) throw invalid('department', t('department'));
}

export async function requireLabels(
  change: Change,
  actor: Actor,
  library: string,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return;
  const rows = await findLabelLibraries(change.trx, actor.organization, labels);
  const usable = rows.filter(({ groups }) => groups.length === 0 || groups.includes(library));
  if (usable.length < labels.length)
    throw new ApiError('label_not_assignable', {
      defaultLabels: t('labels'),
    });
}

export function referenced(uses: readonly LibraryUse[]): ApiError {
  const names = new Intl.ListFormat(LOCALE).format(uses.map((use) => t(`used.${use}`)));
  return new ApiError('referenced', { by: uses }, { message: t('inUse', { names }) });
}

import type { ManagedType, TypeCreate, TypeUpdate } from '#shared/labels/document-types.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import {
  countTypeUse,
  deleteType,
  findTypes,
  insertType,
  type TypeRow,
  type TypeUse,
  updateType,
} from './document-types.queries.ts';
import { lockAllLibraries } from './labels.queries.ts';
import { t } from './texts.ts';

/** Document types. The routes require an admin. */
export function createDocumentTypesService({ db, changes }: Pick<Deps, 'db' | 'changes'>) {
  async function lock(change: Change, actor: Actor): Promise<TypeRow[]> {
    await lockOrganization(change.trx, actor.organization);
    await requireAdminStill(change, actor);
    return findTypes(change.trx, actor.organization);
  }

  async function show(executor: Executor, actor: Actor, row: TypeRow): Promise<ManagedType> {
    return present(row, (await countTypeUse(executor, actor.organization)).get(row.id));
  }

  return {
    async list(actor: Actor): Promise<ManagedType[]> {
      const use = await countTypeUse(db, actor.organization);
      const rows = await findTypes(db, actor.organization);
      return rows
        .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1))
        .map((row) => present(row, use.get(row.id)));
    },

    /** @throws type_taken at name or code */
    create: (actor: Actor, body: TypeCreate): Promise<ManagedType> =>
      changes.run(actor, async (change) => {
        requireFree(await lock(change, actor), body);
        const row: TypeRow = {
          id: newId(),
          organization: actor.organization,
          name: body.name,
          code: body.code,
          default_scope: body.scope ?? null,
          ...scheduleOf(body),
          review_months: body.reviewMonths ?? null,
          rev: 0,
        };
        await insertType(change.trx, row);
        change.audit({ action: 'type.create', targetType: 'type', targetId: row.id, after: audited(row) });
        // Nothing uses it yet, and counting takes long where there are many documents.
        return present(row);
      }),

    /** @throws not_found, type_taken, rev_changed with the type as it is */
    update: (actor: Actor, id: string, body: TypeUpdate): Promise<ManagedType> =>
      changes.run(actor, async (change) => {
        const rows = await lock(change, actor);
        const before = rows.find((row) => row.id === id);
        if (!before) throw notFound();
        if (before.rev !== body.rev) {
          const current = await show(change.trx, actor, before);
          const message = t('types.changed');
          throw new ApiError('rev_changed', { current }, { message });
        }
        requireFree(
          rows.filter((row) => row.id !== id),
          body,
        );
        const after: TypeRow = {
          ...before,
          name: body.name,
          code: body.code,
          default_scope: body.scope,
          ...scheduleOf(body),
          review_months: body.reviewMonths,
          rev: before.rev + 1,
        };
        await updateType(change.trx, after);
        change.audit({
          action: 'type.update',
          targetType: 'type',
          targetId: id,
          before: audited(before),
          after: audited(after),
        });
        return show(change.trx, actor, after);
      }),

    /** @throws not_found, referenced with what still uses it */
    remove: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        await lockOrganization(change.trx, actor.organization);
        // Locks all libraries, so that no document gets the type while its use is counted.
        await lockAllLibraries(change.trx, actor.organization);
        const row = (await lock(change, actor)).find((each) => each.id === id);
        if (!row) throw notFound();
        requireUnused((await countTypeUse(change.trx, actor.organization)).get(id));
        await deleteType(change.trx, id);
        change.audit({ action: 'type.delete', targetType: 'type', targetId: id, before: audited(row) });
      }),
  };
}

/** @throws type_taken */
function requireFree(others: readonly TypeRow[], body: Pick<TypeCreate, 'name' | 'code'>): void {
  const taken: Record<string, string> = {};
  if (others.some((row) => clashKey(row.name) === clashKey(body.name))) taken.name = t('types.name');
  if (others.some((row) => clashKey(row.code) === clashKey(body.code))) taken.code = t('types.code');
  if (Object.keys(taken).length > 0) throw new ApiError('type_taken', taken);
}

const UNUSED: TypeUse = { documents: 0, rules: 0, obligations: 0 };
const SPANISH_LIST = new Intl.ListFormat('es', { type: 'conjunction' });

/** @throws referenced */
function requireUnused({ documents, rules, obligations }: TypeUse = UNUSED): void {
  const by = [
    ...(documents > 0 ? [t('types.used.documents', { count: documents })] : []),
    ...(rules > 0 ? [t('types.used.rules', { count: rules })] : []),
    ...(obligations > 0 ? [t('types.used.obligations', { count: obligations })] : []),
  ];
  if (by.length === 0) return;
  throw new ApiError('referenced', { by }, { message: t('types.inUse', { by: SPANISH_LIST.format(by) }) });
}

const audited = (row: TypeRow): object => ({
  name: row.name,
  code: row.code,
  scope: row.default_scope,
  ...presentSchedule(row),
  reviewMonths: row.review_months,
});

const scheduleOf = (body: TypeCreate) => ({
  retention: body.retention ?? 'none',
  retention_months: body.retentionMonths ?? null,
  retention_from: body.retentionFrom ?? 'creation',
  retention_basis: body.retentionBasis ?? null,
});

const presentSchedule = (row: TypeRow) => ({
  retention: row.retention,
  retentionMonths: row.retention_months,
  retentionFrom: row.retention_from,
  retentionBasis: row.retention_basis,
});

const present = (row: TypeRow, use: TypeUse = UNUSED): ManagedType => ({
  _id: row.id,
  name: row.name,
  code: row.code,
  scope: row.default_scope,
  ...presentSchedule(row),
  reviewMonths: row.review_months,
  rev: row.rev,
  ...use,
});

import type { z } from 'zod';
import type {
  DepartmentRow,
  departmentCreate,
  departmentUpdate,
} from '#shared/organization/departments.schemas.ts';
import type { Department } from '#shared/people/people.schemas.ts';
import { LOCALE } from '#shared/platform/limits.ts';
import { foldedKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeOrganization } from '../access/libraries.policy.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { createDepartment } from './department-writes.ts';
import {
  countDepartments,
  deleteDepartment,
  findDepartments,
  findHead,
  listDepartmentRows,
  type DepartmentTableRow as Row,
  updateDepartment,
} from './departments.queries.ts';
import { lockOrganization } from './organizations.queries.ts';
import { t } from './texts.ts';

/** Departments. The routes require an admin for everything but their names. */
export function createDepartmentsService({ db, changes }: Deps) {
  /** Makes changes of departments run one at a time: the places of all of them are compared. */
  const run = <T>(actor: Actor, work: (change: Change, rows: ReadonlyMap<string, Row>) => Promise<T>) =>
    changes.run(actor, async (change) => {
      await lockOrganization(change.trx, actor.organization);
      await requireAdminStill(change, actor);
      const rows = await listDepartmentRows(change.trx, actor.organization);
      return work(change, new Map(rows.map((row) => [row.id, row])));
    });

  return {
    /** For members of any library and for admins; empty for everybody else (docs/domain/roles-and-visibility.md). */
    names: async (actor: Actor): Promise<Department[]> =>
      !canSeeOrganization(actor) ? [] : findDepartments(db, actor.organization),

    list: (actor: Actor): Promise<DepartmentRow[]> => countDepartments(db, actor.organization),

    /** @throws department_taken, invalid */
    create: (actor: Actor, body: z.output<typeof departmentCreate>): Promise<DepartmentRow> =>
      run(actor, async (change, rows) => {
        requireParent(rows, body.parent);
        requireFree(rows, body.parent, body.name);
        await requireHead(change, actor, body.head);
        const id = newId();
        await createDepartment(change, actor, id, body);
        return one(change.trx, actor, id);
      }),

    /** @throws department_taken, department_cycle, rev_changed with what is current, invalid */
    update: (
      actor: Actor,
      id: string,
      { rev, ...body }: z.output<typeof departmentUpdate>,
    ): Promise<DepartmentRow> =>
      run(actor, async (change, rows) => {
        const row = rows.get(id);
        if (!row) throw notFound();
        if (rev !== undefined && rev !== row.rev) {
          throw new ApiError(
            'rev_changed',
            { current: await one(change.trx, actor, id) },
            { message: t('departments.changed') },
          );
        }
        const wanted = {
          name: body.name ?? row.name,
          parent: body.parent === undefined ? row.parent : body.parent,
          head: body.head === undefined ? row.head : body.head,
        };
        const fields = (['name', 'parent', 'head'] as const).filter((field) => wanted[field] !== row[field]);
        if (fields.length === 0) return one(change.trx, actor, id);
        if (wanted.parent !== row.parent) {
          requireParent(rows, wanted.parent);
          requireNoCycle(rows, id, wanted.parent);
        }
        requireFree(rows, wanted.parent, wanted.name, id);
        if (wanted.head !== row.head) await requireHead(change, actor, wanted.head);
        await updateDepartment(change.trx, id, { ...wanted, rev: row.rev + 1 });
        const pick = (from: typeof wanted) => Object.fromEntries(fields.map((field) => [field, from[field]]));
        change.audit({
          action: 'department.update',
          targetType: 'department',
          targetId: id,
          before: pick(row),
          after: pick(wanted),
        });
        return one(change.trx, actor, id);
      }),

    /** @throws referenced with what still uses it */
    remove: (actor: Actor, id: string): Promise<void> =>
      run(actor, async (change, rows) => {
        const row = rows.get(id);
        if (!row) throw notFound();
        const { people, libraries } = await one(change.trx, actor, id);
        const below = [...rows.values()].filter((each) => each.parent === id).length;
        const uses = [
          { by: 'departments', count: below } as const,
          { by: 'people', count: people } as const,
          { by: 'libraries', count: libraries } as const,
        ].filter(({ count }) => count > 0);
        if (uses.length > 0) throw referenced(uses);
        await deleteDepartment(change.trx, id);
        change.audit({
          action: 'department.delete',
          targetType: 'department',
          targetId: id,
          before: { name: row.name, parent: row.parent, head: row.head },
        });
      }),
  };
}

function requireParent(rows: ReadonlyMap<string, Row>, parent: string | null): void {
  if (parent !== null && !rows.has(parent)) throw invalid('parent', t('departments.parent'));
}

function requireNoCycle(rows: ReadonlyMap<string, Row>, id: string, parent: string | null): void {
  for (let at = parent; at !== null; at = rows.get(at)?.parent ?? null)
    if (at === id) throw new ApiError('department_cycle', { parent: t('departments.cycle') });
}

/** Refuses two departments of one name with the same parent, compared without case, accents and Unicode forms. */
function requireFree(
  rows: ReadonlyMap<string, Row>,
  parent: string | null,
  name: string,
  self?: string,
): void {
  const taken = [...rows.values()].some(
    (row) => row.id !== self && row.parent === parent && foldedKey(row.name) === foldedKey(name),
  );
  if (taken) throw new ApiError('department_taken', { name: t('departments.taken') });
}

async function requireHead(change: Change, actor: Actor, head: string | null): Promise<void> {
  if (head === null) return;
  const person = await findHead(change.trx, actor.organization, head);
  if (!person) throw invalid('head', t('departments.head'));
  if (!person.enabled) throw invalid('head', t('departments.disabled'));
}

async function one(executor: Executor, actor: Actor, id: string): Promise<DepartmentRow> {
  const found = (await countDepartments(executor, actor.organization)).find((each) => each._id === id);
  if (!found) throw notFound();
  return found;
}

interface Use {
  readonly by: 'departments' | 'people' | 'libraries';
  readonly count: number;
}

function referenced(uses: readonly Use[]): ApiError {
  const names = uses.map(({ by, count }) => t(`departments.used.${by}`, { count }));
  return new ApiError(
    'referenced',
    { by: uses.map(({ by }) => by) },
    { message: t('departments.inUse', { names: new Intl.ListFormat(LOCALE).format(names) }) },
  );
}

import type { z } from 'zod';
import type {
  ImportedKind,
  ImportKindName,
  ImportRun,
  TableImportReport,
  TableImportUndone,
  tableImport,
  tableImportFaults,
  tableImportRun,
} from '#shared/imports/imports.schemas.ts';
import type { TableFile, TableFormat } from '#shared/platform/files/table-file.ts';
import { IMPORT_UNDO_HOURS } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { UndoStep } from '../../platform/db/tables/organization.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type ReadTable, readTable } from '../../platform/tables/reading/read-table.ts';
import { tableIn } from '../../platform/tables/reading/table-in.ts';
import { refreshActor } from '../access/viewers.queries.ts';
import { isChangedSince } from '../audit/changed-since.queries.ts';
import type { Identity } from '../identity/identity.ts';
import { releaseInvitations } from '../identity/passwords/waiting-invitations.queries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import {
  deleteImport,
  findImports,
  insertImport,
  lockImport,
} from '../organization/table-imports.queries.ts';
import { peopleUndoUntil } from '../people/undo-people.ts';
import { writeFaults, writeTemplate } from './files/write-import.ts';
import { createImportServices, type ImportServices } from './import-services.ts';
import type { ImportKind } from './kinds/kind.ts';
import { KINDS, UNDOABLE } from './kinds/kinds.ts';
import { planTable, reportOf, type TablePlan } from './plan-table.ts';
import { sentenceOf } from './sentence-of.ts';
import { t } from './texts.ts';

type Kind = ImportKind<string>;
type Table = ReadTable<string>;

const HOUR_MS = 3_600_000;

/** A link that was handed over changes nobody. */
const NO_CHANGES = ['user.access_link'];

/** Until when an import can be undone. */
const undoUntil = ({ kind, made_at }: { readonly kind: ImportedKind; readonly made_at: Date }): Date =>
  kind === 'people' ? peopleUndoUntil(made_at) : new Date(made_at.getTime() + IMPORT_UNDO_HOURS * HOUR_MS);

const late = ({ kind }: { readonly kind: ImportedKind }): ApiError =>
  new ApiError('conflict', undefined, { message: t(kind === 'people' ? 'invited' : 'late') });

/** Imports of tables (docs/domain/imports.md). The routes require an admin. */
export function createImportsService(deps: Deps, identity: Identity) {
  const { db, changes, now } = deps;
  const kindOf = (name: ImportKindName): Kind => KINDS[name];
  const read = (kind: Kind, input: z.output<typeof tableImport>): Promise<Table> =>
    tableIn(input.file, (bytes) => readTable(bytes, kind.columns));

  const plan = async (executor: Executor, actor: Actor, kind: Kind, table: Table): Promise<TablePlan> =>
    planTable(table, await kind.prepare(executor, actor, table.rows), kind.columns);

  /** Reads the actor again, behind the organization's lock. @throws disabled, forbidden */
  const admin = async ({ trx }: Change, caller: Actor): Promise<Actor> => {
    // Names are compared behind this lock: everything that makes one takes it first.
    await lockOrganization(trx, caller.organization);
    const actor = await refreshActor(trx, caller);
    if (!actor) throw new ApiError('disabled');
    if (!actor.isAdmin) throw new ApiError('forbidden');
    return actor;
  };

  return {
    template: (name: ImportKindName, format: TableFormat): Promise<TableFile> =>
      writeTemplate(t(`kinds.${name}`), kindOf(name).columns, format),

    /** What an import of this table would do. Changes nothing. @throws invalid where it is no table */
    async check(
      actor: Actor,
      name: ImportKindName,
      input: z.output<typeof tableImport>,
    ): Promise<TableImportReport> {
      const kind = kindOf(name);
      const table = await read(kind, input);
      return reportOf(table, await plan(db, actor, kind, table));
    },

    /** The same table with what is wrong beside each row. Changes nothing. @throws invalid where it is no table */
    async faults(
      actor: Actor,
      name: ImportKindName,
      input: z.output<typeof tableImportFaults>,
    ): Promise<TableFile> {
      const kind = kindOf(name);
      const table = await read(kind, input);
      const { faults } = await plan(db, actor, kind, table);
      return writeFaults(t(`kinds.${name}`), table.given, faults, input.format);
    },

    /**
     * Imports everything, or nothing where one row is wrong and wrong rows are not to be skipped. Importing the same
     * table again changes nothing, so two imports at once make nothing twice.
     * @throws import_invalid with the report; invalid where it is no table
     */
    async run(
      caller: Actor,
      name: ImportKindName,
      input: z.output<typeof tableImportRun>,
    ): Promise<TableImportReport> {
      const kind = kindOf(name);
      const table = await read(kind, input);
      accepted(table, await plan(db, caller, kind, table), input.skipFaulty);
      return changes.run(caller, async (change) => {
        const actor = await admin(change, caller);
        // Planned again behind the lock: nobody else makes or renames such things until the commit.
        const planned = accepted(table, await plan(change.trx, actor, kind, table), input.skipFaulty);
        const steps = await writeAll(createImportServices(deps, identity, change, actor), table, planned);
        if (steps.length === 0) return reportOf(table, planned);
        const id = newId();
        const row = {
          ...{ id, organization: actor.organization, made_by: actor.user, made_at: change.at },
          ...{ kind: name, steps },
        };
        await insertImport(change.trx, row);
        return reportOf(table, planned, id);
      });
    },

    /** What the caller has imported and can undo, the newest first. */
    async runs({ organization, user }: Actor): Promise<ImportRun[]> {
      const at = now();
      const since = new Date(at.getTime() - IMPORT_UNDO_HOURS * HOUR_MS);
      const rows = await findImports(db, { organization, user, since });
      return rows
        .filter((row) => undoUntil(row) > at)
        .map((row) => {
          const changed = new Set(row.steps.filter(({ what }) => what === 'restore').map(({ id }) => id));
          return {
            ...{ _id: row.id, kind: row.kind, at: row.made_at.toISOString() },
            until: undoUntil(row).toISOString(),
            ...{ created: row.steps.filter(({ what }) => what === 'remove').length, changed: changed.size },
          };
        });
    },

    /**
     * Sends the invitations of an import of people without waiting for the end of the time to undo it, and ends that time.
     * @throws not_found, conflict where they have left
     */
    invite: (caller: Actor, id: string): Promise<void> =>
      changes.run(caller, async (change) => {
        const { organization, user } = await admin(change, caller);
        const row = await lockImport(change.trx, { organization, user, id });
        if (row?.kind !== 'people') throw notFound();
        if (now() > undoUntil(row)) throw late(row);
        const made = row.steps.filter(({ what, of }) => what === 'remove' && of === 'user');
        await releaseInvitations(
          change.trx,
          id,
          made.map((step) => step.id),
          change.at,
        );
        await deleteImport(change.trx, id);
      }),

    /**
     * Takes back what an import of the caller made and changed. What is used by now, or was changed since, stays and is
     * named.
     * @throws not_found, conflict where it was too long ago
     */
    undo: (caller: Actor, id: string): Promise<TableImportUndone> =>
      changes.run(caller, async (change) => {
        const actor = await admin(change, caller);
        const row = await lockImport(change.trx, { organization: actor.organization, user: actor.user, id });
        if (!row) throw notFound();
        if (now() > undoUntil(row)) throw late(row);
        const services = createImportServices(deps, identity, change, actor);
        const kind = UNDOABLE[row.kind];
        const kept: TableImportUndone['kept'] = [];
        // The last one first: what lies below goes before what it lies in.
        for (const step of row.steps.toReversed()) {
          try {
            // What was restored says itself whether it changed since; what was made has only the trail to tell.
            const since = { organization: actor.organization, target: step.id, moment: row.made_at };
            if (step.what === 'remove' && (await isChangedSince(change.trx, since, NO_CHANGES)))
              throw new ApiError('rev_changed', undefined, { message: t('changed') });
            await kind.undo(services, step);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            const isInvited = row.kind === 'people' && step.what === 'remove' && step.of === 'user';
            const reason = sentenceOf(error);
            kept.push({ name: step.name, reason: isInvited ? t('stillInvited', { reason }) : reason });
          }
        }
        await deleteImport(change.trx, id);
        return { undone: row.steps.length - kept.length, kept: kept.toReversed() };
      }),
  };
}

/** @throws import_invalid where anything is wrong; where wrong rows are skipped, only if nothing is left to do */
function accepted(table: Table, plan: TablePlan, skipFaulty: boolean): TablePlan {
  const skips = skipFaulty && plan.rows.some(({ what }) => what !== 'same');
  if (plan.faults.length > 0 && !skips) throw new ApiError('import_invalid', reportOf(table, plan));
  return plan;
}

/** Writes the rows in their order. @throws import_invalid naming the row that a service refuses */
async function writeAll(services: ImportServices, table: Table, plan: TablePlan): Promise<UndoStep[]> {
  const steps: UndoStep[] = [];
  for (const { row, write } of plan.rows) {
    if (!write) continue;
    try {
      steps.push(...(await write(services)));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const faults = [...plan.faults, { row, column: null, message: sentenceOf(error) }];
      throw new ApiError('import_invalid', reportOf(table, { rows: plan.rows, faults }));
    }
  }
  return steps;
}

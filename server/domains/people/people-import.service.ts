import type { z } from 'zod';
import { rut } from '#shared/people/people.schemas.ts';
import type { Account, ImportReport, userImport, userImportRun } from '#shared/people/users.schemas.ts';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { joinPath, splitPath } from '#shared/platform/tree-path.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { UndoStep } from '../../platform/db/tables/organization.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { countDisclosures, disclosureLimitError } from '../../platform/limits/disclosure-limit.ts';
import { presentSheets, tableIn } from '../../platform/tables/reading/table-in.ts';
import type { Directory, FirstSignIn } from '../identity/directory.ts';
import type { Identity } from '../identity/identity.ts';
import { invitationKey } from '../identity/passwords/waiting-invitations.queries.ts';
import { findGroups } from '../libraries/groups.queries.ts';
import { departmentKey, departmentPaths } from '../organization/department-paths.ts';
import { createDepartment } from '../organization/department-writes.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { insertImport } from '../organization/table-imports.queries.ts';
import { type ImportPlan, type KnownPeople, planImport } from './files/plan-import.ts';
import { type PeopleTable, readTable } from './files/read-table.ts';
import { writeFaults } from './files/write-people.ts';
import { emailsElsewhere, findPeopleByEmail, findRuts } from './people-list.queries.ts';
import {
  createPerson,
  differing,
  emailConflict,
  lockGroups,
  lockPeople,
  requirePerson,
  updatePerson,
} from './people-writes.ts';
import { invitationsLeave, nameOf, peopleUndoUntil, restoring } from './undo-people.ts';

type Given = z.output<typeof userImport>;

export function createPeopleImportService(deps: Deps, { directory }: Identity) {
  const { db, changes } = deps;
  return {
    /** What an import of this file would do. Changes nothing. @throws invalid where it is no table, rate_limited */
    async check(actor: Actor, input: Given): Promise<ImportReport> {
      const table = await tableOf(input);
      const known = await knownTo(db, actor, table);
      return reportOf(table, planImport(table, (await tellable(deps, actor, known)).known, input));
    },

    /** The same table with what is wrong beside each row. Changes nothing. @throws invalid, rate_limited */
    async faults(actor: Actor, input: Given): Promise<TableFile> {
      const table = await tableOf(input);
      const known = await knownTo(db, actor, table);
      const { faults } = planImport(table, (await tellable(deps, actor, known)).known, input);
      const format = /\.xlsx$/i.test(input.file.name) ? 'xlsx' : 'csv';
      return writeFaults(table.given, faults, format);
    },

    /**
     * Imports everything, or nothing where one row is wrong and wrong rows are not to be skipped. Importing the same file again changes nothing.
     * @throws import_invalid with the report, invalid, email_taken, conflict, rate_limited
     */
    async run(actor: Actor, input: z.output<typeof userImportRun>): Promise<ImportReport> {
      const table = await tableOf(input);
      const { known, whole } = await tellable(deps, actor, await knownTo(db, actor, table));
      // Which rows were skipped would tell of more e-mails in other organizations than may be told.
      if (input.skipFaulty && !whole) throw disclosureLimitError();
      const planned = accepted(table, planImport(table, known, input), input);
      // Hashing takes longer than a transaction may.
      const firsts = await prepareAll(directory, creationsOf(planned));
      return emailConflict(
        changes.run(actor, async (change) => {
          await lockPeople(change, actor);
          // Planned again behind the lock: nobody else changes people until the commit.
          const now = await knownTo(change.trx, actor, table);
          const wanted = accepted(table, planImport(table, now, input), input);
          const made = await createDepartments(change, actor, wanted, now.departments);
          const plan = planImport(table, { ...now, departments: [...now.departments, ...made] }, input);
          await lockGroups(change, actor, groupsOf(plan));
          const created = new Map<string, string>();
          const run = newId();
          const until = peopleUndoUntil(change.at);
          const steps: UndoStep[] = made.map(({ id, name }) => ({
            what: 'remove',
            of: 'department',
            id,
            name,
          }));
          for (const row of plan.rows) {
            if (row.what === 'create') {
              const first = firsts.get(row.email);
              // They existed a moment ago.
              if (first === undefined) throw new ApiError('conflict');
              const id = newId();
              const waits = { key: invitationKey(run, id), availableAt: invitationsLeave(until) };
              await createPerson(change, directory, actor, id, row.create, first, waits);
              created.set(row.email, id);
              steps.push({ what: 'remove', of: 'user', id, name: nameOf(row) });
            } else if (row.what === 'update') {
              const before = await requirePerson(directory, change.trx, actor.organization, row.user);
              await updatePerson(change, directory, actor, before, row.update);
              const differences = differing(
                before,
                await directory.get(change.trx, actor.organization, row.user),
              );
              const known = now.people.get(row.email);
              if (known) steps.push(restoring(known, row.update));
              if (!differences) continue;
              change.audit({
                action: 'user.updated',
                targetType: 'user',
                targetId: row.user,
                ...differences,
              });
              change.announce({ kind: 'access.changed', user: row.user });
            }
          }
          if (steps.length > 0)
            await insertImport(change.trx, {
              ...{ id: run, organization: actor.organization, made_by: actor.user, made_at: change.at },
              ...{ kind: 'people', steps },
            });
          const undoable = steps.length > 0 ? { _id: run, until: until.toISOString() } : null;
          return reportOf(table, { ...plan, departments: wanted.departments }, created, undoable);
        }),
      );
    },
  };
}

const tableOf = ({ file }: Given): Promise<PeopleTable> => tableIn(file, readTable);

/** The RUTs of a table, as they are stored. What is none is refused elsewhere. */
const rutsOf = ({ rows }: PeopleTable): string[] =>
  rows.flatMap(({ cells }) => rut.safeParse(cells.rut).data ?? []);

/** What the rows of a table refer to, as it is now. */
async function knownTo(executor: Executor, actor: Actor, table: PeopleTable): Promise<KnownPeople> {
  const { organization } = actor;
  const emails = [...new Set(table.rows.map(({ cells }) => (cells.email ?? '').toLowerCase()))];
  const people = await findPeopleByEmail(executor, organization, emails);
  const departments = await findDepartments(executor, organization);
  const groups = await findGroups(executor, organization, null);
  return {
    people: new Map(people.map((person): [string, Account] => [person.email, person])),
    elsewhere: await emailsElsewhere(executor, organization, emails),
    ruts: await findRuts(executor, organization, rutsOf(table)),
    departments: departmentPaths(departments),
    libraries: groups.map(({ id, name }) => ({ id, name })),
  };
}

/**
 * The e-mails of the table that are used in other organizations, as many as the actor may still be told of. With the
 * rest left out the table is refused all the same; they are reported once these are corrected.
 *
 * @returns `whole`: whether all of them may be told
 * @throws rate_limited
 */
async function tellable(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  known: KnownPeople,
): Promise<{ known: KnownPeople; whole: boolean }> {
  const told = await countDisclosures(deps, 'taken', actor.user, known.elsewhere.size);
  const elsewhere = new Set([...known.elsewhere].slice(0, told));
  return { known: { ...known, elsewhere }, whole: elsewhere.size === known.elsewhere.size };
}

/** Creates the departments that the rows of a plan need, each once, with those above them that are missing. */
async function createDepartments(
  change: Change,
  actor: Actor,
  { rows }: ImportPlan,
  known: KnownPeople['departments'],
): Promise<{ id: string; name: string; path: string }[]> {
  const made: { id: string; name: string; path: string }[] = [];
  const idOf = (path: string): string | undefined =>
    [...known, ...made].find(
      (each) => each.path !== undefined && departmentKey(each.path) === departmentKey(path),
    )?.id;
  for (const { newDepartment } of rows) {
    const names = newDepartment === undefined ? [] : splitPath(newDepartment);
    let parent: string | null = null;
    for (const [at, name] of names.entries()) {
      const path = joinPath(names.slice(0, at + 1));
      const there = idOf(path);
      const id: string = there ?? newId();
      if (there === undefined) {
        await createDepartment(change, actor, id, { name, parent, head: null });
        made.push({ id, name, path });
      }
      parent = id;
    }
  }
  return made;
}

/** @param created ids by e-mail */
function reportOf(
  table: PeopleTable,
  { rows, faults, departments }: ImportPlan,
  created: ReadonlyMap<string, string> = new Map(),
  undoable: ImportReport['import'] = null,
): ImportReport {
  return {
    rows: rows.map(({ row, what, email, firstname, lastname, was, gives }) => ({
      gives,
      row,
      what,
      email,
      firstname,
      lastname,
      ...(was === undefined ? {} : { was }),
      ...(created.has(email) ? { user: created.get(email) } : {}),
    })),
    faults: faults.slice(0, IMPORT.faultsShown),
    faultCount: faults.length,
    ignored: [...table.ignored],
    sheets: presentSheets(table),
    departments: [...departments],
    import: undoable,
  };
}

/** @throws import_invalid where anything is wrong; where wrong rows are skipped, only if nothing is left to do */
function accepted(table: PeopleTable, plan: ImportPlan, { skipFaulty }: { skipFaulty: boolean }): ImportPlan {
  const skips = skipFaulty && plan.rows.some(({ what }) => what !== 'same');
  if (plan.faults.length > 0 && !skips) throw new ApiError('import_invalid', reportOf(table, plan));
  return plan;
}

const creationsOf = ({ rows }: ImportPlan): string[] =>
  rows.flatMap((row) => (row.what === 'create' ? [row.email] : []));

const groupsOf = ({ rows }: ImportPlan): string[] =>
  rows.flatMap((row) => {
    if (row.what === 'same') return [];
    const { libraries = [] } = row.what === 'create' ? row.create : row.update;
    return libraries.map(({ group }) => group);
  });

/** Makes a password for each, two at a time: people who sign in meanwhile need the processors too. */
async function prepareAll(
  directory: Directory,
  emails: readonly string[],
): Promise<Map<string, FirstSignIn | null>> {
  const firsts = new Map<string, FirstSignIn | null>();
  const waiting = [...emails];
  const worker = async (): Promise<void> => {
    for (let email = waiting.pop(); email !== undefined; email = waiting.pop())
      firsts.set(email, await directory.prepareFirstSignIn());
  };
  await Promise.all([worker(), worker()]);
  return firsts;
}

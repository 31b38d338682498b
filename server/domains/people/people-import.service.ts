import type { z } from 'zod';
import type { Account, ImportReport, userImport } from '#shared/people/users.schemas.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { countDisclosures } from '../../platform/limits/disclosure-limit.ts';
import type { Directory, FirstSignIn } from '../identity/directory.ts';
import type { Identity } from '../identity/identity.ts';
import { findGroups } from '../libraries/groups.queries.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { type ImportPlan, type KnownPeople, planImport } from './files/plan-import.ts';
import { type PeopleTable, readTable } from './files/read-table.ts';
import { TableFault } from './files/table-fault.ts';
import { emailsElsewhere, findPeopleByEmail } from './people-list.queries.ts';
import {
  createPerson,
  differing,
  emailConflict,
  lockGroups,
  lockPeople,
  requirePerson,
  updatePerson,
} from './people-writes.ts';

type Given = z.output<typeof userImport>;

export function createPeopleImportService(deps: Deps, { directory }: Identity) {
  const { db, changes } = deps;
  return {
    /** What an import of this file would do. Changes nothing. @throws invalid where it is no table, rate_limited */
    async check(actor: Actor, input: Given): Promise<ImportReport> {
      const table = await tableOf(input);
      return reportOf(table, planImport(table, await tellable(deps, actor, await knownTo(db, actor, table))));
    },

    /**
     * Imports everything, or nothing where one row is wrong. Importing the same file again changes nothing.
     * @throws import_invalid with the report, invalid, email_taken, conflict, rate_limited
     */
    async run(actor: Actor, input: Given): Promise<ImportReport> {
      const table = await tableOf(input);
      const known = await tellable(deps, actor, await knownTo(db, actor, table));
      const planned = accepted(table, planImport(table, known));
      // Hashing takes longer than a transaction may.
      const firsts = await prepareAll(directory, creationsOf(planned));
      return emailConflict(
        changes.run(actor, async (change) => {
          await lockPeople(change, actor);
          // Planned again behind the lock: nobody else changes people until the commit.
          const plan = accepted(table, planImport(table, await knownTo(change.trx, actor, table)));
          await lockGroups(change, actor, groupsOf(plan));
          for (const row of plan.rows) {
            if (row.what === 'create') {
              const first = firsts.get(row.email);
              // They existed a moment ago.
              if (first === undefined) throw new ApiError('conflict');
              await createPerson(change, directory, actor, newId(), row.create, first);
            } else if (row.what === 'update') {
              const before = await requirePerson(directory, change.trx, actor.organization, row.user);
              await updatePerson(change, directory, actor, before, row.update);
              const differences = differing(
                before,
                await directory.get(change.trx, actor.organization, row.user),
              );
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
          return reportOf(table, plan);
        }),
      );
    },
  };
}

async function tableOf({ file }: Given): Promise<PeopleTable> {
  try {
    return await readTable(Buffer.from(file.data, 'base64'));
  } catch (error) {
    if (error instanceof TableFault) throw invalid('file', error.message);
    throw error;
  }
}

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
    departments: departments.map(({ _id: id, name }) => ({ id, name })),
    libraries: groups.map(({ id, name }) => ({ id, name })),
  };
}

/**
 * The e-mails of the table that are used in other organizations, as many as the actor may still be told of. With the
 * rest left out the table is refused all the same; they are reported once these are corrected.
 * @throws rate_limited
 */
async function tellable(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  known: KnownPeople,
): Promise<KnownPeople> {
  const told = await countDisclosures(deps, 'taken', actor.user, known.elsewhere.size);
  return { ...known, elsewhere: new Set([...known.elsewhere].slice(0, told)) };
}

function reportOf(table: PeopleTable, { rows, faults }: ImportPlan): ImportReport {
  return {
    rows: rows.map(({ row, what, email, firstname, lastname }) => ({
      row,
      what,
      email,
      firstname,
      lastname,
    })),
    faults: faults.slice(0, IMPORT.faultsShown),
    faultCount: faults.length,
    ignored: [...table.ignored],
  };
}

/** @throws import_invalid where anything is wrong */
function accepted(table: PeopleTable, plan: ImportPlan): ImportPlan {
  if (plan.faults.length > 0) throw new ApiError('import_invalid', reportOf(table, plan));
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

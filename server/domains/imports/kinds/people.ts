import type { Account } from '#shared/people/users.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { TableRow } from '../../../platform/tables/reading/read-table.ts';
import { findPeopleByEmail } from '../../people/people-list.queries.ts';
import { t } from '../texts.ts';
import type { Fail } from './kind.ts';

/** The people of the organization whose e-mails stand in these columns, by e-mail. */
export async function peopleNamedIn<Column extends string>(
  executor: Executor,
  actor: Actor,
  rows: readonly TableRow<Column>[],
  columns: readonly Column[],
): Promise<ReadonlyMap<string, Account>> {
  const emails = rows.flatMap(({ cells }) => columns.flatMap((column) => cells[column]?.toLowerCase() || []));
  const people = await findPeopleByEmail(executor, actor.organization, [...new Set(emails)]);
  return new Map(people.map((person) => [person.email, person]));
}

/** Who a cell names by e-mail, with an account in use. @returns null where it failed */
export function personIn<Column extends string>(
  people: ReadonlyMap<string, Account>,
  column: Column,
  email: string,
  fail: Fail<Column>,
): Account | null {
  const person = people.get(email.toLowerCase());
  if (person?.enabled) return person;
  fail(column, t(person ? 'person.disabled' : 'person.unknown', { email }));
  return null;
}

export const personWords = (person: { firstname: string; lastname: string } | null): string =>
  person === null ? '' : `${person.firstname} ${person.lastname}`.trim();

import type { Executor } from '../../platform/db/change.ts';

/** Somebody of an organization, and whether their account is in use. */
export const findColleague = (executor: Executor, organization: string, user: string) =>
  executor
    .selectFrom('users')
    .select(['id', 'enabled', 'firstname', 'lastname'])
    .where('organization', '=', organization)
    .where('id', '=', user)
    .executeTakeFirst();

import type { Config } from '../config.ts';
import type { Executor } from '../db/change.ts';
import type { OrganizationSettings } from '../db/tables/organization.ts';

/** The largest file that an organization takes, in bytes: its own setting, never above the installation's. */
export async function uploadLimit(executor: Executor, config: Config, organization: string): Promise<number> {
  const row = await executor
    .selectFrom('organizations')
    .select('settings')
    .where('id', '=', organization)
    .executeTakeFirst();
  return limitOf(row?.settings ?? {}, config);
}

export const limitOf = (settings: OrganizationSettings, config: Config): number =>
  Math.min(settings.uploadLimit ?? config.uploadLimit, config.uploadLimit);

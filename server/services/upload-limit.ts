import type { Config } from '../config.ts';
import type { Executor } from '../db/change.ts';

/** The largest file that an organization takes, in bytes: its own setting, never above the installation's. */
export async function uploadLimit(executor: Executor, config: Config, organization: string): Promise<number> {
  const row = await executor
    .selectFrom('organizations')
    .select('settings')
    .where('id', '=', organization)
    .executeTakeFirst();
  return Math.min(row?.settings.uploadLimit ?? config.uploadLimit, config.uploadLimit);
}

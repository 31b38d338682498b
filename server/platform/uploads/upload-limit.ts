import { settingsInForce } from '#shared/organization/settings.ts';
import type { FileKind } from '#shared/platform/files/file-kinds.ts';
import type { Config } from '../../config.ts';
import type { Executor } from '../db/change.ts';
import type { OrganizationSettings } from '../db/tables/organization.ts';

/** What an organization accepts: its own settings, never above the installation's. */
export interface UploadRules {
  /** The largest file, in bytes. */
  readonly limit: number;
  readonly kinds: readonly FileKind[];
}

export async function uploadRules(
  executor: Executor,
  config: Config,
  organization: string,
): Promise<UploadRules> {
  const { settings } = await executor
    .selectFrom('organizations')
    .select('settings')
    .where('id', '=', organization)
    .executeTakeFirstOrThrow();
  return { limit: limitOf(settings, config), kinds: settingsInForce(settings).fileKinds };
}

export const limitOf = (settings: OrganizationSettings, config: Config): number =>
  Math.min(settings.uploadLimit ?? config.uploadLimit, config.uploadLimit);

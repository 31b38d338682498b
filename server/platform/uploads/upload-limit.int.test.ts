import { describe, expect, it } from 'vitest';
import { FILE_KINDS, type FileKind } from '#shared/platform/files/file-kinds.ts';
import type { Config } from '../../config.ts';
import { createFactories } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import type { OrganizationSettings } from '../db/tables/organization.ts';
import { uploadRules } from './upload-limit.ts';

describe('what an organization accepts', () => {
  const database = useTestDatabase('pglite');
  const config = { uploadLimit: 1000 } as Config;
  /** The rules of an organization with these settings, beside another one that takes almost nothing. */
  async function rulesWith(settings: Partial<OrganizationSettings>) {
    const { db } = database();
    const make = createFactories(db);
    const [{ id }, other] = [await make.organization(), await make.organization()];
    for (const [of, chosen] of [
      [id, settings],
      [other.id, { uploadLimit: 1, fileKinds: [] }],
    ] as const)
      await db
        .updateTable('organizations')
        .set({ settings: JSON.stringify(chosen) })
        .where('id', '=', of)
        .execute();
    return uploadRules(db, config, id);
  }

  it('is what the installation does, of every kind, where it chose nothing', async () => {
    expect(await rulesWith({})).toEqual({ limit: 1000, kinds: FILE_KINDS });
  });

  it('is what it chose, and never above the installation’s limit', async () => {
    const fileKinds = FILE_KINDS.slice(0, 1) as FileKind[];
    expect(await rulesWith({ uploadLimit: 999, fileKinds })).toEqual({ limit: 999, kinds: fileKinds });
    expect(await rulesWith({ uploadLimit: 1001 })).toMatchObject({ limit: 1000 });
  });
});

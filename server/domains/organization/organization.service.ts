import { buffer } from 'node:stream/consumers';
import { imageHead } from '#shared/documents/image-head.ts';
import type { Profile, ProfileUpdate } from '#shared/organization/organization.schemas.ts';
import { LOGO_BYTES_MAX, LOGO_SIDE } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { lockBlobs } from '../../platform/storage/blobs.queries.ts';
import { keepBytes } from '../../platform/storage/keep-bytes.ts';
import { BytesCollected } from '../../platform/storage/lock-contents.ts';
import { StorageError } from '../../platform/storage/storage.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import {
  findEnabledPeople,
  findOrganization,
  lockOrganization,
  type OrganizationRow,
  updateOrganization,
} from './organizations.queries.ts';
import { t } from './texts.ts';

type Columns = Partial<
  Pick<OrganizationRow, 'name' | 'tax_id' | 'email' | 'phone' | 'address' | 'timezone' | 'logo' | 'logo_type'>
>;

/** The organization's profile and logo. The routes require an admin, apart from reading the logo. */
export function createOrganizationService({
  db,
  changes,
  storage,
}: Pick<Deps, 'db' | 'changes' | 'storage'>) {
  async function write(change: Change, actor: Actor, rev: number, columns: Columns): Promise<Profile> {
    await lockOrganization(change.trx, actor.organization);
    await requireAdminStill(change, actor);
    const before = await findOrganization(change.trx, actor.organization);
    if (before.rev !== rev) {
      const message = t('profile.changed');
      throw new ApiError('rev_changed', { current: present(before) }, { message });
    }
    const changed = (Object.keys(columns) as (keyof Columns)[]).filter((key) => columns[key] !== before[key]);
    if (changed.length === 0) return present(before);
    await updateOrganization(change.trx, actor.organization, { ...columns, rev: rev + 1 });
    const after = await findOrganization(change.trx, actor.organization);
    const of = (row: OrganizationRow) => Object.fromEntries(changed.map((key) => [key, row[key]]));
    change.audit({
      action: 'organization.update',
      targetType: 'organization',
      targetId: actor.organization,
      before: of(before),
      after: of(after),
    });
    // Everybody's top bar shows name and logo, so screens fetch their session again.
    if (changed.some((key) => key === 'name' || key === 'logo')) {
      const people = await findEnabledPeople(change.trx, actor.organization);
      for (const id of people) change.announce({ kind: 'access.changed', user: id });
    }
    return present(after);
  }

  return {
    profile: async (actor: Actor): Promise<Profile> =>
      present(await findOrganization(db, actor.organization)),

    /** @throws rev_changed with the profile as it is */
    update: (
      actor: Actor,
      { name, taxId, email, phone, address, timezone, rev }: ProfileUpdate,
    ): Promise<Profile> =>
      changes.run(actor, (change) =>
        write(change, actor, rev, { name, tax_id: taxId, email, phone, address, timezone }),
      ),

    /** @throws invalid (wrong kind by its first bytes, too many bytes, wrong sides), rev_changed, unavailable */
    async setLogo(actor: Actor, { data, rev }: { data: string; rev: number }): Promise<Profile> {
      const { bytes, type } = readLogo(data);
      for (let attempt = 1; ; attempt += 1) {
        try {
          const kept = await keepBytes(storage, bytes);
          return await changes.run(actor, async (change) => {
            // Locks the hash first: garbage collection looks for unused files under the same lock.
            await lockBlobs(change.trx, [kept]);
            if (!(await storage.stat(kept.sha256))) throw new BytesCollected('collected meanwhile');
            return write(change, actor, rev, { logo: kept.sha256, logo_type: type });
          });
        } catch (error) {
          if (error instanceof StorageError) throw new ApiError('unavailable', undefined, { retryAfter: 30 });
          if (!(error instanceof BytesCollected) || attempt >= 3) throw error;
        }
      }
    },

    /** @throws rev_changed */
    removeLogo: (actor: Actor, rev: number): Promise<Profile> =>
      changes.run(actor, (change) => write(change, actor, rev, { logo: null, logo_type: null })),

    /** @throws not_found where there is none, unavailable */
    async logo(
      actor: Actor,
    ): Promise<{ readonly type: string; readonly bytes: Uint8Array; readonly sha256: string }> {
      const { logo, logo_type } = await findOrganization(db, actor.organization);
      if (!logo || !logo_type) throw notFound();
      try {
        return { type: logo_type, bytes: await buffer(await storage.open(logo)), sha256: logo };
      } catch {
        throw new ApiError('unavailable', undefined, { retryAfter: 30 });
      }
    },
  };
}

const TAKEN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Judges the logo by its bytes, not its name: it may run nothing, and may not unpack to gigabytes. */
function readLogo(data: string): { bytes: Uint8Array; type: string } {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0) throw invalid('data', t('logo.empty'));
  if (bytes.length > LOGO_BYTES_MAX) throw invalid('data', t('logo.large'));
  const head = imageHead(bytes);
  if (!head || !TAKEN.has(head.type)) throw invalid('data', t('logo.kind'));
  const sides = [head.width, head.height];
  if (sides.some((side) => side < LOGO_SIDE.min || side > LOGO_SIDE.max)) {
    const { min, max } = LOGO_SIDE;
    throw invalid('data', t('logo.side', { min, max }));
  }
  return { bytes, type: head.type };
}

const present = (row: OrganizationRow): Profile => ({
  _id: row.id,
  name: row.name,
  taxId: row.tax_id,
  email: row.email,
  phone: row.phone,
  address: row.address,
  timezone: row.timezone,
  logo: row.logo,
  rev: row.rev,
});

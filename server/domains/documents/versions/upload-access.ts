import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { id } from '#shared/platform/primitives.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { VersionsTable } from '../../../platform/db/tables/documents.ts';
import type { OrganizationSettings } from '../../../platform/db/tables/organization.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { requireFree, requireRoom } from '../../../platform/uploads/room.ts';
import { limitOf } from '../../../platform/uploads/upload-limit.ts';
import { checkEntry, type Entrant } from '../../identity/authenticate.ts';
import type { TokenVerifier } from '../../identity/tokens/tokens.ts';
import { lacksSecondStep } from '../../organization/second-step-rule.ts';

export interface UploadAccess {
  /**
   * Finds the pending version whose bytes the caller sends, by its key. It must be the caller's own.
   * @param length of the whole upload, where it is only beginning
   * @throws unauthenticated, disabled, not_found, version_errored, archived (at the beginning), empty_file, too_large,
   * storage_full, quota_full, rate_limited
   */
  own(token: string, key: string, length?: number): Promise<{ readonly lastByteAt: Date }>;
}

interface Asked {
  readonly key: string;
  readonly user: string;
  readonly session: string | null;
}

interface Found extends Entrant {
  readonly place: number;
  readonly status: VersionsTable['status'] | null;
  readonly created_at: Date;
  readonly last_byte_at: Date | null;
  readonly announced: number | null;
  readonly organization: string;
  readonly settings: OrganizationSettings;
  /** Whether its library is archived. */
  readonly archived: boolean;
}

/**
 * A folder of small documents is one call for each document, so a busy server runs this check more than any other. One
 * statement answers who brings the token and whether the version is theirs, and requests of the same turn of the event
 * loop share it. Nothing is cached: each call is judged by what the database knows then.
 * @param count counts a call of a person before the database is asked
 */
export function createUploadAccess(
  { db, config, storage }: Deps,
  verifier: TokenVerifier,
  count: (user: string) => Promise<void>,
): UploadAccess {
  const loader = new DataLoader((asked: readonly Asked[]) => findAll(db, asked), {
    cache: false,
    batchScheduleFn: (run) => setImmediate(run),
  });

  /**
   * For an upload whose size was unknown when its version was made, or has changed since.
   * @throws storage_full, quota_full
   */
  const announce = (organization: string, key: string, length: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await requireRoom(trx, { storage, config }, organization, length, key);
      await trx
        .updateTable('versions')
        .set({ announced: length })
        .where('key', '=', key)
        .where('status', '=', 'pending')
        .execute();
    });

  return {
    async own(token, key, length) {
      const { user, session } = await verifier.verify(token);
      await count(user);
      // A malformed key is looked up as an empty one: the caller learns first whether their token is valid.
      const found = await loader.load({ key: id.safeParse(key).success ? key : '', user, session });
      checkEntry(session, found);
      if (!found.status) throw notFound();
      if (found.status === 'errored') throw new ApiError('version_errored');
      if (length !== undefined && found.archived) throw new ApiError('archived');
      if (length === 0) throw new ApiError('empty_file');
      const limit = limitOf(found.settings, config);
      if (length !== undefined && length > limit) throw new ApiError('too_large', { limit });
      if (length !== undefined) {
        if (length > Number(found.announced ?? 0)) await announce(found.organization, key, length);
        else await requireFree({ storage, config }, length);
      }
      return { lastByteAt: found.last_byte_at ?? found.created_at };
    },
  };
}

async function findAll(db: Deps['db'], asked: readonly Asked[]): Promise<(Found | undefined)[]> {
  const { rows } = await sql<Found>`${prepared('upload_access')}
    select ask.place::int as place, u.enabled, s.id as family, s.revoked_at, ${lacksSecondStep} as lacks,
      v.status, v.created_at, v.last_byte_at, v.announced, u.organization, o.settings, g.archived_at is not null as archived
    from unnest(
      ${asked.map(({ key }) => key)}::text[], ${asked.map(({ user }) => user)}::uuid[],
      ${asked.map(({ session }) => session)}::uuid[]
    ) with ordinality as ask (key, person, session, place)
    join users u on u.id = ask.person
    join organizations o on o.id = u.organization
    left join refresh_families s on s.id = ask.session and s.user_id = u.id
    left join lateral (
      -- Only one has this key: told so, no planner walks all of the person's for each that is asked.
      select record_id, status, created_at, last_byte_at, announced, created_by, organization
      from versions where key = ask.key limit 1
    ) v on v.created_by = u.id and v.organization = u.organization
    left join records r on r.id = v.record_id
    left join groups g on g.id = r.group_id`.execute(db);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, at) => byPlace.get(at + 1));
}

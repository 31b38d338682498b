import { sql, type Transaction } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { VersionsTable } from '../../../platform/db/tables/documents.ts';
import type { OrganizationSettings } from '../../../platform/db/tables/organization.ts';
import type { Entrant } from '../../identity/authenticate.ts';
import { lacksSecondStep } from '../../organization/second-step-rule.queries.ts';

/** A key that somebody sends bytes to, with what their token says of them. */
export interface AskedUpload {
  readonly key: string;
  readonly user: string;
  readonly session: string | null;
}

/** Who asks, and the version with that key where it is theirs and its document is not deleted. */
export interface FoundUpload extends Entrant {
  readonly place: number;
  readonly status: VersionsTable['status'] | null;
  readonly created_at: Date;
  readonly last_byte_at: Date | null;
  readonly announced: number | null;
  /** Of a confirmed version, in bytes. */
  readonly size: number | null;
  readonly organization: string;
  readonly settings: OrganizationSettings;
  /** What the person may do in its library now; null where they are no member. */
  readonly roles: readonly LibraryRole[] | null;
  /** Its library takes nothing any more. */
  readonly archived: boolean;
}

/** Of each that is asked, in that order: the person, and the version where it is their own. Checks nothing else. */
export async function findAskedUploads(
  executor: Executor,
  asked: readonly AskedUpload[],
): Promise<(FoundUpload | undefined)[]> {
  const { rows } = await sql<FoundUpload>`${prepared('upload_access')}
    select ask.place::int as place, u.enabled, s.id as family, s.revoked_at, ${lacksSecondStep} as lacks,
      case when r.id is not null then v.status end as status, v.created_at, v.last_byte_at, v.announced, v.size, u.organization, o.settings, g.archived_at is not null as archived,
      m.roles
    from unnest(
      ${asked.map(({ key }) => key)}::text[], ${asked.map(({ user }) => user)}::uuid[],
      ${asked.map(({ session }) => session)}::uuid[]
    ) with ordinality as ask (key, person, session, place)
    join users u on u.id = ask.person
    join organizations o on o.id = u.organization
    left join refresh_families s on s.id = ask.session and s.user_id = u.id
    left join lateral (
      -- Only one has this key: told so, no planner walks all of the person's for each that is asked.
      select record_id, status, created_at, last_byte_at, announced, size, created_by, organization
      from versions where key = ask.key limit 1
    ) v on v.created_by = u.id and v.organization = u.organization
    left join records r on r.id = v.record_id and r.deleted_at is null
    left join groups g on g.id = r.group_id
    left join group_members m on m.group_id = r.group_id and m.user_id = u.id`.execute(executor);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, at) => byPlace.get(at + 1));
}

/** Writes how many bytes the pending version with this key is told to have. */
export async function updateAnnounced(trx: Transaction<Schema>, key: string, length: number): Promise<void> {
  await trx
    .updateTable('versions')
    .set({ announced: length })
    .where('key', '=', key)
    .where('status', '=', 'pending')
    .execute();
}

import { sql } from 'kysely';
import type { Day } from '#shared/platform/days.ts';
import type { Executor } from '../../platform/db/change.ts';

/** Something that events name, apart from people, places, labels and documents. */
export interface NamedThing {
  readonly id: string;
  readonly kind:
    | 'version'
    | 'occurrence'
    | 'obligation'
    | 'calendar'
    | 'rule'
    | 'department'
    | 'folder'
    | 'snapshot'
    | 'report_mail'
    | 'hold'
    | 'party'
    | 'file_request'
    | 'organization';
  /** Of a version its number, of a due day its obligation's title. */
  readonly name: string;
  readonly day: Day | null;
  /** The library and the folder in which a folder or rule is; a library's root has its id. */
  readonly group: string | null;
  readonly folder: string | null;
  /** The calendar of an obligation. */
  readonly calendar: string | null;
}

/**
 * The names behind these ids. Everybody who is signed in reads calendars, admins read rules, and a version's number says nothing
 * of its document.
 */
export async function findNamesOfThings(
  executor: Executor,
  organization: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedThing>> {
  if (ids.length === 0) return new Map();
  const [of, all] = [sql`${organization}::uuid`, sql`${`{${ids.join(',')}}`}::uuid[]`];
  const { rows } = await sql<NamedThing>`
    select v.id, 'version' as kind, v.number::text as name, null::date as day, null::uuid as "group",
      null::uuid as folder, null::uuid as calendar
    from versions v join records r on r.id = v.record_id and r.organization = ${of}
    where v.id = any(${all}) and v.number is not null
    union all
    select o.id, 'occurrence', b.title, o.due_on, null, null, null
    from occurrences o join obligations b on b.id = o.obligation_id
    where o.organization = ${of} and o.id = any(${all})
    union all
    select id, 'obligation', title, null, null, null, calendar_id
    from obligations where organization = ${of} and id = any(${all})
    union all
    select id, 'calendar', name, null, null, null, null
    from calendars where organization = ${of} and id = any(${all})
    union all
    select id, 'rule', name, null, group_id, folder_id, null
    from compliance_rules where organization = ${of} and id = any(${all})
    union all
    select id, 'folder', name, null, group_id, id, null
    from folders where organization = ${of} and id = any(${all})
    union all
    select id, 'file_request', title, null, group_id, folder_id, null
    from file_requests where organization = ${of} and id = any(${all})
    union all
    select id, 'department', name, null, null, null, null
    from departments where organization = ${of} and id = any(${all})
    union all
    select id, 'snapshot', name, null, null, null, null
    from report_snapshots where organization = ${of} and id = any(${all})
    union all
    select id, 'report_mail', '', null, null, null, null
    from report_mails where organization = ${of} and id = any(${all})
    union all
    select id, 'hold', name, null, null, null, null
    from holds where organization = ${of} and id = any(${all})
    union all
    select p.id, 'party', f.name, null, p.group_id, p.folder_id, null
    from parties p join folders f on f.id = p.folder_id
    where p.organization = ${of} and p.id = any(${all})
    union all
    select id, 'organization', name, null, null, null, null
    from organizations where id = ${of} and id = any(${all})
  `.execute(executor);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The e-mail of a person from a moment on. */
export interface KnownEmail {
  readonly id: string;
  readonly email: string;
  /** Until when they had it; null for the one of now. */
  readonly until: Date | null;
}

/** The e-mails of these people: those that the trail says they had, the earliest first, and then the one of now. */
export async function findEmails(
  executor: Executor,
  organization: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownEmail[]>> {
  if (people.length === 0) return new Map();
  const [of, all] = [sql`${organization}::uuid`, sql`${`{${people.join(',')}}`}::uuid[]`];
  const { rows } = await sql<KnownEmail>`
    select target_id as id, before ->> 'email' as email, at as until from audit_events
    where organization = ${of} and target_id = any(${all}) and action in ('user.updated', 'user.deleted')
      and before ->> 'email' is not null
    union all
    select id, email, null from users where organization = ${of} and id = any(${all})
    order by until nulls last
  `.execute(executor);
  return Map.groupBy(rows, ({ id }) => id);
}

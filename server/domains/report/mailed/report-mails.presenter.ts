import { organizationHolidays } from '#shared/organization/organization-holidays.ts';
import type { ReportMail } from '#shared/report/report-mails.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { lookup } from '../../access/names.queries.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import { namesOf } from '../files/report-words.ts';
import { loadScope } from '../report-scope.ts';
import { findLastSends } from './report-mail-sends.queries.ts';
import { findRecipients, type Recipient, type ReportMailRow } from './report-mails.queries.ts';
import { nextSendDay, type OrganizationClock } from './send-day.ts';

/** Its time zone, and the days on which it does not work. */
export async function clockOf(executor: Executor, organization: string): Promise<OrganizationClock> {
  const { timezone, settings } = await findOrganization(executor, organization);
  return { timezone, holidays: organizationHolidays(settings.holidays) };
}

/** Whether somebody may change and stop it. */
export const mayEdit = (actor: Pick<Actor, 'user' | 'isAdmin'>, row: ReportMailRow): boolean =>
  actor.isAdmin || row.created_by === actor.user;

/** Monthly mails as a reader of reports sees them: of places that they do not know no name is said. */
export async function presentReportMails(
  executor: Executor,
  actor: Actor,
  rows: readonly ReportMailRow[],
  at: Date,
): Promise<ReportMail[]> {
  const clock = await clockOf(executor, actor.organization);
  const ids = rows.map(({ id }) => id);
  const recipients = Map.groupBy(await findRecipients(executor, ids), (each) => each.report_mail);
  const sends = new Map(
    (await findLastSends(executor, ids)).map((each) => [`${each.report_mail} ${each.user_id}`, each]),
  );
  const { people } = await lookup(executor, { people: rows.map((row) => row.created_by) });
  const last = (person: Recipient) => {
    const found = sends.get(`${person.report_mail} ${person.user_id}`);
    return found
      ? { month: found.month, outcome: found.outcome, sentAt: found.ended_at?.toISOString() ?? null }
      : null;
  };
  const made: ReportMail[] = [];
  for (const row of rows) {
    made.push({
      ...{ _id: row.id, version: row.version, day: row.day, formats: row.formats },
      madeBy: people.get(row.created_by) ?? { _id: row.created_by, firstname: '', lastname: '' },
      editable: mayEdit(actor, row),
      filters: await filtersOf(executor, actor, row),
      nextOn: nextSendDay(row.day, row.handled_month, clock, at),
      missed: row.missed_month,
      people: (recipients.get(row.id) ?? []).map((person) => ({
        person: { _id: person.user_id, firstname: person.firstname, lastname: person.lastname },
        standing: standingOf(person),
        last: last(person),
      })),
    });
  }
  return made;
}

function standingOf({ left_at, may_open }: Recipient): ReportMail['people'][number]['standing'] {
  if (!may_open) return 'blocked';
  return left_at ? 'left' : 'receives';
}

async function filtersOf(
  executor: Executor,
  actor: Actor,
  { filters }: ReportMailRow,
): Promise<ReportMail['filters']> {
  if (!filters) return null;
  const { period, status } = filters;
  const scope = await loadScope(executor, actor, filters);
  const names = await namesOf(executor, actor, filters, scope);
  const said = {
    calendars: names.calendars,
    groups: names.groups.map(({ name }) => name),
    departments: names.departments,
    responsible: names.responsible,
  };
  const asked = [filters.calendar, filters.group, filters.department, filters.responsible];
  const count = (lists: readonly (readonly string[])[]) => lists.reduce((sum, each) => sum + each.length, 0);
  return { period, status, ...said, unnamed: count(asked) - count(Object.values(said)) };
}

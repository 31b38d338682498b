import { STATUS_WORDS } from '#shared/calendars/words.ts';
import type { TableFile } from '#shared/platform/table-file.ts';
import type { Report, ReportExport, ReportQuery, Snapshot } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { momentIn } from '../../platform/tables/table-file.ts';
import { writeDueDays } from '../calendars/write-due-days.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { findFilterNames } from './report.queries.ts';
import type { LoadedReport, ReportService } from './report.service.ts';
import type { WrittenReport } from './report-file.ts';
import { loadMasterList } from './report-master.ts';
import type { ReportScope } from './report-scope.ts';
import { t } from './texts.ts';
import { writeReport } from './write-report.ts';

/** Maximum number of documents in one file, or in one snapshot. */
export const REPORT_MASTER_MAX = 20_000;

export function createReportExportService(
  { db, changes, config, now }: Deps,
  reports: Pick<ReportService, 'load'>,
) {
  async function write(actor: Actor, { format, part = 'occurrences', ...query }: ReportExport) {
    const loaded = await reports.load(actor, query);
    const { report, scope, frame } = loaded;
    const organization = await findOrganization(db, actor.organization);
    if (format === 'ics') return icsOf(loaded, organization.name);
    const wanted = format === 'xlsx' || part === 'master';
    const master = wanted
      ? await loadMasterList(db, actor, scope.asked, REPORT_MASTER_MAX)
      : { rows: [], more: false };
    const filters = await namesOf(db, actor, query, scope);
    return writeReport(`informe-${report.asOf}`, format, part, {
      report,
      master: master.rows,
      head: [
        [t('head.organization'), organization.name],
        [t('head.author'), `${actor.firstname} ${actor.lastname}`.trim()],
        [t('head.at'), momentIn(frame.timezone, now())],
        ...filterLines({
          calendars: filters.calendars,
          groups: filters.groups.map(({ name }) => name),
          departments: filters.departments,
          responsible: filters.responsible,
        }),
        ...(query.status
          ? [[t('head.statuses'), query.status.map((each) => STATUS_WORDS[each]).join(', ')] as const]
          : []),
        ...moreLine(master.more),
        ...partialLine(report),
      ],
    });
  }

  async function icsOf({ report, dueDays }: LoadedReport, organization: string): Promise<TableFile> {
    const revs = new Map(dueDays.flatMap((each) => each.dueDays.map(({ id, rev }) => [id, rev])));
    const items = report.rows.flatMap(({ calendar, obligation, responsible, occurrences }) =>
      occurrences.map((each) => ({
        ...each,
        calendar,
        obligation,
        responsible,
        rev: revs.get(each._id) ?? 0,
      })),
    );
    const text = await writeDueDays(t('calendar', { organization }), items, config.publicUrl, now());
    return {
      name: `vencimientos-${report.from}-${report.to}.ics`,
      type: 'text/calendar; charset=utf-8',
      data: Buffer.from(text, 'utf8').toString('base64'),
    };
  }

  return {
    /** The report as a file. The export is written into the audit trail. @throws invalid */
    async export(actor: Actor, query: ReportExport): Promise<TableFile> {
      const file = await write(actor, query);
      await changes.run(actor, async (change) => {
        change.audit({
          action: 'report.export',
          targetType: 'organization',
          targetId: actor.organization,
          after: {
            format: query.format,
            part: query.part,
            asOf: query.asOf,
            from: query.from,
            until: query.to,
          },
        });
      });
      return file;
    },
  };
}

type HeadLines = WrittenReport['head'];

/** The filters of a report, in words. */
export function filterLines(filters: Snapshot['filters']): HeadLines {
  const line = (label: string, names: readonly string[], all: string) =>
    [label, names.length > 0 ? names.join(', ') : all] as const;
  return [
    line(t('head.calendars'), filters.calendars, t('head.allCalendars')),
    line(t('head.libraries'), filters.groups, t('head.allLibraries')),
    line(t('head.departments'), filters.departments, t('head.allDepartments')),
    line(t('head.responsibles'), filters.responsible, t('head.allResponsibles')),
  ];
}

/** Says that the numbers are not those of the whole organization. */
export const partialLine = ({ folders: { hidden = 0 } }: Report): HeadLines =>
  hidden > 0 ? [[t('head.view'), t('head.partial', { count: hidden })]] : [];

export const moreLine = (more: boolean): HeadLines =>
  more ? [[t('head.master'), t('head.cut', { max: REPORT_MASTER_MAX })]] : [];

/** The filters of a report by name. What its reader does not know has no name. */
export async function namesOf(
  executor: Executor,
  actor: Actor,
  { calendar = [], group = [], responsible = [] }: Pick<ReportQuery, 'calendar' | 'group' | 'responsible'>,
  { known, departments }: ReportScope,
) {
  const names = await findFilterNames(executor, actor.organization, {
    calendars: calendar,
    people: responsible,
  });
  return {
    calendars: names.calendars,
    groups: group.flatMap((id) => {
      const found = known.get(id);
      return found ? [{ _id: found._id, name: found.name }] : [];
    }),
    departments: departments.map(({ name }) => name),
    responsible: names.people,
  };
}

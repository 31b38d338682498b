import type { TableFile } from '#shared/platform/files/table-file.ts';
import type { ReportExport, Snapshot } from '#shared/report/report.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { writeDueDays } from '../../calendars/feed/write-due-days.ts';
import { findPrintableLogo } from '../../organization/printable-logo.ts';
import type { LoadedReport, ReportService } from '../report.service.ts';
import { loadEvidence, REPORT_EVIDENCE_MAX } from '../report-evidence.ts';
import { loadMasterList } from '../report-master.ts';
import { t } from '../texts.ts';
import { nameOf } from './person-words.ts';
import type { WrittenReport } from './report-file.ts';
import { momentWords } from './report-words.ts';
import { writeReport, writeReportPdf } from './write-report.ts';

/** Maximum number of documents in one file, or in one snapshot. */
export const REPORT_MASTER_MAX = 20_000;

export function createReportExportService(
  { db, storage, changes, config, now }: Deps,
  reports: Pick<ReportService, 'load' | 'describe'>,
) {
  async function write(
    actor: Actor,
    { format, part = 'occurrences', ...query }: ReportExport,
    given?: LoadedReport,
  ): Promise<TableFile> {
    const loaded = given ?? (await reports.load(actor, query));
    const { report, scope, frame, organization, dueDays } = loaded;
    const { sentence, filters } = await reports.describe(actor, query, loaded);
    if (format === 'ics') return icsOf(loaded, organization, sentence);
    const shows = format !== 'csv' || part === 'occurrences' || part === 'evidence';
    const evidence = shows ? await loadEvidence(db, actor, dueDays, frame) : { items: [], more: false };
    const wanted = format === 'xlsx' || (format === 'csv' && part === 'master');
    const master = wanted
      ? await loadMasterList(db, actor, scope.asked, REPORT_MASTER_MAX)
      : { rows: [], more: false };
    const made = now();
    const written: WrittenReport = {
      report,
      master: master.rows,
      evidence: evidence.items,
      scope: sentence,
      partial: (report.folders.hidden ?? 0) > 0,
      ...{ organization, title: null, hash: null, author: nameOf(actor), made },
      logo: format === 'pdf' ? await findPrintableLogo({ db, storage }, actor.organization) : null,
      narrowed: query.status !== undefined,
      head: [
        [t('head.organization'), organization],
        [t('head.author'), nameOf(actor)],
        [t('head.at'), momentWords(frame.timezone, made)],
      ],
      details: [...filterLines(filters), ...moreLines(master.more, evidence.more)],
    };
    const name = `informe-${report.asOf}`;
    return format === 'pdf' ? writeReportPdf(name, written) : writeReport(name, format, part, written);
  }

  async function icsOf(
    { report, dueDays }: LoadedReport,
    organization: string,
    scope: string,
  ): Promise<TableFile> {
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
    const text = await writeDueDays(
      { name: t('calendar', { organization }), description: scope },
      items,
      config.publicUrl,
      now(),
    );
    return {
      name: `vencimientos-${report.from}-${report.to}.ics`,
      type: 'text/calendar; charset=utf-8',
      data: Buffer.from(text, 'utf8').toString('base64'),
    };
  }

  return {
    /**
     * The report as a file, of which the caller says in the audit trail where it went.
     * @param loaded the report of the same query, as the same person has just loaded it
     */
    write,

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

/** What a file does not hold all of. */
export const moreLines = (master: boolean, evidence: boolean): HeadLines => [
  ...(master ? [[t('head.master'), t('head.cut', { max: REPORT_MASTER_MAX })] as const] : []),
  ...(evidence ? [[t('head.evidence'), t('head.evidenceCut', { max: REPORT_EVIDENCE_MAX })] as const] : []),
];

export type ReportExportService = ReturnType<typeof createReportExportService>;

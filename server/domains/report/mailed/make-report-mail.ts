import { addDays, addMonths, type Day } from '#shared/platform/days.ts';
import { REPORT_MAIL } from '#shared/platform/limits.ts';
import type { ReportQuery } from '#shared/report/report.schemas.ts';
import type { ReportMailFilters } from '#shared/report/report-mails.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { MailAttachment, MailMessage } from '../../../platform/mail/mailer.ts';
import type { ReportExportService } from '../files/report-export.service.ts';
import type { ReportService } from '../report.service.ts';
import { reportMailText } from './report-mail-text.ts';
import type { ReportMailRow } from './report-mails.queries.ts';
import { monthBefore } from './send-day.ts';

/** What a mail is made for. */
export interface Occasion {
  readonly reportMail: ReportMailRow;
  readonly actor: Actor;
  /** Who planned it, by name. */
  readonly by: string;
  /** The month in which it is sent; it tells of the one before. */
  readonly month: string;
  readonly isTry: boolean;
  readonly stop: { readonly page: string; readonly post: string } | null;
}

/** The months of a report that ends with one. */
function periodUpTo(month: string, filters: ReportMailFilters | null): { from?: string; to?: string } {
  const months = filters?.period ?? 'year';
  if (months === 'year') return {};
  return { from: addMonths(`${month}-01`, 1 - Number(months)).slice(0, 7), to: month };
}

const chosen = <T>(list: readonly T[] | undefined): T[] | undefined =>
  list && list.length > 0 ? [...list] : undefined;

/** The report of the last day of a month. */
function queryOf(asOf: Day, filters: ReportMailFilters | null): ReportQuery {
  return {
    asOf,
    ...periodUpTo(asOf.slice(0, 7), filters),
    ...{ calendar: chosen(filters?.calendar), group: chosen(filters?.group) },
    ...{ department: chosen(filters?.department), responsible: chosen(filters?.responsible) },
    status: chosen(filters?.status),
  };
}

/** The address of the same report on the screen (renderer/features/report/filters/filters.ts). */
function addressOf(publicUrl: string, asOf: Day, filters: ReportMailFilters | null): string {
  const url = new URL('/calendars/report', publicUrl);
  url.searchParams.set('asOf', asOf);
  if (!filters) return url.href;
  if (filters.period !== 'year') url.searchParams.set('period', filters.period);
  for (const name of ['calendar', 'group', 'department', 'responsible', 'status'] as const)
    if (filters[name].length > 0) url.searchParams.set(name, filters[name].join(','));
  return url.href;
}

/** As many of these files as one mail takes, in their order, and the names of the others. */
export function fitting(files: readonly MailAttachment[]): {
  readonly attachments: readonly MailAttachment[];
  readonly leftOut: readonly string[];
} {
  let room: number = REPORT_MAIL.attachedBytes;
  const attachments = files.filter(({ bytes }) => {
    const fits = bytes.length <= room;
    if (fits) room -= bytes.length;
    return fits;
  });
  return {
    attachments,
    leftOut: files.filter((file) => !attachments.includes(file)).map(({ name }) => name),
  };
}

/**
 * Makes one mail with its files, by its reader's rights of this moment. Files that do not fit are left out, and the mail says
 * so.
 * @param keep called before each step that may take long; throws where the mail is not the caller's any more
 */
export async function makeReportMail(
  { reports, files, publicUrl }: MailMaker,
  { reportMail, actor, by, month, isTry, stop }: Occasion,
  keep: () => Promise<void>,
): Promise<Omit<MailMessage, 'messageId' | 'logo'> & { readonly html: string }> {
  const { filters } = reportMail;
  const asOf = addDays(`${month}-01`, -1);
  const query = queryOf(asOf, filters);
  const loaded = await reports.load(actor, query);
  const { sentence } = await reports.describe(actor, query, loaded);
  const made: MailAttachment[] = [];
  for (const format of reportMail.formats) {
    await keep();
    const { name, type, data } = await files.write(actor, { ...query, format }, loaded);
    made.push({ name, type, bytes: Buffer.from(data, 'base64') });
  }
  const { attachments, leftOut } = fitting(made);
  const text = reportMailText({
    ...{ firstname: actor.firstname, by, month: monthBefore(month), isTry, scope: sentence, leftOut },
    ...{ organization: loaded.organization, report: loaded.report },
    attached: attachments.map(({ name }) => name),
    url: addressOf(publicUrl, asOf, filters),
    stop: stop?.page ?? null,
  });
  return { to: actor.email, ...text, attachments, ...(stop ? { unsubscribe: stop.post } : {}) };
}

export interface MailMaker {
  readonly reports: Pick<ReportService, 'load' | 'describe'>;
  readonly files: Pick<ReportExportService, 'write'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

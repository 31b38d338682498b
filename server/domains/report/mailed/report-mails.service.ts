import type { z } from 'zod';
import { REPORT_MAIL } from '#shared/platform/limits.ts';
import type {
  ReportMail,
  ReportMailCreate,
  ReportMailFilters,
  ReportMailUpdate,
  reportMailPeople,
  reportMails,
} from '#shared/report/report-mails.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { createCounter, refusal } from '../../../platform/limits/counter.ts';
import { lockOrganization } from '../../organization/organizations.queries.ts';
import { t } from '../texts.ts';
import { queueTry } from './report-mail-sends.queries.ts';
import { clockOf, mayEdit, presentReportMails } from './report-mails.presenter.ts';
import {
  countReportMails,
  deleteReportMail,
  findReaders,
  findRecipients,
  findReportMail,
  findReportMails,
  insertReportMail,
  lockReportMail,
  type ReportMailRow,
  setLeft,
  setPeople,
  updateReportMail,
} from './report-mails.queries.ts';
import { handledAtFirst, monthIn } from './send-day.ts';

/** The report by mail each month to chosen people (docs/domain/report-mails.md). The routes require a manager. */
export function createReportMailsService(deps: Deps) {
  const { db, changes, now } = deps;
  const tried = createCounter(deps, {
    name: 'report-mail-tries',
    points: REPORT_MAIL.triesPerHour,
    seconds: 3600,
  });

  async function show(executor: Executor, actor: Actor, id: string, at: Date): Promise<ReportMail> {
    const row = await findReportMail(executor, actor.organization, id);
    const [shown] = row ? await presentReportMails(executor, actor, [row], at) : [];
    if (!shown) throw notFound();
    return shown;
  }

  /** @throws not_found, forbidden */
  async function lockOwn({ trx }: Change, actor: Actor, id: string): Promise<ReportMailRow> {
    const row = await lockReportMail(trx, actor.organization, id);
    if (!row) throw notFound();
    if (!mayEdit(actor, row)) throw new ApiError('forbidden');
    return row;
  }

  /**
   * Whoever is chosen must be able to open the report. Who is among them already may stay, whatever they may do by now.
   * @throws invalid
   */
  async function requireReaders(
    executor: Executor,
    actor: Actor,
    people: readonly string[],
    already: readonly string[],
  ): Promise<void> {
    const readers = await findReaders(executor, actor.organization);
    const fine = new Set([...readers.map(({ _id }) => _id), ...already]);
    if (people.some((id) => !fine.has(id))) throw invalid('people', t('mails.readers'));
  }

  return {
    async list(actor: Actor): Promise<z.input<typeof reportMails>> {
      const rows = await findReportMails(db, actor.organization);
      return { items: await presentReportMails(db, actor, rows, now()) };
    },

    people: async (actor: Actor): Promise<z.input<typeof reportMailPeople>> => ({
      items: await findReaders(db, actor.organization),
    }),

    /** @throws invalid, report_mail_limit */
    create: (actor: Actor, { day, formats, people, filters }: ReportMailCreate): Promise<ReportMail> =>
      changes.run(actor, async (change) => {
        const { trx, at } = change;
        // Two calls count one after the other.
        await lockOrganization(trx, actor.organization);
        if ((await countReportMails(trx, actor.organization)) >= REPORT_MAIL.schedules)
          throw new ApiError('report_mail_limit');
        await requireReaders(trx, actor, people, []);
        const id = newId();
        await insertReportMail(trx, {
          ...{ id, organization: actor.organization, day, formats: [...formats] },
          filters: filters && JSON.stringify(filters),
          ...{ created_by: actor.user, created_at: at },
          handled_month: handledAtFirst(day, await clockOf(trx, actor.organization), at),
        });
        await setPeople(trx, id, people);
        change.audit({
          ...{ action: 'report.mail.create', targetType: 'report_mail', targetId: id },
          after: { ...told({ day, formats, filters }), to: people },
        });
        return show(trx, actor, id, at);
      }),

    /** @throws not_found, forbidden, invalid, conflict where somebody changed it meanwhile */
    update: (actor: Actor, id: string, body: ReportMailUpdate): Promise<ReportMail> =>
      changes.run(actor, async (change) => {
        const { trx, at } = change;
        const row = await lockOwn(change, actor, id);
        if (row.version !== body.version) throw new ApiError('conflict');
        const before = (await findRecipients(trx, [id])).map((each) => each.user_id);
        await requireReaders(trx, actor, body.people, before);
        const filters = body.filters === undefined ? row.filters : body.filters;
        const first = handledAtFirst(body.day, await clockOf(trx, actor.organization), at);
        await updateReportMail(trx, id, {
          ...{ version: row.version + 1, day: body.day, formats: [...body.formats] },
          filters: filters && JSON.stringify(filters),
          // On another day that has passed in this month, nothing is sent before the next one.
          ...(body.day !== row.day && first > row.handled_month ? { handled_month: first } : {}),
        });
        await setPeople(trx, id, body.people);
        change.audit({
          ...{ action: 'report.mail.update', targetType: 'report_mail', targetId: id },
          before: { ...told(row), to: before },
          after: { ...told({ ...body, filters }), to: body.people },
        });
        return show(trx, actor, id, at);
      }),

    /** What waits to be sent is not sent any more. @throws not_found, forbidden */
    stop: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        const row = await lockOwn(change, actor, id);
        const to = (await findRecipients(change.trx, [id])).map((each) => each.user_id);
        await deleteReportMail(change.trx, id);
        change.audit({
          ...{ action: 'report.mail.stop', targetType: 'report_mail', targetId: id },
          before: { ...told(row), to },
        });
      }),

    /** Leaves, or comes back. @throws not_found where they are not among its people */
    setOwn: (actor: Actor, id: string, receives: boolean): Promise<ReportMail> =>
      changes.run(actor, async (change) => {
        await leaveOrReturn(change, actor, id, receives);
        return show(change.trx, actor, id, change.at);
      }),

    /** Queues one mail to the actor, of the month before, as they see it. @throws not_found, rate_limited */
    async tryOut(actor: Actor, id: string): Promise<void> {
      if (!(await findReportMail(db, actor.organization, id))) throw notFound();
      await tried.consume(actor.user, 1).catch((error: unknown) => {
        throw refusal(error, t('mails.tooManyTries'));
      });
      await changes.run(actor, async ({ trx, at }) => {
        if (!(await lockReportMail(trx, actor.organization, id))) throw notFound();
        const month = monthIn(actor.timezone, at);
        await queueTry(trx, { organization: actor.organization, reportMail: id, month }, actor.user, at);
      });
    },
  };
}

/** One of its people leaves, or comes back. @throws not_found where they are not among them */
export async function leaveOrReturn(
  change: Change,
  { organization, user }: { readonly organization: string; readonly user: string },
  id: string,
  receives: boolean,
): Promise<void> {
  const row = await lockReportMail(change.trx, organization, id);
  const among = row && (await findRecipients(change.trx, [id])).some((each) => each.user_id === user);
  if (!among) throw notFound();
  const changed = await setLeft(change.trx, { reportMail: id, user }, receives ? null : change.at);
  if (!changed) return;
  change.audit({
    action: receives ? 'report.mail.return' : 'report.mail.leave',
    ...{ targetType: 'report_mail', targetId: id },
  });
}

/** What the audit trail keeps of one. */
function told({
  day,
  formats,
  filters,
}: {
  readonly day: number;
  readonly formats: readonly string[];
  readonly filters: ReportMailFilters | null;
}) {
  const { period, calendar, group, department, responsible } = filters ?? {};
  return { day: String(day), formats, period, calendar, group, department, responsible };
}

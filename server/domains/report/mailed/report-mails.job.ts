import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import { lookup } from '../../access/names.queries.ts';
import { loadPerson } from '../../identity/authenticate.ts';
import type { NoticeLinks } from '../../identity/tokens/notice-links.ts';
import { inOrganizationsName } from '../../notifications/mails/mail-logo.ts';
import { nameOf } from '../files/person-words.ts';
import { type MailMaker, makeReportMail } from './make-report-mail.ts';
import {
  endSend,
  keepSend,
  putBack,
  queueSends,
  releaseSends,
  type TakenSend,
  takeSend,
} from './report-mail-sends.queries.ts';
import { clockOf } from './report-mails.presenter.ts';
import {
  findRecipients,
  findReportMail,
  findToHandle,
  lockReportMail,
  updateReportMail,
} from './report-mails.queries.ts';
import { isDue, monthBefore, monthIn } from './send-day.ts';

const POLL_MS = 5000;
/** Longer than any one step of making and sending a mail: each step begins by keeping it for so long again. */
const LEASE_MS = 300_000;
const BACK_OFF_MS = { first: 60_000, longest: 3_600_000 } as const;
/** No place on earth is further ahead of UTC. */
const LATEST_ZONE = 'Pacific/Kiritimati';

/** A mail that was taken is another process's by now, or gone. */
class NotOurs extends Error {}

/**
 * Queues the mails of every month whose day has come (docs/domain/report-mails.md). A plan that cannot be looked at is logged,
 * and holds up no other.
 */
export async function queueReportMails(deps: Pick<Deps, 'db' | 'changes' | 'now' | 'log'>): Promise<void> {
  const { db, now, log } = deps;
  for (const plan of await findToHandle(db, monthIn(LATEST_ZONE, now())))
    await queueOne(deps, plan).catch((error: unknown) =>
      log.warn({ err: error, reportMail: plan.id }, 'a monthly report could not be queued'),
    );
}

/**
 * The row is locked meanwhile: of two processes the second finds the month seen to. A month that is over is not made up
 * for.
 */
async function queueOne(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  { id, organization }: { readonly id: string; readonly organization: string },
): Promise<void> {
  const clock = await clockOf(db, organization);
  await changes.run({ organization, user: null, ip: null }, async ({ trx, at }) => {
    const row = await lockReportMail(trx, organization, id);
    const month = monthIn(clock.timezone, at);
    if (!row || row.handled_month >= month) return;
    const missed = monthBefore(month);
    if (row.handled_month < missed)
      await updateReportMail(trx, id, { handled_month: missed, missed_month: missed });
    if (!isDue(month, row.day, clock, at)) return;
    const people = (await findRecipients(trx, [id])).filter((each) => each.may_open && !each.left_at);
    await queueSends(
      trx,
      { organization, reportMail: id, month },
      people.map((each) => each.user_id),
      at,
    );
    await updateReportMail(trx, id, { handled_month: month });
  });
}

/**
 * Queues and sends the monthly mails, one at a time, beside the outbox: a report takes seconds to make, and no other mail
 * waits for it. Nothing of a mail is stored between making and sending it (decision 0128).
 */
export function createReportMailer(deps: Deps, links: NoticeLinks, maker: Omit<MailMaker, 'publicUrl'>) {
  const { db, changes, mailer, now, log, engine } = deps;
  const { publicUrl } = deps.config;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  let released = false;

  async function send(taken: TakenSend, by: string): Promise<void> {
    const keep = async (): Promise<void> => {
      const until = new Date(now().getTime() + LEASE_MS);
      if (stopped || !(await keepSend(db, taken.id, by, until))) throw new NotOurs();
    };
    const end = (outcome: 'sent' | 'missed' | 'dropped') =>
      changes.run({ organization: taken.organization, user: null, ip: null }, async (change) => {
        if (!(await endSend(change.trx, taken.id, by, outcome, change.at)) || outcome !== 'sent') return;
        change.audit({
          ...{ action: 'report.mail.send', targetType: 'report_mail', targetId: taken.report_mail },
          after: { to: [taken.user_id] },
        });
      });
    const { organization, report_mail: id, user_id: user, month, is_try: isTry } = taken;
    const { timezone } = await clockOf(db, organization);
    if (monthIn(timezone, now()) > month) return end('missed');
    const reportMail = await findReportMail(db, organization, id);
    const actor = await readerOf(user);
    const among = (await findRecipients(db, [id])).find((each) => each.user_id === user);
    const wanted = isTry || (among !== undefined && !among.left_at);
    if (!reportMail || !actor || !wanted) return end('dropped');
    const token = among && (await links.signReportMail({ user, reportMail: id }));
    const { people } = await lookup(db, { people: [reportMail.created_by] });
    const planner = people.get(reportMail.created_by);
    const mail = await makeReportMail(
      { ...maker, publicUrl },
      {
        ...{ reportMail, actor, month, isTry, by: planner ? nameOf(planner) : '' },
        stop: token
          ? {
              page: `${publicUrl}/unsubscribe/report/${token}`,
              post: `${publicUrl}/api/events/unsubscribe/report/${token}`,
            }
          : null,
      },
      keep,
    );
    // Whoever lost it meanwhile, to another process or by a stop, sends nothing.
    await keep();
    // The same over all tries: a mail server, and a reader, can tell a repeated one.
    const shown = await inOrganizationsName(deps, organization, mail);
    await mailer.send({ ...shown, messageId: `${organization}.report.${taken.id}@legajo` });
    await end('sent');
  }

  /** Somebody with the rights that they have now; null where they may not open the report. */
  async function readerOf(user: string): Promise<Actor | null> {
    try {
      const actor = await loadPerson(db, { user, session: null }, null);
      return actor.isAdmin || actor.isManager ? actor : null;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  async function sendAll(): Promise<void> {
    // The embedded database has one process: what it had taken when it died need not wait for its lease.
    if (!released && engine === 'pglite') await releaseSends(db, now());
    released = true;
    await queueReportMails(deps);
    while (!stopped) {
      const by = randomUUID();
      const at = now();
      const taken = await takeSend(db, by, at, new Date(at.getTime() + LEASE_MS));
      if (!taken) return;
      try {
        await send(taken, by);
      } catch (error) {
        await failed(taken, by, error);
      }
    }
  }

  /** It is tried again until its month is over. */
  async function failed(taken: TakenSend, by: string, error: unknown): Promise<void> {
    if (error instanceof NotOurs) {
      if (stopped) await putBack(db, taken.id, by, now(), 'stopped');
      return;
    }
    log.warn({ err: error, reportMail: taken.report_mail, send: taken.id }, 'a report is to be mailed again');
    const wait = Math.min(BACK_OFF_MS.first * 2 ** Math.min(taken.attempts - 1, 10), BACK_OFF_MS.longest);
    const why = error instanceof Error ? error.message : String(error);
    await putBack(db, taken.id, by, new Date(now().getTime() + wait), why.slice(0, 500));
  }

  const drain = (): Promise<void> => {
    running ??= sendAll()
      .catch((error: unknown) => log.warn({ err: error }, 'monthly reports could not be looked for'))
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    start(): void {
      timer = setInterval(() => void drain(), POLL_MS);
      timer.unref();
      void drain();
    },
    /** Queues and sends everything that is due now. */
    drain,
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

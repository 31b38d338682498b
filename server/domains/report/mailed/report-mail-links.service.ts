import type { z } from 'zod';
import type { ReportMailLink, reportMailLink } from '#shared/report/report-mails.schemas.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notFound } from '../../../platform/errors.ts';
import { loadViewers } from '../../documents/faces/audience.queries.ts';
import type { NoticeLinks } from '../../identity/tokens/notice-links.ts';
import { maskedEmail } from '../../notifications/preferences.service.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import { findRecipients } from './report-mails.queries.ts';
import { leaveOrReturn } from './report-mails.service.ts';

/** Leaving a monthly report by the link in it, without a session. */
export function createReportMailLinksService(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  links: NoticeLinks,
) {
  /** @throws not_found for any other link, and where its person is disabled */
  async function open(token: string) {
    const link = await links.readReportMail(token);
    const person = link && (await loadViewers(db, [link.user])).get(link.user);
    if (!person) throw notFound();
    return { ...link, person };
  }

  /** @throws not_found where it was stopped, or goes to this person no more */
  async function present(
    executor: Executor,
    { user, reportMail, person }: Awaited<ReturnType<typeof open>>,
  ): Promise<ReportMailLink> {
    const among = (await findRecipients(executor, [reportMail])).find((each) => each.user_id === user);
    if (!among) throw notFound();
    const { name } = await findOrganization(executor, person.organization);
    return { email: maskedEmail(person.email), organization: name, receives: among.left_at === null };
  }

  return {
    byLink: async (token: string): Promise<z.input<typeof reportMailLink>> => present(db, await open(token)),

    /** @throws not_found */
    async setByLink(token: string, receives: boolean, ip: string): Promise<ReportMailLink> {
      const opened = await open(token);
      const { organization, user } = opened.person;
      return changes.run({ organization, user, ip }, async (change) => {
        await leaveOrReturn(change, { organization, user }, opened.reportMail, receives);
        return present(change.trx, opened);
      });
    },
  };
}

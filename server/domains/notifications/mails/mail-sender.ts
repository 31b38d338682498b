import { createHash } from 'node:crypto';
import type { Deps } from '../../../platform/deps.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import {
  type Claimed,
  holdBack,
  insertMessages,
  keepSingle,
  lastMailed,
  lockWaitingNotices,
  markMailed,
  removeAbsorbed,
} from '../../../platform/outbox/outbox.queries.ts';
import { GROUPING, type MailMessage, type OutboxMessage } from '../../../platform/outbox/outbox-messages.ts';
import { isAccountInUse } from '../../identity/passwords/waiting-invitations.queries.ts';
import type { NoticeLinks } from '../../identity/tokens/notice-links.ts';
import { markDigested } from '../notifications.queries.ts';
import { gather, type NoticeMail } from './gather.ts';
import { inOrganizationsName } from './mail-logo.ts';
import { mailText } from './mail-texts.ts';

type Row = Claimed<OutboxMessage>;

/**
 * The Message-ID, by which a receiver tells a repeated mail from a new one: the same for every try of a row. A row with
 * the same number in a restored database has another one.
 */
function messageId(row: Row, mail: MailMessage): string {
  const about = mail.template === 'notice' ? mail.notification : JSON.stringify(mail);
  const content = createHash('sha256').update(about).digest('hex').slice(0, 12);
  return `${row.organization ?? 'legajo'}.${row.id}.${content}@legajo`;
}

/** Whether it is a notice to this address that may still be grouped with others. */
const waitsFor = (to: string, message: OutboxMessage): boolean =>
  message.kind === 'mail' &&
  message.mail.template === 'notice' &&
  message.mail.to === to &&
  !message.mail.single &&
  !message.mail.gathered;

export function createMailSender(deps: Deps, mailer: Mailer, links: NoticeLinks) {
  const { db, now, config } = deps;

  /** @returns the rows of the claim that need nothing more for now, this one included unless it is sent alone */
  async function group(row: Row, { to, held }: NoticeMail, claim: readonly Row[]): Promise<number[]> {
    const at = now();
    const claimed = claim.flatMap(({ id, message }) => (waitsFor(to, message) ? id : []));
    const sent = await lastMailed(
      db,
      to,
      {
        since: new Date(at.getTime() - GROUPING.windowMs),
        before: new Date(at.getTime() + GROUPING.windowMs),
      },
      GROUPING.mails,
    );
    const oldest = sent.at(-1);
    return db.transaction().execute(async (trx) => {
      const waiting = await lockWaitingNotices(trx, to);
      const still = new Set(waiting.map(({ id }) => id));
      // Another worker has put these into a grouped mail.
      const gone = claimed.filter((id) => !still.has(id));
      if (!still.has(row.id)) return gone;
      if (oldest && sent.length >= GROUPING.mails) {
        const ids = claimed.filter((id) => still.has(id));
        await holdBack(trx, ids, new Date(oldest.getTime() + GROUPING.windowMs));
        return claimed;
      }
      const notifications = waiting.flatMap((each) => each.notifications);
      const few = notifications.length <= GROUPING.mails - sent.length && !(held && waiting.length > 1);
      if (few) {
        await keepSingle(trx, row.id);
        return gone;
      }
      // Both in one transaction: if the process dies, the notices are neither sent twice nor lost.
      const message: OutboxMessage = { kind: 'mail', mail: { template: 'notices', to, notifications } };
      await insertMessages(trx, [{ organization: row.organization, message }], at);
      await removeAbsorbed(trx, [...still]);
      return claimed;
    });
  }

  return {
    /**
     * Sends one queued mail, or groups it with others that wait for the same person.
     * @param claim all rows that were taken together with it
     * @returns the rows of the claim that are done with it: put into the same mail, held back together, or sent in
     * another worker's mail before
     * @throws where the mail must be tried again
     */
    async send(row: Row, queued: MailMessage, claim: readonly Row[]): Promise<readonly number[]> {
      const isGathered = queued.template === 'notice' && queued.gathered;
      const mail = isGathered ? await gather(db, row.id, queued, now()) : queued;
      if (!mail) return [row.id];
      if (mail.template === 'invitation' && !(await isAccountInUse(db, mail.to))) {
        await markMailed(db, row.id, now());
        return [row.id];
      }
      const settled = mail.template === 'notice' && !mail.single ? await group(row, mail, claim) : [];
      if (settled.includes(row.id)) return settled;
      const text = await mailText({ db, config, links }, mail);
      if (text) {
        const { digested = [], ...written } = text;
        const shown = await inOrganizationsName(deps, row.organization, written);
        await mailer.send({ to: mail.to, ...shown, messageId: messageId(row, mail) });
        await markDigested(db, digested, now());
      }
      await markMailed(db, row.id, now());
      return settled;
    },
  };
}

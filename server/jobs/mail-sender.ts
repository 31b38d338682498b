import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { NoticeLinks } from '../identity/notice-links.ts';
import type { Mailer } from '../mail/mailer.ts';
import { markDigested } from '../repositories/notifications.ts';
import {
  type Claimed,
  holdBack,
  insertMessage,
  keepSingle,
  lastMailed,
  lockWaitingNotices,
  markMailed,
  removeAbsorbed,
} from '../repositories/outbox.ts';
import { mailText } from './mail-texts.ts';
import type { MailMessage, OutboxMessage } from './outbox-messages.ts';

type Row = Claimed<OutboxMessage>;
type NoticeMail = Extract<MailMessage, { template: 'notice' }>;

/** More than so many notices to one person within the window become one mail (sync.md). */
export const GROUPING = { mails: 5, windowMs: 60_000 } as const;

export interface MailSender {
  /** Sends one queued mail, or groups it with others that wait for the same person. @throws to be tried again */
  send(row: Row, mail: MailMessage): Promise<void>;
}

/**
 * The id by which a receiver (and the folder of `.eml` files) tells a repeated mail from a new one: the same for
 * every try of a row, and another one for a row of the same number in a database that was restored.
 */
function messageId(row: Row, mail: MailMessage): string {
  const about = mail.template === 'notice' ? mail.notification : JSON.stringify(mail);
  const content = createHash('sha256').update(about).digest('hex').slice(0, 12);
  return `${row.organization ?? 'legajo'}.${row.id}.${content}@legajo`;
}

export function createMailSender(deps: Deps, mailer: Mailer, links: NoticeLinks): MailSender {
  const { db, now, config } = deps;

  /** @returns whether the row is dealt with for now */
  async function group(row: Row, { to, held }: NoticeMail): Promise<boolean> {
    const at = now();
    const sent = await lastMailed(db, to, new Date(at.getTime() - GROUPING.windowMs), GROUPING.mails);
    const oldest = sent.at(-1);
    return db.transaction().execute(async (trx) => {
      const waiting = await lockWaitingNotices(trx, to);
      if (!waiting.some((each) => each.id === row.id)) return true; // another worker put it into a mail with others
      if (oldest && sent.length >= GROUPING.mails) {
        await holdBack(trx, row.id, new Date(oldest.getTime() + GROUPING.windowMs));
        return true;
      }
      const few = waiting.length <= GROUPING.mails - sent.length && !(held && waiting.length > 1);
      if (few) {
        await keepSingle(trx, row.id);
        return false;
      }
      // Both in one transaction: whoever dies in between sends neither twice nor never.
      const notifications = waiting.map((each) => each.notification);
      const together: OutboxMessage = { kind: 'mail', mail: { template: 'notices', to, notifications } };
      await insertMessage(trx, row.organization, together, at);
      await removeAbsorbed(
        trx,
        waiting.map((each) => each.id),
      );
      return true;
    });
  }

  return {
    async send(row, mail) {
      if (mail.template === 'notice' && !mail.single && (await group(row, mail))) return;
      const text = await mailText({ db, config, links }, mail);
      if (text) {
        const { digested = [], ...written } = text;
        await mailer.send({ to: mail.to, ...written, messageId: messageId(row, mail) });
        await markDigested(db, digested, now());
      }
      await markMailed(db, row.id, now());
    },
  };
}

import type { Deps } from './deps.ts';
import type { NoticeLinks } from './identity/notice-links.ts';
import { createMailSender } from './jobs/mail-sender.ts';
import type { OutboxHandlers } from './jobs/outbox-worker.ts';
import { remakeDays } from './jobs/remake-days.ts';
import { remind } from './jobs/reminders.ts';
import type { Mailer } from './mail/mailer.ts';

/** @param links what mails are switched off by */
export function createOutboxHandlers(deps: Deps, mailer: Mailer, links: NoticeLinks): OutboxHandlers {
  const mail = createMailSender(deps, mailer, links);
  return {
    mail: mail.send,
    holidaysChanged: (organization) => remakeDays(deps, organization),
    reminderDue: (row, notification) => remind(deps, row, notification),
  };
}

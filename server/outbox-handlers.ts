import { remakeDays } from './domains/calendars/occurrences/remake-days.job.ts';
import type { NoticeLinks } from './domains/identity/tokens/notice-links.ts';
import { createMailSender } from './domains/notifications/mails/mail-sender.ts';
import { remind } from './domains/notifications/reminders.job.ts';
import type { Deps } from './platform/deps.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { OutboxHandlers } from './platform/outbox/outbox-worker.ts';

/** @param links signs the links that switch mails off */
export function createOutboxHandlers(deps: Deps, mailer: Mailer, links: NoticeLinks): OutboxHandlers {
  const mail = createMailSender(deps, mailer, links);
  return {
    mail: mail.send,
    holidaysChanged: (organization) => remakeDays(deps, organization),
    reminderDue: (row, notification) => remind(deps, row, notification),
  };
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailer } from '../../../platform/mail/open-mailer.ts';
import type { MailMessage } from '../../../platform/outbox/outbox-messages.ts';
import {
  dailyMail,
  fileRequestMail,
  invitationMail,
  type MailText,
  newPasswordMail,
  noticeMail,
  noticesMail,
  resetMail,
  testMail,
} from './mail-templates.ts';
import type { NoticeLine } from './notice-texts.ts';
import { securityMail } from './security-mail.ts';

const url = 'https://legajo.test/';
const stop = `${url}unsubscribe/a.b.c`;
const eva = { firstname: 'Eva' };
const account = { ...eva, to: 'eva@legajo.test', temporaryPassword: 'abc-123', url };
const line: NoticeLine = {
  ...{ type: 'RECORD.SHARED', state: -1, about: '1', title: 'Plan', library: 'Calidad', from: 'Ana Muñoz' },
  ...{ comment: '', dueOn: null, url },
};

/** One mail of every template of the outbox, and the one that tests whether mails arrive. */
const MAILS: Readonly<Record<MailMessage['template'] | 'test', MailText & { unsubscribe?: string }>> = {
  invitation: invitationMail(account),
  new_password: newPasswordMail(account),
  reset: resetMail({ ...eva, code: '123456', minutes: 15, url }),
  file_request: fileRequestMail({
    ...{ organization: 'Obras', by: 'Ana Muñoz', title: 'Tu contrato firmado', until: '2026-12-14', url },
  }),
  security: securityMail({ ...eva, what: { kind: 'password.changed' }, url }),
  notice: { ...noticeMail({ ...eva, line, stop }), unsubscribe: stop },
  notices: { ...noticesMail({ ...eva, lines: [line, line], stop }), unsubscribe: stop },
  daily: { ...dailyMail({ ...eva, day: '2026-12-03', lines: [line], stop }), unsubscribe: stop },
  test: testMail({ ...eva, url }),
};

describe('the head of a mail', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'legajo-heads-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it.each(Object.entries(MAILS))('says that no person wrote it: %s', async (template, mail) => {
    const mailer = await openMailer({ smtpUrl: undefined, mailFrom: 'legajo@legajo.test', dataDir });
    await mailer.send({ to: 'eva@legajo.test', ...mail, messageId: `${template}@legajo` });
    mailer.close();
    const [name = ''] = readdirSync(join(dataDir, 'outbox'));
    const [head = ''] = readFileSync(join(dataDir, 'outbox', name), 'utf8').split('\n\n');
    expect(head.match(/^Auto-Submitted: .*$/gm)).toEqual(['Auto-Submitted: auto-generated']);
    expect(head.match(/^X-Auto-Response-Suppress: .*$/gm)).toEqual(['X-Auto-Response-Suppress: All']);
    expect(/^List-Unsubscribe: /m.test(head)).toBe(mail.unsubscribe !== undefined);
  });
});

import type { SecurityNotice } from '../../../platform/outbox/outbox-messages.ts';
import { t } from '../texts.ts';
import { compose, type MailText } from './mail-templates.ts';

const ALWAYS = t('security.always');
const NOT_YOU = t('security.notYou');

const leftOf = (left: number): string =>
  left === 0 ? t('security.left.none') : t('security.left.some', { count: left });

const CLIENTS: Readonly<Record<string, string>> = {
  web: t('security.clients.web'),
  desktop: t('security.clients.desktop'),
  cli: t('security.clients.cli'),
};

/** Where somebody signed in. The name is quoted, because whoever signed in chose it. */
function placeOf({ client, device }: { client: string; device: string | null }): string {
  const place = CLIENTS[client] ?? t('security.clients.other');
  return device ? t('security.named', { place, device }) : place;
}

function wordsOf(what: SecurityNotice): { subject: string; body: string; advice: string } {
  switch (what.kind) {
    case 'totp.enabled':
      return {
        subject: t('security.totpEnabled.subject'),
        body: t('security.totpEnabled.body'),
        advice: NOT_YOU,
      };
    case 'totp.disabled':
      return {
        subject: t('security.totpDisabled.subject'),
        body: t('security.totpDisabled.body'),
        advice: NOT_YOU,
      };
    case 'totp.reset':
      return {
        subject: t('security.totpReset.subject'),
        body: t('security.totpReset.body', {
          who: what.by ? t('security.totpReset.admin', { by: what.by }) : t('security.totpReset.operator'),
        }),
        advice: t('security.totpReset.advice'),
      };
    case 'password.changed':
      return {
        subject: t('security.passwordChanged.subject'),
        body: t('security.passwordChanged.body'),
        advice: t('security.passwordChanged.advice'),
      };
    case 'email.changed':
      return {
        subject: t('security.emailChanged.subject'),
        body: t('security.emailChanged.body', { by: what.by, email: what.email }),
        advice: t('security.emailChanged.advice'),
      };
    case 'device.new':
      return {
        subject: t('security.deviceNew.subject'),
        body: t('security.deviceNew.body', { place: placeOf(what), ip: what.ip }),
        advice: t('security.deviceNew.advice', { notYou: NOT_YOU }),
      };
    case 'recovery.used':
      return {
        subject: t('security.recoveryUsed.subject'),
        body: t('security.recoveryUsed.body', { left: leftOf(what.left) }),
        advice: NOT_YOU,
      };
  }
}

/**
 * A mail about the security of one's account. It is sent at once and cannot be switched off, because somebody else may
 * have done it.
 */
export function securityMail(values: { firstname: string; what: SecurityNotice; url: string }): MailText {
  const { subject, body, advice } = wordsOf(values.what);
  return compose(
    subject,
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      { paragraph: body },
      { paragraph: advice },
      { link: values.url, label: t('security.button') },
    ],
    [{ paragraph: ALWAYS }],
  );
}

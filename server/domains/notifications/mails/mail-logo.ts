import { LOGO_IN_MAIL_BYTES_MAX } from '#shared/platform/limits.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { findPrintableLogo } from '../../organization/printable-logo.ts';
import { type MailText, withLogo } from './mail-templates.ts';

/**
 * A mail with its organization's logo; without one where there is none, and where it would weigh more than the rest.
 * @param organization null for a mail of the installation itself
 */
export async function inOrganizationsName<Mail extends MailText>(
  deps: Pick<Deps, 'db' | 'storage'>,
  organization: string | null,
  mail: Mail,
): Promise<Mail & Pick<MailMessage, 'logo'>> {
  const logo = organization === null ? null : await findPrintableLogo(deps, organization);
  if (!logo || logo.bytes.length > LOGO_IN_MAIL_BYTES_MAX) return mail;
  return { ...withLogo(mail, logo), logo };
}

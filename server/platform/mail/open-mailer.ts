import { join } from 'node:path';
import { openFileMailer } from './file-mailer.ts';
import type { Mailer } from './mailer.ts';
import { openSmtpMailer } from './smtp-mailer.ts';

/** The mailer that the configuration asks for: SMTP by its URL, else files in `<dataDir>/outbox`. */
export async function openMailer(config: {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly dataDir: string;
}): Promise<Mailer> {
  if (config.smtpUrl) return openSmtpMailer(config.smtpUrl, config.mailFrom);
  return openFileMailer(join(config.dataDir, 'outbox'), config.mailFrom);
}

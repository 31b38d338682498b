import { createTransport } from 'nodemailer';
import { forTransport, type Mailer, type MailMessage } from './mailer.ts';

const CONNECTION_MILLISECONDS = 10_000;
const SILENCE_MILLISECONDS = 30_000;

/** Sends through one mail server, given as `smtp://user:password@host:port` (`smtps:` for TLS from the start). */
class SmtpMailer implements Mailer {
  readonly #transport;

  constructor(url: string, from: string) {
    this.#transport = createTransport(
      {
        url,
        pool: true,
        maxConnections: 2,
        connectionTimeout: CONNECTION_MILLISECONDS,
        greetingTimeout: CONNECTION_MILLISECONDS,
        socketTimeout: SILENCE_MILLISECONDS,
        // Mails come from our own templates, and nothing in one may make the server read a file or a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  }

  async send(message: MailMessage): Promise<void> {
    await this.#transport.sendMail(forTransport(message));
  }

  close(): void {
    this.#transport.close();
  }
}

export function openSmtpMailer(url: string, from: string): Mailer {
  return new SmtpMailer(url, from);
}

/** A mail as the outbox worker hands it over; texts are finished Spanish. */
export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Where one POST stops mails like this one (RFC 8058); nothing where they cannot be stopped. */
  readonly unsubscribe?: string;
  /** Stable over retries, like `<notification id>@legajo`: whoever receives a mail twice can tell. */
  readonly messageId: string;
}

export interface Mailer {
  /** Resolves when the mail is in safe hands; rejects when it should be tried again. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The message as nodemailer takes it. */
export const forTransport = ({ unsubscribe, ...message }: MailMessage) => ({
  ...message,
  ...(unsubscribe
    ? {
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }
    : {}),
});

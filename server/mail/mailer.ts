/** A mail as the outbox worker hands it over; texts are finished Spanish. */
export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Stable over retries, like `<notification id>@legajo`: whoever receives a mail twice can tell. */
  readonly messageId: string;
}

export interface Mailer {
  /** Resolves when the mail is in safe hands; rejects when it should be tried again. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

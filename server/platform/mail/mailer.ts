/** A file that goes with a mail. */
export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A mail as it is sent, with finished Spanish texts. */
export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A picture that the HTML shows by `cid:` and MAIL_LOGO_ID. */
  readonly logo?: MailLogo;
  /** In memory from when they are made until the mail server has them; they are kept nowhere. */
  readonly attachments?: readonly MailAttachment[];
  /** The address to which one POST switches such mails off (RFC 8058); absent where they cannot be switched off. */
  readonly unsubscribe?: string;
  /** The same over retries, such as `<notification id>@legajo`: whoever receives a mail twice can tell. */
  readonly messageId: string;
}

/** A picture that goes with a mail: programs fetch none from a server before they are asked to. */
export interface MailLogo {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}
export const MAIL_LOGO_ID = 'logo';

export interface Mailer {
  /** Resolves when a mail server has accepted the mail; rejects when it should be tried again. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/**
 * Nobody wrote these mails, so no program answers them with an absence or a receipt: RFC 3834, and what Exchange and
 * Outlook heed in its place.
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;

const inline = ({ type, bytes }: MailLogo) => ({
  ...{ cid: MAIL_LOGO_ID, contentType: type, contentDisposition: 'inline' as const },
  filename: type === 'image/png' ? 'logo.png' : 'logo.jpg',
  content: Buffer.from(bytes),
});

/** The message as nodemailer takes it. Every mail of the product goes through here. */
export const forTransport = ({ unsubscribe, logo, attachments = [], ...message }: MailMessage) => ({
  ...message,
  attachments: [
    ...(logo ? [inline(logo)] : []),
    ...attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes,
    })),
  ],
  headers: {
    ...AUTOMATIC,
    ...(unsubscribe
      ? {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {}),
  },
});

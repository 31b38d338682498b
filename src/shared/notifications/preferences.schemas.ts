import { z } from 'zod';
import { NOTICE_CHOICES, NOTIFICATION_TYPES } from './notification-types.ts';
import { notificationType } from './notifications.schemas.ts';

const choice = z.enum(NOTICE_CHOICES);

/** How one is told of a type. */
const typeChoice = z.object({ type: notificationType, choice });

/** The caller's choices, with every type. */
export const preferences = z.object({
  /** Where mails go. */
  email: z.string(),
  choices: z.array(typeChoice),
});
export type Preferences = z.infer<typeof preferences>;

const choices = <T extends z.ZodType<{ type: string }>>(of: T) =>
  z
    .array(of)
    .min(1)
    .max(NOTIFICATION_TYPES.length)
    .refine((all) => new Set(all.map((each) => each.type)).size === all.length, { error: 'one' });

export const preferencesUpdate = z.object({ choices: choices(typeChoice) });
export type PreferencesUpdate = z.output<typeof preferencesUpdate>;

/** What a link in a mail shows and can change: its own types, and only their mails. */
export const mailChoices = z.object({
  /** The beginning of the address only: a mail may be forwarded. */
  email: z.string(),
  choices: z.array(typeChoice),
});
export type MailChoices = z.infer<typeof mailChoices>;

export const mailChoicesUpdate = z.object({
  choices: choices(z.object({ type: notificationType, choice: z.enum(['app', 'mail', 'daily']) })),
});
export type MailChoicesUpdate = z.output<typeof mailChoicesUpdate>;

export const linkToken = z.string().min(1).max(2000);

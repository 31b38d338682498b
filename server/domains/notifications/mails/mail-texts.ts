import type { Kysely } from 'kysely';
import { deliveryLink } from '#shared/file-requests/link-secret.ts';
import { resetLink } from '#shared/identity/reset-secrets.ts';
import { folderNoticeHref, recordNoticeHref } from '#shared/notifications/notice-href.ts';
import { notificationType } from '#shared/notifications/notifications.schemas.ts';
import { occurrenceHref } from '#shared/platform/hrefs.ts';
import type { Config } from '../../../config.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { MailMessage } from '../../../platform/outbox/outbox-messages.ts';
import { type KnownViewer, loadViewers } from '../../documents/faces/audience.queries.ts';
import type { NoticeLinks } from '../../identity/tokens/notice-links.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import { findForDigest, findOwnAmong, recipientOf, type SeenNotification } from '../notifications.queries.ts';
import { loadChoices } from '../preferences.queries.ts';
import {
  dailyMail,
  fileRequestMail,
  invitationMail,
  type MailText,
  newPasswordMail,
  noticeMail,
  noticesMail,
  resetMail,
} from './mail-templates.ts';
import type { NoticeLine } from './notice-texts.ts';
import { securityMail } from './security-mail.ts';

/** What the texts are made from. */
export interface MailSource {
  readonly db: Kysely<Schema>;
  readonly config: Pick<Config, 'publicUrl' | 'resetCodeSeconds'>;
  readonly links: NoticeLinks;
}

export interface WrittenMail extends MailText {
  /** The address to which one POST switches such mails off. */
  readonly unsubscribe?: string;
  /** Notifications that count as mailed once this mail was sent. */
  readonly digested?: readonly string[];
}

/**
 * The text of a queued mail. Null where there is nothing left to say: its recipient was disabled, or may no longer see
 * the documents that it is about (docs/domain/notifications.md).
 */
export async function mailText(source: MailSource, mail: MailMessage): Promise<WrittenMail | null> {
  const { config } = source;
  switch (mail.template) {
    case 'invitation':
      return invitationMail({
        ...mail,
        organization: await nameOf(source, mail.organization),
        url: `${config.publicUrl}/`,
      });
    case 'new_password':
      return newPasswordMail({ ...mail, url: `${config.publicUrl}/` });
    case 'reset':
      return resetMail({
        ...mail,
        minutes: Math.round(config.resetCodeSeconds / 60),
        url: resetLink(config.publicUrl, { email: mail.to, secret: mail.secret }),
      });
    case 'file_request':
      return fileRequestMail({ ...mail, url: deliveryLink(config.publicUrl, mail.secret) });
    case 'security':
      return securityMail({ ...mail, url: `${config.publicUrl}/profile` });
    case 'notice':
      return noticesOf(source, [mail.notification]);
    case 'notices':
      return noticesOf(source, mail.notifications);
    case 'daily':
      return digestOf(source, mail);
  }
}

/** The name of an organization; undefined where a mail that an older server queued does not say which. */
async function nameOf({ db }: MailSource, organization: string | undefined): Promise<string | undefined> {
  return organization && (await findOrganization(db, organization)).name;
}

/** The day's one mail: the notifications that its person chose for it, still sees and has not dismissed. */
async function digestOf(
  { db, config, links }: MailSource,
  { user, day }: { user: string; day: string },
): Promise<WrittenMail | null> {
  const viewer = (await loadViewers(db, [user])).get(user);
  if (!viewer) return null;
  const choiceOf = await loadChoices(db, [user]);
  const all = await findForDigest(db, viewer, day);
  const rows = all.filter((row) => choiceOf(user, notificationType.parse(row.type)) === 'daily');
  if (rows.length === 0) return null;
  const lines = rows.map((row) => lineOf(config, viewer, row));
  const { stop, ...head } = await stopping({ config, links }, user, lines);
  return {
    ...dailyMail({ firstname: viewer.firstname, day, lines, stop }),
    ...head,
    digested: rows.map((row) => row.id),
  };
}

/** The lines of a mail about these notifications of one person, as far as they still see them. */
async function noticesOf(
  { db, config, links }: MailSource,
  notifications: readonly string[],
): Promise<WrittenMail | null> {
  const user = notifications[0] ? await recipientOf(db, notifications[0]) : null;
  const viewer = user ? (await loadViewers(db, [user])).get(user) : undefined;
  if (!viewer) return null;
  const { firstname } = viewer;
  const choiceOf = await loadChoices(db, [viewer.user]);
  // Somebody who switched these mails off meanwhile gets none.
  const wanted = (row: SeenNotification): boolean =>
    ['mail', 'daily'].includes(choiceOf(viewer.user, notificationType.parse(row.type)));
  const rows = (await findOwnAmong(db, viewer, notifications)).filter(wanted);
  const lines = rows.map((row) => lineOf(config, viewer, row));
  const [line] = lines;
  if (!line) return null;
  const { stop, ...head } = await stopping({ config, links }, viewer.user, lines);
  const text =
    lines.length === 1 ? noticeMail({ firstname, line, stop }) : noticesMail({ firstname, lines, stop });
  return { ...text, ...head };
}

/** The page that switches mails of these types off, and the address by which mail programs do so themselves. */
async function stopping(
  { config, links }: Pick<MailSource, 'links'> & { config: Pick<Config, 'publicUrl'> },
  user: string,
  lines: readonly NoticeLine[],
): Promise<{ stop: string; unsubscribe: string }> {
  const token = await links.sign({ user, types: [...new Set(lines.map((line) => line.type))] });
  return {
    stop: `${config.publicUrl}/unsubscribe/${token}`,
    unsubscribe: `${config.publicUrl}/api/events/unsubscribe/${token}`,
  };
}

function lineOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  viewer: Pick<KnownViewer, 'user'>,
  row: SeenNotification,
): NoticeLine {
  const told = {
    ...{
      type: notificationType.parse(row.type),
      state: row.state,
      title: row.title,
      library: row.group_name,
    },
    ...{ comment: row.comment, dueOn: row.due_on },
  };
  if ('folder_id' in row) {
    const [group, folder] = [row.group_id ?? '', row.folder_id ?? ''];
    const url = `${publicUrl}${folderNoticeHref(told.type, group, folder)}`;
    return { ...told, about: folder, from: null, url };
  }
  if ('occurrence_id' in row) {
    const occurrence = row.occurrence_id ?? '';
    const from = row.from_user ? `${row.firstname} ${row.lastname}` : null;
    return { ...told, about: occurrence, from, url: `${publicUrl}${occurrenceHref(occurrence)}` };
  }
  return {
    ...told,
    about: row.record_id,
    from: row.from_user === viewer.user ? null : `${row.firstname} ${row.lastname}`,
    url: `${publicUrl}${recordNoticeHref({
      ...{ type: told.type, state: row.state, record: row.record_id, group: row.group_id },
      comment: row.comment_id,
    })}`,
  };
}

import { MAIL_LOGO_ID } from '../../../platform/mail/mailer.ts';
import { t } from '../texts.ts';
import {
  detailsOf,
  happeningOf,
  type NoticeLine,
  sentenceOf,
  spanishDay,
  subjectKind,
  subjectOf,
} from './notice-texts.ts';

/** The mails that Legajo writes: Spanish texts, in plain and in simple HTML. */

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type Part =
  | { readonly paragraph: string }
  | { readonly quote: string }
  | { readonly heading: string; readonly aside: string }
  | { readonly link: string; readonly label: string };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const htmlOf = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const SUBJECT_MAX = 150;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, SUBJECT_MAX);

const SIGNATURE = t('mails.signature');
const LOCKED = t('mails.locked');

const STYLE = {
  body: 'margin: 0; padding: 24px 16px; font-family: Archivo, Arial, sans-serif; font-size: 15px; line-height: 1.5',
  heading: 'margin: 28px 0 2px; font-size: 16px; line-height: 1.35',
  aside: 'font-weight: normal; opacity: 0.75; font-size: 14px',
  quote: 'margin: 6px 0; padding: 2px 0 2px 12px; border-left: 3px solid #0c7486',
  foot: 'margin-top: 32px; padding-top: 12px; border-top: 1px solid #8e8c85; opacity: 0.75; font-size: 13px',
} as const;

const lines = (text: string): string => htmlOf(text).replaceAll('\n', '<br>');

function textOf(part: Part): string {
  if ('paragraph' in part) return part.paragraph;
  if ('quote' in part) return part.quote.replace(/^/gm, '> ');
  if ('heading' in part) return `${part.heading} (${part.aside})`;
  return `${part.label}:\n${part.link}`;
}

function markupOf(part: Part): string {
  if ('paragraph' in part) return `<p>${lines(part.paragraph)}</p>`;
  if ('quote' in part) return `<p style="${STYLE.quote}">${lines(part.quote)}</p>`;
  if ('heading' in part) {
    return `<h2 style="${STYLE.heading}">${htmlOf(part.heading)} <span style="${STYLE.aside}">${htmlOf(part.aside)}</span></h2>`;
  }
  return `<p><a href="${htmlOf(part.link)}">${htmlOf(part.label)}</a></p>`;
}

const SHEET = '<div style="max-width: 600px; margin: 0 auto">';

/** Pixels within which a mail shows the organization's logo. */
const LOGO_BOX = { width: 200, height: 44 };

/** The mail with the organization's logo above its text. @param size of the picture in pixels */
export function withLogo<Mail extends MailText>(mail: Mail, size: { width: number; height: number }): Mail {
  const scale = Math.min(1, LOGO_BOX.width / size.width, LOGO_BOX.height / size.height);
  // As attributes: Outlook heeds no others. It says nothing that the text does not, so it has no words of its own.
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)));
  const image = `<p><img src="cid:${MAIL_LOGO_ID}" width="${width}" height="${height}" alt=""></p>`;
  return { ...mail, html: mail.html.replace(SHEET, `${SHEET}\n${image}`) };
}

/** A mail of these parts, with the signature and the footer. */
export function compose(
  subject: string,
  parts: readonly Part[],
  foot: readonly Part[],
  signature = SIGNATURE,
): MailText {
  return {
    subject: oneLine(subject),
    text: `${[...parts, { paragraph: signature }, ...foot].map(textOf).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="es-CL">',
      '<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
      `<body style="${STYLE.body}">`,
      SHEET,
      ...parts.map(markupOf),
      `<div style="${STYLE.foot}">`,
      ...[{ paragraph: signature }, ...foot].map(markupOf),
      '</div>',
      '</div>',
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  };
}

export const invitationMail = (values: {
  firstname: string;
  to: string;
  temporaryPassword: string;
  url: string;
  organization?: string | undefined;
  by?: string | undefined;
}): MailText =>
  compose(
    values.organization
      ? t('mails.invitation.subjectOf', { organization: values.organization })
      : t('mails.invitation.subject'),
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      {
        paragraph:
          values.organization && values.by
            ? t('mails.invitation.invites', { organization: values.organization, by: values.by })
            : t('mails.invitation.account'),
      },
      { paragraph: t('mails.credentials', { to: values.to, password: values.temporaryPassword }) },
      { paragraph: t('mails.invitation.first') },
      { link: values.url, label: t('mails.signIn') },
    ],
    [{ paragraph: LOCKED }],
  );

export const newPasswordMail = (values: {
  firstname: string;
  to: string;
  temporaryPassword: string;
  url: string;
}): MailText =>
  compose(
    t('mails.newPassword.subject'),
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      { paragraph: t('mails.newPassword.given') },
      { paragraph: t('mails.credentials', { to: values.to, password: values.temporaryPassword }) },
      { paragraph: t('mails.newPassword.next') },
      { link: values.url, label: t('mails.signIn') },
    ],
    [{ paragraph: LOCKED }],
  );

export const resetMail = (values: {
  firstname: string;
  code: string;
  minutes: number;
  url: string;
}): MailText =>
  compose(
    t('mails.reset.subject'),
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      { paragraph: t('mails.reset.link') },
      { link: values.url, label: t('mails.reset.button') },
      { paragraph: t('mails.reset.code', { code: values.code }) },
      {
        paragraph: t('mails.reset.life', { minutes: values.minutes }),
      },
    ],
    [{ paragraph: LOCKED }],
  );

/** Asks somebody without an account for files. */
export const fileRequestMail = (values: {
  organization: string;
  by: string;
  title: string;
  /** The link's last day. */
  until: string;
  url: string;
}): MailText =>
  compose(
    t('mails.fileRequest.subject', { organization: values.organization, title: values.title }),
    [
      { paragraph: t('mails.fileRequest.asks', { by: values.by, organization: values.organization }) },
      { quote: values.title },
      { paragraph: t('mails.fileRequest.how', { day: spanishDay(values.until) }) },
      { link: values.url, label: t('mails.fileRequest.button') },
      { paragraph: t('mails.fileRequest.unknown') },
    ],
    [],
    t('mails.fileRequest.signature', { by: values.by }),
  );

/** A test mail, by which an admin sees whether mails arrive. */
export const testMail = (values: { firstname: string; url: string }): MailText =>
  compose(
    t('mails.test.subject'),
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      { paragraph: t('mails.test.works') },
      { link: values.url, label: t('mails.test.button') },
    ],
    [],
  );

/** The end of every mail that can be switched off. */
const stopping = (url: string): Part[] => [{ link: url, label: t('mails.stop') }];

const OPEN = {
  document: t('mails.open.document'),
  folder: t('mails.open.folder'),
  occurrence: t('mails.open.occurrence'),
  library: t('mails.open.library'),
} as const;
/** What went to the bin cannot be opened. */
const opening = (line: NoticeLine): Part => ({
  link: line.url,
  label: OPEN[line.type === 'RECORD.DELETED' ? 'library' : subjectKind(line)],
});

/** A mail about one event. @param values.stop the page where such mails are switched off */
export const noticeMail = (values: { firstname: string; line: NoticeLine; stop: string }): MailText =>
  compose(
    subjectOf(values.line),
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      { paragraph: sentenceOf(values.line) },
      ...detailsOf(values.line).map((quote): Part => ({ quote })),
      opening(values.line),
    ],
    stopping(values.stop),
  );

/** One mail for more than five notices within a minute (docs/domain/notifications.md). */
export function noticesMail(values: {
  firstname: string;
  lines: readonly NoticeLine[];
  stop: string;
}): MailText {
  const count = values.lines.length;
  const documents = new Set(values.lines.map((line) => line.about)).size;
  const requests = values.lines.every((line) => line.type === 'RECORD.REVIEW.REQUEST');
  const asked =
    documents === 1
      ? t('mails.many.requestsOfOne', { count, title: values.lines[0]?.title ?? '' })
      : t('mails.many.documents', { documents });
  return compose(
    requests ? asked : t('mails.many.notices', { count }),
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      {
        paragraph: requests
          ? t('mails.many.requestsBody', { count })
          : t('mails.many.noticesBody', { count }),
      },
      ...bySubject(values.lines),
    ],
    stopping(values.stop),
  );
}

/** "un documento", "3 documentos y una carpeta". */
function subjectsOf(lines: readonly NoticeLine[]): string {
  const all = (['document', 'folder', 'occurrence'] as const).flatMap((kind) => {
    const { size } = new Set(lines.filter((line) => subjectKind(line) === kind).map((line) => line.about));
    return size === 0 ? [] : [t(`mails.subjects.${kind}`, { count: size })];
  });
  return all.length > 1
    ? t('mails.and', { names: all.slice(0, -1).join(', '), last: all.at(-1) ?? '' })
    : all.join('');
}

/** The notices of a day, for people who chose one mail a day. */
export function dailyMail(values: {
  firstname: string;
  day: string;
  lines: readonly NoticeLine[];
  stop: string;
}): MailText {
  const of = subjectsOf(values.lines);
  return compose(
    t('mails.daily.subject', { day: spanishDay(values.day) }),
    [
      { paragraph: t('mails.hello', { firstname: values.firstname }) },
      {
        paragraph:
          values.lines.length === 1
            ? t('mails.daily.one')
            : t('mails.daily.many', { count: values.lines.length, of }),
      },
      ...bySubject(values.lines),
    ],
    stopping(values.stop),
  );
}

/** Groups the lines by document or folder, each group in the order of its events. */
function bySubject(all: readonly NoticeLine[]): Part[] {
  return [...Map.groupBy(all, (line) => line.about).values()].flatMap((about): Part[] => {
    const [first] = about;
    if (!first) return [];
    return [
      { heading: first.title, aside: first.library },
      ...about.flatMap((line): Part[] => [
        { paragraph: happeningOf(line) },
        ...detailsOf(line).map((quote): Part => ({ quote })),
      ]),
      opening(first),
    ];
  });
}

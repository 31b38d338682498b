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

type Part =
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

const SIGNATURE = 'Legajo envía este correo porque tienes una cuenta en él. No hace falta responder.';
const LOCKED = 'Estos correos no se pueden desactivar: sin ellos no podrías entrar.';

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

/** A mail of these parts, with the signature and the footer. */
export function compose(subject: string, parts: readonly Part[], foot: readonly Part[]): MailText {
  return {
    subject: oneLine(subject),
    text: `${[...parts, { paragraph: SIGNATURE }, ...foot].map(textOf).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="es-CL">',
      '<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
      `<body style="${STYLE.body}">`,
      '<div style="max-width: 600px; margin: 0 auto">',
      ...parts.map(markupOf),
      `<div style="${STYLE.foot}">`,
      ...[{ paragraph: SIGNATURE }, ...foot].map(markupOf),
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
}): MailText =>
  compose(
    'Tu cuenta en Legajo',
    [
      { paragraph: `Hola, ${values.firstname}:` },
      { paragraph: 'Tu organización te creó una cuenta en Legajo, donde están sus documentos.' },
      { paragraph: `Correo: ${values.to}\nContraseña temporal: ${values.temporaryPassword}` },
      { paragraph: 'La primera vez que entres te pediremos elegir una contraseña propia.' },
      { link: values.url, label: 'Iniciar sesión' },
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
    'Tu nueva contraseña temporal de Legajo',
    [
      { paragraph: `Hola, ${values.firstname}:` },
      { paragraph: 'Quien administra tu organización te dio una contraseña nueva. La anterior ya no sirve.' },
      { paragraph: `Correo: ${values.to}\nContraseña temporal: ${values.temporaryPassword}` },
      { paragraph: 'Al entrar te pediremos elegir una contraseña propia.' },
      { link: values.url, label: 'Iniciar sesión' },
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
    'Cambia tu contraseña de Legajo',
    [
      { paragraph: `Hola, ${values.firstname}:` },
      { paragraph: 'Elige una contraseña nueva con este enlace:' },
      { link: values.url, label: 'Cambiar la contraseña' },
      { paragraph: `O escribe este código donde lo pediste: ${values.code}.` },
      {
        paragraph: `Ambos valen por ${values.minutes} minutos y una sola vez. Si no lo pediste, puedes ignorar este correo: tu contraseña sigue igual.`,
      },
    ],
    [{ paragraph: LOCKED }],
  );

/** A test mail, by which an admin sees whether mails arrive. */
export const testMail = (values: { firstname: string; url: string }): MailText =>
  compose(
    'Prueba de correo de Legajo',
    [
      { paragraph: `Hola, ${values.firstname}:` },
      { paragraph: 'Si lees esto, Legajo puede enviar correos.' },
      { link: values.url, label: 'Abrir Legajo' },
    ],
    [],
  );

/** The end of every mail that can be switched off. */
const stopping = (url: string): Part[] => [{ link: url, label: 'Dejar de recibir correos como este' }];

const OPEN = {
  document: 'Abrir el documento',
  folder: 'Abrir la carpeta',
  occurrence: 'Abrir el vencimiento',
} as const;
const opening = (line: NoticeLine): Part => ({ link: line.url, label: OPEN[subjectKind(line)] });

/** A mail about one event. @param values.stop the page where such mails are switched off */
export const noticeMail = (values: { firstname: string; line: NoticeLine; stop: string }): MailText =>
  compose(
    subjectOf(values.line),
    [
      { paragraph: `Hola, ${values.firstname}:` },
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
      ? `${count} solicitudes de revisión: ${values.lines[0]?.title}`
      : `${documents} documentos esperan tu revisión`;
  return compose(
    requests ? asked : `${count} avisos de Legajo`,
    [
      { paragraph: `Hola, ${values.firstname}:` },
      {
        paragraph: requests
          ? `Hay ${count} solicitudes de revisión para ti:`
          : `Hay ${count} avisos para ti:`,
      },
      ...bySubject(values.lines),
    ],
    stopping(values.stop),
  );
}

/** "un documento", "3 documentos y una carpeta". */
function subjectsOf(lines: readonly NoticeLine[]): string {
  const count = (kind: ReturnType<typeof subjectKind>, one: string, many: string): string[] => {
    const { size } = new Set(lines.filter((line) => subjectKind(line) === kind).map((line) => line.about));
    return size === 0 ? [] : [size === 1 ? one : `${size} ${many}`];
  };
  const all = [
    ...count('document', 'un documento', 'documentos'),
    ...count('folder', 'una carpeta', 'carpetas'),
    ...count('occurrence', 'un vencimiento', 'vencimientos'),
  ];
  return all.length > 2 ? `${all.slice(0, -1).join(', ')} y ${all.at(-1)}` : all.join(' y ');
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
    `Tu resumen del ${spanishDay(values.day)}`,
    [
      { paragraph: `Hola, ${values.firstname}:` },
      {
        paragraph:
          values.lines.length === 1
            ? 'Esto pasó desde tu resumen anterior:'
            : `Desde tu resumen anterior hubo ${values.lines.length} avisos sobre ${of}:`,
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

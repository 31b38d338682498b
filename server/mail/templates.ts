/** The mails that Legajo writes: Spanish texts, in plain and in simple HTML. */

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A review request as a mail tells of it: what its recipient sees of the document. */
export interface RequestLine {
  readonly title: string;
  readonly library: string;
  readonly from: string;
  readonly comment: string;
  readonly url: string;
}

type Part = { readonly paragraph: string } | { readonly link: string; readonly label: string };

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

function compose(subject: string, parts: readonly Part[]): MailText {
  const text = parts.map((part) => ('paragraph' in part ? part.paragraph : `${part.label}:\n${part.link}`));
  const html = parts.map((part) =>
    'paragraph' in part
      ? `<p>${htmlOf(part.paragraph).replaceAll('\n', '<br>')}</p>`
      : `<p><a href="${htmlOf(part.link)}">${htmlOf(part.label)}</a></p>`,
  );
  return {
    subject: oneLine(subject),
    text: `${[...text, SIGNATURE].join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="es-CL">',
      '<body style="font-family: Archivo, Arial, sans-serif; font-size: 15px; line-height: 1.5">',
      ...html,
      `<p style="color: #5b6470; font-size: 13px">${SIGNATURE}</p>`,
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
  compose('Tu cuenta en Legajo', [
    { paragraph: `Hola, ${values.firstname}:` },
    { paragraph: 'Tu organización te creó una cuenta en Legajo, donde están sus documentos.' },
    { paragraph: `Correo: ${values.to}\nContraseña temporal: ${values.temporaryPassword}` },
    { paragraph: 'La primera vez que entres te pediremos elegir una contraseña propia.' },
    { link: values.url, label: 'Iniciar sesión' },
  ]);

export const resetMail = (values: {
  firstname: string;
  code: string;
  minutes: number;
  url: string;
}): MailText =>
  compose('Código para cambiar tu contraseña', [
    { paragraph: `Hola, ${values.firstname}:` },
    { paragraph: `Tu código para elegir una contraseña nueva es ${values.code}.` },
    { paragraph: `Vale por ${values.minutes} minutos. Si no lo pediste, puedes ignorar este correo.` },
    { link: values.url, label: 'Cambiar la contraseña' },
  ]);

const described = (request: RequestLine): string => {
  const head = `«${request.title}» (${request.library}), pedido por ${request.from}.`;
  return request.comment === '' ? head : `${head}\n${request.comment}`;
};

export const reviewRequestMail = (values: { firstname: string; request: RequestLine }): MailText =>
  compose(`Revisión solicitada: ${values.request.title}`, [
    { paragraph: `Hola, ${values.firstname}:` },
    { paragraph: 'Hay un documento que espera tu revisión:' },
    { paragraph: described(values.request) },
    { link: values.request.url, label: 'Abrir el documento' },
  ]);

/** More than five requests within a minute come as one mail (sync.md). */
export const reviewDigestMail = (values: { firstname: string; requests: readonly RequestLine[] }): MailText =>
  compose(`${values.requests.length} documentos esperan tu revisión`, [
    { paragraph: `Hola, ${values.firstname}:` },
    { paragraph: `Hay ${values.requests.length} documentos que esperan tu revisión:` },
    ...values.requests.flatMap((request): Part[] => [
      { paragraph: described(request) },
      { link: request.url, label: 'Abrir el documento' },
    ]),
  ]);

import type { SecurityNotice } from '../../../platform/outbox/outbox-messages.ts';
import { compose, type MailText } from './mail-templates.ts';

const ALWAYS = 'Este correo no se puede desactivar: te avisa de cambios en la seguridad de tu cuenta.';
const NOT_YOU =
  'Si no fuiste tú, cambia tu contraseña, cierra las demás sesiones en tu perfil y avisa a quien administra tu organización.';

const leftOf = (left: number): string =>
  left === 0 ? 'No te queda ninguno' : left === 1 ? 'Te queda 1' : `Te quedan ${left}`;

const CLIENTS: Readonly<Record<string, string>> = {
  web: 'un navegador',
  desktop: 'la aplicación de escritorio',
  cli: 'la línea de comandos',
};

/** Where somebody signed in. The name is quoted, because whoever signed in chose it. */
function placeOf({ client, device }: { client: string; device: string | null }): string {
  const place = CLIENTS[client] ?? 'un programa';
  return device ? `${place}, «${device}»` : place;
}

function wordsOf(what: SecurityNotice): { subject: string; body: string; advice: string } {
  switch (what.kind) {
    case 'totp.enabled':
      return {
        subject: 'Activaste la verificación en dos pasos',
        body: 'Desde ahora, al iniciar sesión te pediremos también un código de tu aplicación de autenticación.',
        advice: NOT_YOU,
      };
    case 'totp.disabled':
      return {
        subject: 'Desactivaste la verificación en dos pasos',
        body: 'Desde ahora, para iniciar sesión basta tu contraseña.',
        advice: NOT_YOU,
      };
    case 'totp.reset':
      return {
        subject: 'Se quitó la verificación en dos pasos de tu cuenta',
        body: `${what.by ? `${what.by}, que administra tu organización,` : 'Quien administra el servidor'} quitó la verificación en dos pasos de tu cuenta. Desde ahora, para iniciar sesión basta tu contraseña.`,
        advice:
          'Puedes activarla de nuevo en tu perfil. Si no lo pediste, habla con quien administra tu organización.',
      };
    case 'password.changed':
      return {
        subject: 'Cambió tu contraseña',
        body: 'La contraseña de tu cuenta cambió. Las demás sesiones se cerraron.',
        advice:
          'Si no fuiste tú, pide una nueva en la pantalla de inicio de sesión y avisa a quien administra tu organización.',
      };
    case 'email.changed':
      return {
        subject: 'Cambió el correo de tu cuenta',
        body: `${what.by}, que administra tu organización, cambió el correo con que inicias sesión: ahora es ${what.email}.`,
        advice: 'Si no lo pediste, habla con quien administra tu organización.',
      };
    case 'device.new':
      return {
        subject: 'Nuevo inicio de sesión en tu cuenta',
        body: `Alguien inició sesión en tu cuenta desde ${placeOf(what)} (dirección ${what.ip}), donde no habías entrado antes.`,
        advice: `Si fuiste tú, no tienes que hacer nada. ${NOT_YOU}`,
      };
    case 'recovery.used':
      return {
        subject: 'Se usó un código de recuperación',
        body: `Alguien inició sesión en tu cuenta, o cambió su seguridad, con uno de tus códigos de recuperación. ${leftOf(what.left)}: en tu perfil puedes crear otros.`,
        advice: NOT_YOU,
      };
  }
}

/**
 * A mail about the security of one's account. It is sent at once and cannot be switched off, because somebody else may
 * have done it.
 */
export function securityMail(values: { firstname: string; what: SecurityNotice; url: string }): MailText {
  const { subject, body, advice } = wordsOf(values.what);
  return compose(
    subject,
    [
      { paragraph: `Hola, ${values.firstname}:` },
      { paragraph: body },
      { paragraph: advice },
      { link: values.url, label: 'Abrir tu perfil' },
    ],
    [{ paragraph: ALWAYS }],
  );
}

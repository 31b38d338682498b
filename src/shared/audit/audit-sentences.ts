import type { AuditEvent } from './audit.schemas.ts';

/* What an event of the audit trail says in a sentence, for its screen, its search and paper. */

/** What somebody did; `{}` is the name of the thing, where it has one. A test compares the keys with `AUDIT_ACTIONS`. */
export const AUDIT_SENTENCES: Readonly<Record<string, string>> = {
  'record.create': 'creó el documento {}',
  'record.update': 'editó la información del documento {}',
  'record.authors': 'cambió los autores del documento {}',
  'record.move': 'movió el documento {}',
  'record.state': 'cambió el estado del documento {}',
  'record.delete': 'eliminó el documento {}',
  'record.restore': 'recuperó el documento {}',
  'record.retain': 'decidió conservar más el documento {}',
  'record.purge': 'eliminó para siempre el documento {}',
  'record.share': 'compartió el documento {}',
  'hold.create': 'puso la retención legal {}',
  'hold.update': 'cambió la retención legal {}',
  'hold.release': 'levantó la retención legal {}',
  'hold.add': 'agregó documentos a la retención legal {}',
  'hold.remove': 'sacó documentos de la retención legal {}',
  'hold.follow': 'movió algo en retención legal, y la retención {} lo siguió',
  'version.start': 'empezó una versión del documento {}',
  'version.add': 'agregó una versión al documento {}',
  'version.confirm': 'cargó una versión del documento {}',
  'version.errored': 'no pudo cargar una versión del documento {}',
  'version.abandoned': 'dio por abandonada una carga del documento {}',
  'version.keep': 'mantuvo una versión en conflicto del documento {}',
  'version.discard': 'descartó una versión del documento {}',
  'review.request': 'solicitó revisión del documento {}',
  'publication.request': 'solicitó publicación del documento {}',
  'comment.create': 'comentó el documento {}',
  'comment.update': 'corrigió un comentario del documento {}',
  'comment.resolve': 'resolvió un comentario del documento {}',
  'comment.reopen': 'reabrió un comentario del documento {}',
  'reminder.create': 'creó un recordatorio sobre el documento {}',
  'reminder.cancel': 'quitó un recordatorio',
  'folder.create': 'creó la carpeta {}',
  'folder.update': 'cambió la carpeta {}',
  'folder.delete': 'eliminó la carpeta {}',
  'file_request.create': 'creó el enlace para recibir archivos {}',
  'file_request.send': 'envió el enlace para recibir archivos {}',
  'file_request.receive': 'recibió un archivo por el enlace {}',
  'file_request.revoke': 'revocó el enlace para recibir archivos {}',
  'rule.create': 'creó la regla {}',
  'rule.update': 'cambió la regla {}',
  'rule.delete': 'eliminó la regla {}',
  'party.create': 'agregó a {} a la lista de contratistas',
  'party.update': 'cambió los datos de {}',
  'party.end': 'marcó que {} ya no trabaja',
  'party.resume': 'marcó que {} trabaja otra vez',
  'party.delete': 'quitó a {} de la lista de contratistas',
  'party.assign': 'cambió quién está asignado a {}',
  'party.exported': 'exportó el cumplimiento de los contratistas',
  'template.create': 'agregó la plantilla {}',
  'template.update': 'cambió la plantilla {}',
  'template.delete': 'eliminó la plantilla {}',
  'label.create': 'creó la etiqueta {}',
  'label.update': 'cambió la etiqueta {}',
  'label.merge': 'unió con otra la etiqueta {}',
  'label.delete': 'eliminó la etiqueta {}',
  'type.create': 'creó el tipo de documento {}',
  'type.update': 'cambió el tipo de documento {}',
  'type.delete': 'eliminó el tipo de documento {}',
  'organization.created': 'creó la organización {}',
  'organization.update': 'cambió los datos de la organización {}',
  'organization.audit_exported': 'exportó la auditoría',
  'user.created': 'creó la cuenta de {}',
  'user.updated': 'cambió los datos de {}',
  'user.deleted': 'eliminó la cuenta de {}',
  'user.enabled': 'habilitó la cuenta de {}',
  'user.disabled': 'deshabilitó la cuenta de {}',
  'user.groups_changed': 'cambió los roles de {}',
  'user.password_reset': 'envió una contraseña nueva a {}',
  'user.access_link': 'creó un enlace de acceso para {}',
  'users.exported': 'exportó la lista de personas',
  'session.started': 'inició sesión',
  'session.ended': 'cerró una sesión',
  'sessions.ended': 'cerró sus demás sesiones',
  'session.refused': 'escribió un código equivocado al iniciar sesión',
  'session.reused': 'perdió una sesión, que se cerró porque alguien usó una copia',
  'password.changed': 'cambió su contraseña',
  'password.reset_requested': 'pidió recuperar su contraseña',
  'preferences.notices': 'cambió sus preferencias de notificación',
  'client.register': 'conectó el equipo {}',
  'client.rename': 'cambió el nombre del equipo {}',
  'client.revoke': 'desconectó el equipo {}',
  'totp.begun': 'empezó a activar la verificación en dos pasos',
  'totp.enabled': 'activó la verificación en dos pasos',
  'totp.disabled': 'desactivó la verificación en dos pasos',
  'totp.reset': 'quitó la verificación en dos pasos de {}',
  'totp.recovery_renewed': 'creó códigos de recuperación nuevos',
  'totp.recovery_used': 'usó un código de recuperación',
  'settings.limits': 'cambió los límites de carga',
  'settings.reminders': 'cambió los plazos de recordatorio',
  'settings.holidays': 'cambió los feriados',
  'settings.bin': 'cambió los días en la papelera',
  'settings.firstSteps': 'ocultó o mostró los primeros pasos',
  'settings.secondStep': 'cambió quién debe usar la verificación en dos pasos',
  'settings.managers': 'cambió qué documentos lee Gestión',
  'settings.passwords': 'cambió la política de contraseñas',
  'group.create': 'creó la biblioteca {}',
  'group.update': 'cambió la biblioteca {}',
  'group.archive': 'archivó la biblioteca {}',
  'group.unarchive': 'recuperó la biblioteca archivada {}',
  'group.delete': 'eliminó la biblioteca {}',
  'department.create': 'creó el departamento {}',
  'department.update': 'cambió el departamento {}',
  'department.delete': 'eliminó el departamento {}',
  'member.added': 'agregó a alguien a la biblioteca {}',
  'member.changed': 'cambió los roles de alguien en la biblioteca {}',
  'member.removed': 'sacó a alguien de la biblioteca {}',
  'calendar.create': 'creó el calendario {}',
  'calendar.update': 'cambió el calendario {}',
  'calendar.delete': 'eliminó el calendario {}',
  'calendar.feed.create': 'creó su dirección de calendario',
  'calendar.feed.revoke': 'revocó su dirección de calendario',
  'obligation.create': 'creó la obligación {}',
  'obligation.update': 'cambió la obligación {}',
  'obligation.delete': 'eliminó la obligación {}',
  'occurrence.open': 'reabrió el vencimiento {}',
  'occurrence.submitted': 'entregó el vencimiento {}',
  'occurrence.done': 'marcó como cumplido el vencimiento {}',
  'occurrence.waived': 'eximió el vencimiento {}',
  'occurrence.cancelled': 'anuló el vencimiento {}',
  'occurrence.evidence.link': 'vinculó evidencia al vencimiento {}',
  'occurrence.evidence.begin': 'empezó a cargar evidencia para el vencimiento {}',
  'occurrence.evidence.unlink': 'quitó evidencia del vencimiento {}',
  'occurrence.comment': 'comentó el vencimiento {}',
  'occurrence.request': 'pidió evidencia para el vencimiento {}',
  'occurrence.request.withdraw': 'retiró una solicitud de evidencia para el vencimiento {}',
  'occurrence.decline': 'respondió que no tiene la evidencia del vencimiento {}',
  'report.export': 'exportó un informe de calendarios',
  'report.snapshot': 'guardó la instantánea de informe {}',
  'report.mail.create': 'programó el envío mensual del informe',
  'report.mail.update': 'cambió un envío mensual del informe',
  'report.mail.stop': 'detuvo un envío mensual del informe',
  'report.mail.leave': 'dejó de recibir el informe mensual',
  'report.mail.return': 'volvió a recibir el informe mensual',
  'report.mail.send': 'envió el informe mensual por correo',
};

/** Who did what no person did, or a person who is not known any more. */
const NOT_A_PERSON = { server: 'El sistema', gone: 'Alguien que ya no está' } as const;
const CLOSED = 'reservado';

/** A sentence in its parts, so that a screen can set the name apart. */
export interface AuditSentence {
  readonly who: string;
  /** Tells people of one name apart; null where it is not known. */
  readonly email: string | null;
  readonly before: string;
  /** Null where the sentence needs none, or the thing has none. */
  readonly thing: string | null;
  readonly after: string;
}

/** Whoever did it, in words. */
export function auditActor({ actor }: Pick<AuditEvent, 'actor'>): string {
  if (!actor) return NOT_A_PERSON.server;
  return `${actor.firstname} ${actor.lastname}`.trim() || NOT_A_PERSON.gone;
}

/**
 * An event in a sentence: "Carolina Oyarzún" "movió el documento" "«Acta»". An action without one (from a newer server)
 * stands in it by its code.
 */
export function auditSentence({ actor, action, target }: AuditEvent): AuditSentence {
  const [who, email] = [auditActor({ actor }), actor?.email ?? null];
  const pattern = Object.hasOwn(AUDIT_SENTENCES, action) ? (AUDIT_SENTENCES[action] ?? '') : `${action} {}`;
  const [before = '', after] = pattern.split('{}');
  if (after === undefined) return { who, email, before, thing: null, after: '' };
  if (target.closed) return { who, email, before: `${before}${CLOSED}`, thing: null, after };
  if (target.name === null) return { who, email, before: before.trimEnd(), thing: null, after };
  // Who did something to their own account is named already.
  const other = target.email === null || target._id === actor?._id ? '' : ` (${target.email})`;
  return { who, email, before, thing: `«${target.name}»${other}`, after };
}

/** The same as one text. */
export function auditText(event: AuditEvent): string {
  const { who, email, before, thing, after } = auditSentence(event);
  return `${who}${email === null ? '' : ` (${email})`} ${before}${thing ?? ''}${after}`;
}

import { z } from 'zod';

/** Every error code of the API, its HTTP status and its sentence for a person. Codes are stable. */
export const ERRORS = {
  invalid: { status: 400, message: 'Revisa los datos marcados.' },
  unauthenticated: { status: 401, message: 'Tu sesión terminó. Inicia sesión de nuevo.' },
  bad_credentials: { status: 401, message: 'El correo o la contraseña no coinciden.' },
  bad_code: { status: 401, message: 'El código no es válido o ya venció.' },
  disabled: {
    status: 401,
    message: 'Tu cuenta está deshabilitada. Habla con quien administra tu organización.',
  },
  demo_local: {
    status: 403,
    message: 'Las cuentas de demostración solo pueden entrar desde el equipo donde corre Legajo.',
  },
  second_step_required: {
    status: 403,
    message: 'Tu organización pide la verificación en dos pasos. Actívala para seguir.',
  },
  forbidden: { status: 403, message: 'No tienes permiso para hacer esto.' },
  not_found: { status: 404, message: 'No existe o no puedes verlo.' },
  method_not_allowed: { status: 405, message: 'Esta dirección no atiende ese tipo de llamada.' },
  proxy_not_trusted: {
    status: 503,
    message: 'Hay un proxy delante de Legajo que su servidor no conoce. Avísale a quien lo administra.',
  },
  request_timeout: {
    status: 408,
    message: 'Lo que enviabas dejó de llegar. Vuelve a intentarlo.',
  },
  conflict: { status: 409, message: 'Alguien cambió esto mientras tanto.' },
  state_changed: { status: 409, message: 'Otra persona cambió el estado de este documento mientras tanto.' },
  version_conflict: {
    status: 409,
    message: 'Alguien cargó otra versión mientras tanto. Esta no quedó como la vigente.',
  },
  rev_changed: { status: 409, message: 'Alguien modificó este documento mientras tanto.' },
  totp_on: { status: 409, message: 'La verificación en dos pasos ya está activa.' },
  totp_off: { status: 409, message: 'La verificación en dos pasos no está activa. Empieza de nuevo.' },
  name_taken: { status: 409, message: 'Ya hay algo con ese nombre en esta carpeta.' },
  search_taken: { status: 409, message: 'Ya guardaste una búsqueda con ese nombre.' },
  label_taken: { status: 409, message: 'Ya hay una etiqueta con ese nombre en ese lugar.' },
  label_cycle: { status: 422, message: 'Una etiqueta no puede quedar dentro de sí misma.' },
  label_depth: { status: 422, message: 'Las etiquetas llegan hasta 6 niveles.' },
  type_taken: { status: 409, message: 'Ya hay un tipo de documento con ese nombre o código.' },
  calendar_taken: { status: 409, message: 'Ya hay un calendario con ese nombre.' },
  template_taken: { status: 409, message: 'Ya hay una plantilla con ese nombre.' },
  code_taken: { status: 409, message: 'Otro documento ya usa ese código.' },
  email_taken: { status: 409, message: 'Ya hay una persona con ese correo.' },
  cursor_gone: {
    status: 410,
    message: 'Los cambios pedidos ya no están disponibles. Se comparará todo de nuevo.',
  },
  content_damaged: {
    status: 410,
    message:
      'El archivo de este documento está dañado o falta en el servidor. Avísale a quien administra Legajo.',
  },
  version_errored: { status: 410, message: 'Esa carga quedó con error. Empieza una nueva.' },
  precondition: { status: 412, message: 'El archivo cambió desde la última vez que lo viste.' },
  too_large: { status: 413, message: 'El archivo supera el tamaño permitido.' },
  file_kind: { status: 415, message: 'Este tipo de archivo no se puede cargar.' },
  media_type: { status: 415, message: 'Los datos deben venir como JSON (application/json).' },
  range: { status: 416, message: 'El archivo no tiene la parte que se pide.' },
  empty_file: { status: 422, message: 'El archivo está vacío.' },
  no_thumbnail: { status: 404, message: 'Este archivo no tiene miniatura.' },
  no_pages: { status: 422, message: 'Las páginas de este archivo no se pueden mostrar.' },
  bytes_missing: { status: 422, message: 'El archivo no llegó completo. Vuelve a intentarlo.' },
  transition: { status: 422, message: 'El documento no puede pasar a ese estado desde el actual.' },
  labels_required: { status: 422, message: 'Elige al menos una etiqueta.' },
  label_not_assignable: { status: 422, message: 'Una etiqueta no se puede usar en esta biblioteca.' },
  author_not_member: { status: 422, message: 'Los autores deben ser miembros de la biblioteca.' },
  obsolete: {
    status: 422,
    message: 'El documento está obsoleto. Pide que se reabra antes de cargar una versión.',
  },
  download_empty: { status: 422, message: 'Aquí no hay documentos que puedas descargar.' },
  download_limit: {
    status: 422,
    message: 'Son demasiados para un solo zip: hasta 10.000 documentos y 10 GB. Descarga una parte a la vez.',
  },
  reminder_sent: { status: 409, message: 'Ese recordatorio ya se entregó.' },
  report_mail_limit: {
    status: 422,
    message: 'Tu organización ya tiene 20 envíos mensuales. Detén uno antes de programar otro.',
  },
  reminder_limit: {
    status: 422,
    message: 'Tienes demasiados recordatorios pendientes. Cancela alguno antes de crear otro.',
  },
  searches_full: { status: 422, message: 'Puedes guardar hasta 50 búsquedas. Elimina una que ya no uses.' },
  templates_full: {
    status: 422,
    message: 'Tu organización puede tener hasta 50 plantillas. Elimina una que ya no uses.',
  },
  evidence_needed: {
    status: 422,
    message: 'Este vencimiento pide evidencia: vincula los documentos que faltan.',
  },
  occurrence_decided: {
    status: 422,
    message: 'El vencimiento ya no está en un estado que lo permita.',
  },
  link_expired: { status: 410, message: 'Este enlace venció. Pide uno nuevo a quien te lo envió.' },
  link_closed: {
    status: 410,
    message: 'Este enlace ya no recibe archivos. Habla con quien te lo envió.',
  },
  link_full: {
    status: 422,
    message: 'Este archivo no cabe en lo que el enlace todavía puede recibir. Habla con quien te lo envió.',
  },
  not_empty: { status: 422, message: 'Todavía tiene contenido.' },
  archived: {
    status: 422,
    message: 'La biblioteca está archivada: se puede leer, pero nadie escribe en ella.',
  },
  library_taken: { status: 409, message: 'Ya hay una biblioteca con ese nombre.' },
  department_taken: { status: 409, message: 'Ya hay un departamento con ese nombre en ese lugar.' },
  department_cycle: { status: 422, message: 'Un departamento no puede quedar dentro de sí mismo.' },
  held: {
    status: 409,
    message: 'Está en retención legal: no se puede eliminar mientras dure.',
  },
  hold_ended: { status: 409, message: 'Esta retención legal ya terminó: no se puede cambiar.' },
  retained: {
    status: 422,
    message: 'Su tipo de documento obliga a conservarlo todavía.',
  },
  referenced: { status: 422, message: 'No se puede eliminar porque se está usando.' },
  folder_depth: { status: 422, message: 'Las carpetas llegan hasta 20 niveles.' },
  folder_cycle: { status: 422, message: 'Una carpeta no puede moverse dentro de sí misma.' },
  password_policy: { status: 422, message: 'La contraseña debe tener al menos 10 caracteres.' },
  last_admin: { status: 422, message: 'Debe quedar al menos una persona que administre.' },
  own_account: {
    status: 422,
    message:
      'No puedes quitarte la administración ni cerrar tu propia cuenta. Pídeselo a otra persona que administre.',
  },
  user_disabled: { status: 422, message: 'Habilita primero a esta persona: deshabilitada no puede entrar.' },
  import_invalid: { status: 422, message: 'El archivo tiene filas con errores. No se guardó nada.' },
  upgrade_required: { status: 426, message: 'Esta dirección es solo para conexiones WebSocket.' },
  idempotency_mismatch: { status: 422, message: 'La misma operación llegó con otros datos.' },
  operation_spent: { status: 422, message: 'Esta operación ya se usó o venció.' },
  head_too_large: { status: 431, message: 'La dirección o los encabezados son demasiado largos.' },
  busy: {
    status: 429,
    message: 'Ya estamos preparando otros archivos que pediste. Espera a que terminen e inténtalo otra vez.',
  },
  rate_limited: { status: 429, message: 'Demasiados intentos. Espera un momento.' },
  internal: { status: 500, message: 'Algo falló en el servidor. Vuelve a intentarlo.' },
  storage_full: {
    status: 507,
    message: 'No queda espacio en el servidor para este archivo. Avisa a quien lo administra.',
  },
  quota_full: {
    status: 507,
    message: 'Tu organización ya ocupa todo el espacio que tiene. Elimina lo que no se usa o pide más.',
  },
  share_full: {
    status: 507,
    message:
      'Los archivos que estás cargando ya ocupan tu parte del espacio que queda. Espera a que terminen o cancela alguno.',
  },
  unavailable: { status: 503, message: 'El servicio no está disponible. Vuelve a intentarlo en un momento.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** How a call is refused that announces bytes for which there is no room. */
export const NO_ROOM_CODES = [
  'storage_full',
  'quota_full',
  'share_full',
] as const satisfies readonly ErrorCode[];

/** The body of every error. `details` of `invalid` is `{ field: sentence }`. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.unknown().optional(),
    /** The same as in the header `X-Request-Id` and in the server's log. One part of an answer has none. */
    requestId: z.string().optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;

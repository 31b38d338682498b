import { isRecordState, STATE } from '#shared/access/states.ts';
import type { NotificationType } from '#shared/notifications/notification-types.ts';

/** A notification as a mail shows it, with what its recipient sees of the document or folder. */
export interface NoticeLine {
  readonly type: NotificationType;
  /** The resulting state, for a decision; the first state, for a new document. */
  readonly state: number;
  /** The document or folder. Notifications about one of them are grouped. */
  readonly about: string;
  readonly title: string;
  readonly library: string;
  /**
   * Null where it is the person's own doing (a reminder for oneself, an upload from one's desktop), or where no person
   * caused it.
   */
  readonly from: string | null;
  readonly comment: string;
  /** YYYY-MM-DD. */
  readonly dueOn: string | null;
  readonly url: string;
}

/** What a notice is about: a document, a folder or a due day. */
export function subjectKind({ type }: Pick<NoticeLine, 'type'>): 'document' | 'folder' | 'occurrence' {
  if (type.startsWith('FOLDER.')) return 'folder';
  return type.startsWith('CALENDAR.') ? 'occurrence' : 'document';
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const;

/** "4 dic 2026", as the screens write a day. */
export function spanishDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

const DECISIONS: Readonly<Record<number, string>> = {
  [STATE.draft]: 'devolvió a borrador',
  [STATE.approved]: 'aprobó',
  [STATE.rejected]: 'rechazó',
  [STATE.published]: 'publicó',
  [STATE.obsolete]: 'dejó obsoleto',
  [STATE.pendingReview]: 'pidió la revisión de',
  [STATE.pendingPublication]: 'pidió la publicación de',
};

const decision = ({ state }: NoticeLine): string =>
  (isRecordState(state) && DECISIONS[state]) || 'cambió el estado de';

/** The subject of a mail with this notice alone. */
export function subjectOf(line: NoticeLine): string {
  switch (line.type) {
    case 'RECORD.REVIEW.REQUEST':
      return `Revisión solicitada: ${line.title}`;
    case 'RECORD.PUBLICATION.REQUEST':
      return `Publicación solicitada: ${line.title}`;
    case 'RECORD.REVIEWED':
      return `${line.from ?? 'Legajo'} ${decision(line)}: ${line.title}`;
    case 'RECORD.CREATED':
      return `Documento nuevo: ${line.title}`;
    case 'RECORD.COLLABORATION':
      return `Escriban juntos: ${line.title}`;
    case 'RECORD.REMINDER':
      return `Recordatorio: ${line.comment || line.title}`;
    case 'RECORD.CONFLICT':
      return `Dos versiones de un documento: ${line.title}`;
    case 'FOLDER.DUE':
      return `Por vencer: ${line.title}`;
    case 'FOLDER.FAILED':
      return `No se cumple: ${line.title}`;
    case 'CALENDAR.DUE':
      return `Vence el ${line.dueOn ? spanishDay(line.dueOn) : 'próximo plazo'}: ${line.title}`;
    case 'CALENDAR.OVERDUE':
      return `Vencido: ${line.title}`;
    case 'CALENDAR.EVIDENCE':
      return `Sin evidencia vigente: ${line.title}`;
  }
}

/** The event as one sentence that names the document. */
export function sentenceOf(line: NoticeLine): string {
  const what = `«${line.title}» (${line.library})`;
  switch (line.type) {
    case 'RECORD.REVIEW.REQUEST':
      return line.from
        ? `${line.from} pidió tu revisión de ${what}.`
        : `Cargaste ${what} desde tu escritorio y espera revisión.`;
    case 'RECORD.PUBLICATION.REQUEST':
      return `${line.from ?? 'Alguien'} te pidió publicar ${what}.`;
    case 'RECORD.REVIEWED':
      return `${line.from ?? 'Alguien'} ${decision(line)} ${what}.`;
    case 'RECORD.CREATED':
      return `${line.from ?? 'Alguien'} creó ${what}.`;
    case 'RECORD.COLLABORATION':
      return `${line.from ?? 'Alguien'} te invitó a escribir ${what}.`;
    case 'RECORD.REMINDER':
      return line.from
        ? `${line.from} te dejó un recordatorio sobre ${what}.`
        : `Pediste que te recordáramos ${what}.`;
    case 'RECORD.CONFLICT':
      return `Hay dos versiones de ${what} que parten de la misma. Ambas quedaron guardadas.`;
    case 'FOLDER.DUE':
      return `En la carpeta ${what} pronto dejarán de cumplirse reglas.`;
    case 'FOLDER.FAILED':
      return `En la carpeta ${what} hay reglas que no se cumplen.`;
    case 'CALENDAR.DUE':
      return `Se acerca el vencimiento de ${what}.`;
    case 'CALENDAR.OVERDUE':
      return `Venció ${what} y no consta que se haya cumplido.`;
    case 'CALENDAR.EVIDENCE':
      return `La evidencia de ${what} dejó de ser válida: el vencimiento ya no figura como cumplido.`;
  }
}

/** The event for a list under the document's title: without its name. */
export function happeningOf(line: NoticeLine): string {
  switch (line.type) {
    case 'RECORD.REVIEW.REQUEST':
      return line.from
        ? `${line.from} pidió tu revisión.`
        : 'Lo cargaste desde tu escritorio y espera revisión.';
    case 'RECORD.PUBLICATION.REQUEST':
      return `${line.from ?? 'Alguien'} te pidió publicarlo.`;
    case 'RECORD.REVIEWED':
      return line.state === STATE.pendingReview || line.state === STATE.pendingPublication
        ? `${line.from ?? 'Alguien'} ${decision(line).replace(/ de$/, '')}.`
        : `${line.from ?? 'Alguien'} lo ${decision(line)}.`;
    case 'RECORD.CREATED':
      return `${line.from ?? 'Alguien'} lo creó.`;
    case 'RECORD.COLLABORATION':
      return `${line.from ?? 'Alguien'} te invitó a escribirlo.`;
    case 'RECORD.REMINDER':
      return line.from ? `${line.from} te dejó un recordatorio.` : 'Pediste un recordatorio.';
    case 'RECORD.CONFLICT':
      return 'Hay dos versiones que parten de la misma. Ambas quedaron guardadas.';
    case 'FOLDER.DUE':
      return 'Pronto dejarán de cumplirse reglas de esta carpeta.';
    case 'FOLDER.FAILED':
      return 'Hay reglas de esta carpeta que no se cumplen.';
    case 'CALENDAR.DUE':
      return 'Se acerca su vencimiento.';
    case 'CALENDAR.OVERDUE':
      return 'Venció y no consta que se haya cumplido.';
    case 'CALENDAR.EVIDENCE':
      return 'Su evidencia dejó de ser válida: ya no figura como cumplido.';
  }
}

/** What the sender wrote, or which rules it is about, and the day by which it is or was due. */
export const detailsOf = (line: NoticeLine): string[] => [
  ...(line.comment === '' ? [] : [line.comment]),
  ...(line.dueOn ? [dueText(line.type, spanishDay(line.dueOn))] : []),
];

function dueText(type: NotificationType, day: string): string {
  if (type === 'FOLDER.DUE' || type === 'CALENDAR.DUE') return `El plazo vence el ${day}.`;
  return type === 'FOLDER.FAILED' || type === 'CALENDAR.OVERDUE'
    ? `El plazo venció el ${day}.`
    : `Fecha límite: ${day}.`;
}

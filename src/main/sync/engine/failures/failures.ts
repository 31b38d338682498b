import { ERRORS, type ErrorCode } from '#shared/platform/errors.ts';
import { own } from '#shared/platform/own.ts';
import { FilesError, type FilesErrorCode } from '../../ports/files.ts';
import type { BlockedReason } from '../../ports/journal.ts';
import { type RemoteError, WRONG_BYTES } from '../../ports/remote.ts';
import { JOURNAL, SYSTEM_FOLDER } from '../layout.ts';

/**
 * What an error of an operation stops. `item`: only that item is blocked, and is tried again by itself. All others stop
 * the engine until they pass: the folder and its disk (`root`), the computer's limits (`computer`), who is signed in
 * (`account`), the server (`server`).
 */
export type Scope = 'item' | 'root' | 'computer' | 'account' | 'server';

interface SystemRow {
  /** The code by which executors tell cases apart. */
  readonly code: FilesErrorCode;
  readonly scope: Scope;
  /** How a blocked item states it. */
  readonly reason: BlockedReason;
}

const item = (code: FilesErrorCode, reason: BlockedReason): SystemRow => ({ code, scope: 'item', reason });

/** By the system's code. An error that is not in the table blocks its item, and is shown with its code. */
export const SYSTEM_ERRORS: Readonly<Record<string, SystemRow>> = {
  // Access denied: this file or folder, unless it is the engine's own folder (see `OURS`).
  EACCES: item('denied', 'denied'),
  EPERM: item('denied', 'denied'),
  EROFS: item('denied', 'denied'),
  // Another program has it open.
  EBUSY: item('busy', 'in-use'),
  ETXTBSY: item('busy', 'in-use'),
  EAGAIN: item('busy', 'in-use'),
  EINTR: item('busy', 'in-use'),
  EDEADLK: item('busy', 'in-use'),
  ENOLCK: item('busy', 'in-use'),
  // The disk does not allow this name.
  ENAMETOOLONG: item('name', 'long-name'),
  EINVAL: item('name', 'disk-name'),
  EILSEQ: item('name', 'disk-name'),
  // The disk does not allow a file of this size (4 GiB on a memory stick). More room would not help.
  EFBIG: item('denied', 'disk-file-size'),
  EOVERFLOW: item('denied', 'disk-file-size'),
  // The tree changed meanwhile: the next scan sees it.
  ENOENT: item('missing', 'in-use'),
  ENOTDIR: item('missing', 'in-use'),
  EISDIR: item('missing', 'in-use'),
  EEXIST: item('exists', 'occupied'),
  ENOTEMPTY: item('exists', 'occupied'),
  ELOOP: item('outside', 'occupied'),
  // This disk, or this place on it, cannot do it.
  ENOTSUP: item('failed', 'disk-error'),
  EOPNOTSUPP: item('failed', 'disk-error'),
  ENOSYS: item('failed', 'disk-error'),
  EXDEV: item('failed', 'disk-error'),
  EMLINK: item('failed', 'disk-error'),
  ENXIO: item('failed', 'disk-error'),
  ESPIPE: item('failed', 'disk-error'),
  ENOTTY: item('failed', 'disk-error'),
  ECANCELED: item('failed', 'disk-error'),
  UNKNOWN: item('failed', 'disk-error'),
  // One bad block concerns one file. Where the whole disk is away, the check of the root says so.
  EIO: item('busy', 'disk-error'),
  EBADF: item('failed', 'disk-error'),
  EFAULT: item('failed', 'disk-error'),
  // This does not fit on the disk; something smaller may.
  ENOSPC: item('full', 'no-space'),
  EDQUOT: item('full', 'no-space'),
  // The disk, or the server that it is on, is away.
  ENODEV: { code: 'away', scope: 'root', reason: 'disk-error' },
  ESTALE: { code: 'away', scope: 'root', reason: 'disk-error' },
  ENOTCONN: { code: 'away', scope: 'root', reason: 'disk-error' },
  EHOSTDOWN: { code: 'away', scope: 'root', reason: 'disk-error' },
  EHOSTUNREACH: { code: 'away', scope: 'root', reason: 'disk-error' },
  ENETDOWN: { code: 'away', scope: 'root', reason: 'disk-error' },
  ENETUNREACH: { code: 'away', scope: 'root', reason: 'disk-error' },
  ENONET: { code: 'away', scope: 'root', reason: 'disk-error' },
  ETIMEDOUT: { code: 'away', scope: 'root', reason: 'disk-error' },
  EREMOTEIO: { code: 'away', scope: 'root', reason: 'disk-error' },
  ESHUTDOWN: { code: 'away', scope: 'root', reason: 'disk-error' },
  // The computer has too many open files, or too little memory, at the moment.
  EMFILE: { code: 'limit', scope: 'computer', reason: 'disk-error' },
  ENFILE: { code: 'limit', scope: 'computer', reason: 'disk-error' },
  ENOMEM: { code: 'limit', scope: 'computer', reason: 'disk-error' },
  ENOBUFS: { code: 'limit', scope: 'computer', reason: 'disk-error' },
};

/** Errors that concern one file, but everything where the engine's own folder has them. */
const OURS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO']);

const refusal = { scope: 'item', reason: 'refused' } as const;
const account = { scope: 'account', reason: 'refused' } as const;
const server = { scope: 'server', reason: 'refused' } as const;

interface ServerRow {
  readonly scope: Scope;
  readonly reason: BlockedReason;
}

/** By the server's code; complete, or it does not compile. Refusals show the server's own sentence. */
export const SERVER_ERRORS: Readonly<Record<ErrorCode, ServerRow>> = {
  unauthenticated: account,
  bad_credentials: account,
  bad_code: account,
  disabled: account,
  user_disabled: account,
  busy: server,
  rate_limited: server,
  unavailable: server,
  // A failure with one item, such as a file that the server cannot read. Where the server itself fails, its other calls
  // say so.
  internal: refusal,
  upgrade_required: server,
  request_timeout: server,
  proxy_not_trusted: server,
  method_not_allowed: server,
  head_too_large: server,
  invalid: refusal,
  demo_local: account,
  second_step_required: account,
  forbidden: refusal,
  not_found: refusal,
  conflict: refusal,
  state_changed: refusal,
  version_conflict: refusal,
  rev_changed: refusal,
  totp_on: refusal,
  totp_off: refusal,
  name_taken: { scope: 'item', reason: 'occupied' },
  search_taken: refusal,
  label_taken: refusal,
  label_cycle: refusal,
  label_depth: refusal,
  type_taken: refusal,
  calendar_taken: refusal,
  template_taken: refusal,
  code_taken: refusal,
  email_taken: refusal,
  cursor_gone: refusal,
  content_damaged: refusal,
  version_errored: refusal,
  // A download names the bytes that were announced, and the server has others.
  precondition: { scope: 'item', reason: 'wrong-bytes' },
  too_large: refusal,
  file_kind: refusal,
  media_type: refusal,
  range: refusal,
  empty_file: { scope: 'item', reason: 'empty' },
  no_thumbnail: refusal,
  no_pages: refusal,
  bytes_missing: refusal,
  transition: refusal,
  labels_required: refusal,
  label_not_assignable: refusal,
  author_not_member: refusal,
  obsolete: refusal,
  download_empty: refusal,
  download_limit: refusal,
  reminder_sent: refusal,
  reminder_limit: refusal,
  report_mail_limit: refusal,
  searches_full: refusal,
  templates_full: refusal,
  evidence_needed: refusal,
  occurrence_decided: refusal,
  link_expired: refusal,
  link_closed: refusal,
  link_full: refusal,
  not_empty: refusal,
  archived: refusal,
  library_taken: refusal,
  department_taken: refusal,
  department_cycle: refusal,
  held: refusal,
  hold_ended: refusal,
  retained: refusal,
  referenced: refusal,
  folder_depth: { scope: 'item', reason: 'too-deep' },
  folder_cycle: refusal,
  password_policy: refusal,
  last_admin: refusal,
  own_account: refusal,
  import_invalid: refusal,
  idempotency_mismatch: refusal,
  operation_spent: refusal,
  storage_full: refusal,
  quota_full: refusal,
  share_full: refusal,
};

/** What a failure stops, and how a blocked item states it. */
export interface FailureClass {
  readonly scope: Scope;
  readonly reason: BlockedReason;
  /** The system's code of the error, or the server's code. */
  readonly detail: string;
  /** The server's own sentence, where it gave one. */
  readonly message?: string | undefined;
}

/** Classifies an error that an item's operation met. Programming errors must not be passed to it. */
export function classifyFailure(error: FilesError | RemoteError): FailureClass {
  return error instanceof FilesError ? ofFiles(error) : ofServer(error);
}

/** For errors that the system did not make. */
const BY_CODE: Partial<Record<FilesErrorCode, BlockedReason>> = { exists: 'occupied', outside: 'linked' };

function ofFiles({ code, errno, path }: FilesError): FailureClass {
  const row = SYSTEM_ERRORS[errno ?? ''] ?? item(code, BY_CODE[code] ?? 'in-use');
  const unknown = errno !== undefined && !(errno in SYSTEM_ERRORS);
  const ours = path === '' || path === SYSTEM_FOLDER || path.startsWith(`${SYSTEM_FOLDER}/`);
  const isRoots = (ours && OURS.has(errno ?? '')) || path === JOURNAL;
  return {
    scope: isRoots ? 'root' : row.scope,
    reason: unknown ? 'disk-error' : row.reason,
    detail: errno ?? code,
  };
}

/** The server asks to retry this item later; the others go on meanwhile. */
const OF_ONE_ITEM: ReadonlySet<string> = new Set(['internal', 'storage_full', 'quota_full', 'share_full']);

function ofServer({ kind, code, message }: RemoteError): FailureClass {
  const known = own(SERVER_ERRORS, code);
  // No answer, and answers that ask to retry, whatever their code.
  if (kind === 'offline' && !OF_ONE_ITEM.has(code))
    return { scope: 'server', reason: 'refused', detail: code };
  if (kind === 'unauthorized') return { scope: 'account', reason: 'refused', detail: code };
  if (code === WRONG_BYTES) return { scope: 'item', reason: 'wrong-bytes', detail: code };
  const row = known ?? refusal;
  const said = sentenceOfServer({ code, message });
  return { ...row, detail: code, ...(said ? { message: said } : {}) };
}

/** Codes for which our catalogues say what to do with the file; the API's usual sentence says only that it is so. */
const WITH_REMEDY: ReadonlySet<string> = new Set<ErrorCode>([
  'too_large',
  'file_kind',
  'folder_depth',
  'invalid',
  'precondition',
]);

/** The sentence of a refusal that people are to read; `undefined` where a catalogue has a better one. */
export function sentenceOfServer({
  code,
  message,
}: Pick<RemoteError, 'code' | 'message'>): string | undefined {
  const isUsual = WITH_REMEDY.has(code) && message === ERRORS[code as ErrorCode].message;
  return isUsual || message === '' ? undefined : message;
}

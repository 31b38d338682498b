import type { ErrorCode } from '#shared/platform/errors.ts';
import { FilesError, type FilesErrorCode } from '../ports/files.ts';
import type { BlockedReason } from '../ports/journal.ts';
import { type RemoteError, WRONG_BYTES } from '../ports/remote.ts';
import { SYSTEM_FOLDER } from './layout.ts';

/**
 * Every error that an operation on one item can meet, and what it stops. `item`: only that item is blocked, and it is tried
 * again by itself. Everything else stops the engine until it passes: the folder and its disk (`root`), the computer's own
 * limits (`computer`), who is signed in (`account`), the server (`server`).
 */
export type Scope = 'item' | 'root' | 'computer' | 'account' | 'server';

interface SystemRow {
  /** As executors tell cases apart. */
  readonly code: FilesErrorCode;
  readonly scope: Scope;
  /** How a blocked item says it. */
  readonly reason: BlockedReason;
}

const item = (code: FilesErrorCode, reason: BlockedReason): SystemRow => ({ code, scope: 'item', reason });

/** By the system's name of the error. What is not in the table blocks its item, with the error's name shown. */
export const SYSTEM_ERRORS: Readonly<Record<string, SystemRow>> = {
  // Not allowed: this file or folder, unless it is the engine's own folder (see `OURS`).
  EACCES: item('denied', 'denied'),
  EPERM: item('denied', 'denied'),
  EROFS: item('denied', 'denied'),
  // Another program has it.
  EBUSY: item('busy', 'in-use'),
  ETXTBSY: item('busy', 'in-use'),
  EAGAIN: item('busy', 'in-use'),
  EINTR: item('busy', 'in-use'),
  EDEADLK: item('busy', 'in-use'),
  ENOLCK: item('busy', 'in-use'),
  // A name that this disk does not take.
  ENAMETOOLONG: item('name', 'long-name'),
  EINVAL: item('name', 'disk-name'),
  EILSEQ: item('name', 'disk-name'),
  // More than this disk takes for one file (4 GiB on a memory stick): more room would not help it.
  EFBIG: item('denied', 'disk-file-size'),
  EOVERFLOW: item('denied', 'disk-file-size'),
  // The tree changed meanwhile: the next look sees it as it is then.
  ENOENT: item('missing', 'in-use'),
  ENOTDIR: item('missing', 'in-use'),
  EISDIR: item('missing', 'in-use'),
  EEXIST: item('exists', 'occupied'),
  ENOTEMPTY: item('exists', 'occupied'),
  ELOOP: item('outside', 'occupied'),
  // What this disk, or this place of it, cannot do.
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
  // One bad block is one file's; where all of the disk is away, the look at the root says so.
  EIO: item('busy', 'disk-error'),
  EBADF: item('failed', 'disk-error'),
  EFAULT: item('failed', 'disk-error'),
  // No room for anything.
  ENOSPC: { code: 'full', scope: 'root', reason: 'disk-error' },
  EDQUOT: { code: 'full', scope: 'root', reason: 'disk-error' },
  // The disk, or the server that it lies on, is away.
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
  // The computer has too much open, or no memory, just now.
  EMFILE: { code: 'limit', scope: 'computer', reason: 'disk-error' },
  ENFILE: { code: 'limit', scope: 'computer', reason: 'disk-error' },
  ENOMEM: { code: 'limit', scope: 'computer', reason: 'disk-error' },
  ENOBUFS: { code: 'limit', scope: 'computer', reason: 'disk-error' },
};

/** Errors that concern one file, but all of them where the engine's own folder answers so: nothing can be done then. */
const OURS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO']);

const refusal = { scope: 'item', reason: 'refused' } as const;
const account = { scope: 'account', reason: 'refused' } as const;
const server = { scope: 'server', reason: 'refused' } as const;

interface ServerRow {
  readonly scope: Scope;
  readonly reason: BlockedReason;
}

/** By the server's code: complete, or it does not compile. Refusals show the server's own sentence. */
export const SERVER_ERRORS: Readonly<Record<ErrorCode, ServerRow>> = {
  unauthenticated: account,
  bad_credentials: account,
  bad_code: account,
  disabled: account,
  user_disabled: account,
  busy: server,
  rate_limited: server,
  unavailable: server,
  // A fault over one item, such as a file that the server cannot read: it says so of everything in its other calls.
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
  version_errored: refusal,
  precondition: refusal,
  too_large: refusal,
  file_kind: refusal,
  media_type: refusal,
  range: refusal,
  empty_file: { scope: 'item', reason: 'empty' },
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
  searches_full: refusal,
  templates_full: refusal,
  evidence_needed: refusal,
  occurrence_decided: refusal,
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
};

/** What a failure stops, and how a blocked item says it. */
export interface FailureClass {
  readonly scope: Scope;
  readonly reason: BlockedReason;
  /** The system's name of the error, or the server's code. */
  readonly detail: string;
  /** The server's own sentence, where it gave one. */
  readonly message?: string | undefined;
}

/** Classifies an error that one item's operation met. Errors of the program itself are not for here. */
export function classifyFailure(error: FilesError | RemoteError): FailureClass {
  return error instanceof FilesError ? ofFiles(error) : ofServer(error);
}

function ofFiles({ code, errno, path }: FilesError): FailureClass {
  const row = SYSTEM_ERRORS[errno ?? ''] ?? item(code, code === 'exists' ? 'occupied' : 'in-use');
  const unknown = errno !== undefined && !(errno in SYSTEM_ERRORS);
  const ours = path === '' || path === SYSTEM_FOLDER || path.startsWith(`${SYSTEM_FOLDER}/`);
  return {
    scope: ours && OURS.has(errno ?? '') ? 'root' : row.scope,
    reason: unknown ? 'disk-error' : row.reason,
    detail: errno ?? code,
  };
}

/** The server asks to come back with this one; the others go on meanwhile. */
const OF_ONE_ITEM: ReadonlySet<string> = new Set(['internal', 'storage_full', 'quota_full']);

function ofServer({ kind, code, message }: RemoteError): FailureClass {
  const known = code in SERVER_ERRORS ? SERVER_ERRORS[code as ErrorCode] : undefined;
  // No answer at all, and answers that ask to come back, whatever their code is.
  if (kind === 'offline' && !OF_ONE_ITEM.has(code))
    return { scope: 'server', reason: 'refused', detail: code };
  if (kind === 'unauthorized') return { scope: 'account', reason: 'refused', detail: code };
  if (code === WRONG_BYTES) return { scope: 'item', reason: 'wrong-bytes', detail: code };
  const row = known ?? refusal;
  return { ...row, detail: code, ...(message ? { message } : {}) };
}

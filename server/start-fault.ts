import { ConfigError } from './config.ts';
import { KeysError } from './domains/identity/tokens/keys.ts';
import { DataDirInUseError } from './platform/db/lock.ts';
import { UnfitDatabaseError } from './platform/db/unfit-database.ts';
import { ApiError } from './platform/errors.ts';
import { portHolder } from './platform/port-holder.ts';
import { LeftContentsError } from './platform/storage/left-contents.ts';
import { MissingContentsError } from './platform/storage/missing-contents.ts';
import { StorageError } from './platform/storage/storage.ts';

interface Fault {
  readonly name?: string;
  readonly errno?: number;
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly port?: number;
  readonly message?: string;
  /** Where a name has several addresses, the error of each. */
  readonly errors?: readonly Fault[];
}

const LISTEN: Readonly<Record<string, string>> = {
  EACCES: 'PORT: this account may not listen on it. Choose one above 1023.',
  EADDRNOTAVAIL: 'HOST: this machine has no such address.',
  EINVAL: 'HOST: this machine cannot listen on such an address.',
};
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);

/** Errors of PostgreSQL, and of the connection to it. */
const DATABASE: Readonly<Record<string, string>> = {
  '28P01': 'its password is not right.',
  '28000':
    'it does not let this user in from here: see its pg_hba.conf, which may ask for TLS (?sslmode=verify-full).',
  '3D000': 'it has no such database.',
  '42501': 'this user may not make tables there: let it own the database.',
  '53100': 'its disk is full.',
  '25006': 'it can only be read.',
  '53300': 'it takes no more connections.',
  '57P03': 'it is starting or stopping. Try again in a moment.',
  ECONNREFUSED: 'nobody listens there.',
  EHOSTUNREACH: 'there is no way to it.',
  ETIMEDOUT: 'it does not answer.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted.',
};
/** The driver's own errors have no code. */
const DRIVER: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'it does not speak TLS.'],
  [/timeout exceeded when trying to connect/, 'it does not answer.'],
  [
    /unsupported startup parameter/,
    'a pooler there refuses the settings of a connection: see docs/operations/install.md.',
  ],
  [/password must be a string/, 'it asks for a password.'],
];

const FOLDER: Readonly<Record<string, string>> = {
  EACCES: 'this account may not read and write there.',
  EPERM: 'this account may not read and write there.',
  EROFS: 'the disk can only be read.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'the disk is full.',
  ENOTDIR: 'part of it is a file.',
  EEXIST: 'it is a file.',
  ENOENT: 'it cannot be made.',
  ENAMETOOLONG: 'it is too long.',
  EIO: 'the disk fails.',
};
/** Calls on an open file: their errors have no path. */
const ON_OPEN_FILES = new Set(['write', 'writev', 'fsync', 'fdatasync', 'ftruncate', 'close', 'read']);

const EMBEDDED: Readonly<Record<number, string | undefined>> = {
  2: FOLDER.EACCES,
  51: FOLDER.ENOSPC,
  63: FOLDER.EPERM,
  69: FOLDER.EROFS,
};

/** Errors whose message is for the person who starts the server. */
const TELLING = [
  ...[ConfigError, DataDirInUseError, UnfitDatabaseError],
  ...[KeysError, LeftContentsError, MissingContentsError],
] as const;

/** What the embedded database, and no other, says of files that are no database any more. */
const DAMAGED = /PGlite failed to initialize|^Aborted\((?!OOM)/;

/**
 * The message for a fault that the person who starts the server or a command can fix: one line that names the variable,
 * never its value (it may be a secret). Undefined for an error of our own, which is printed whole.
 */
export function startFault(error: unknown): string | undefined {
  if (TELLING.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof ApiError && error.code === 'storage_full')
    return 'DATA_DIR: its disk has less free than FREE_SPACE_MIN keeps.';
  if (error instanceof StorageError)
    return error.code === 'storage_full'
      ? `DATA_DIR: ${FOLDER.ENOSPC}`
      : error.cause === undefined
        ? undefined
        : startFault(error.cause);
  const fault = error as Fault;
  // An error of the embedded database, which has numbers where the system has names.
  if (fault.name === 'ErrnoError')
    return `DATA_DIR: ${EMBEDDED[fault.errno ?? 0] ?? 'the database cannot be written there.'}`;
  if (DAMAGED.test(fault.message ?? ''))
    return 'DATA_DIR: its database is damaged. Restore the backup of DATA_DIR/db (docs/operations.md).';
  if (fault.code === 'ERR_SQLITE_ERROR')
    return 'DATA_DIR: its lock cannot be written. May this account write there?';
  const { code = fault.errors?.[0]?.code ?? '', syscall, path, port, message = '' } = fault;
  if (syscall === 'listen' && code === 'EADDRINUSE') return inUse(port);
  if (syscall === 'listen') return LISTEN[code] ?? (NO_SUCH_NAME.has(code) ? LISTEN.EINVAL : undefined);
  if ((path !== undefined || ON_OPEN_FILES.has(syscall ?? '')) && FOLDER[code])
    return `DATA_DIR: ${FOLDER[code]}`;
  const refused =
    DATABASE[code] ??
    (NO_SUCH_NAME.has(code) ? 'nobody is called so.' : undefined) ??
    DRIVER.find(([pattern]) => pattern.test(message))?.[1];
  return refused && `DATABASE_URL: ${refused}`;
}

function inUse(port: number | undefined): string {
  const holder = port === undefined ? undefined : portHolder(port);
  return `PORT: ${holder ? `${holder} listens there` : 'it is in use'}. Choose another, or stop what listens there.`;
}

/** Prints why a command cannot go on, and ends it. */
export function endBy(error: unknown): never {
  console.error(startFault(error) ?? error);
  process.exit(1);
}

/**
 * Errors that are faults of the machine or of what lies around the server (a full disk, a database that is gone), and not
 * of its code. An operator needs to know what to do, and no stack. Told by their codes, which the system, PostgreSQL and
 * its driver give.
 */

export interface MachineFault {
  readonly code: string;
  /** What the operator can do; nothing where the fault passes by itself. */
  readonly todo?: string;
  /** It is a fault of the folder of the data. */
  readonly ofFolder?: true;
  /** The database is not reached. */
  readonly ofDatabase?: true;
  /** The content that it is about, where it is about one alone. */
  readonly sha256?: string;
}

const ROOM =
  'The disk is full: make room on it, or raise the quota of this account. Documents can still be read.';
const RIGHTS =
  'This account may not write there: give it the right to, as docs/operations.md describes DATA_DIR.';
const OPEN_FILES =
  'This process may open no more files: raise its limit (LimitNOFILE of systemd, ulimits of a container).';
const DATABASE = 'The database is not reached: see whether it runs, and whether DATABASE_URL leads to it.';

const READING =
  'This account may not read a file there: give it the right to, as docs/operations.md describes DATA_DIR.';
const GONE = 'The folder of the files is not there: mount its disk (docs/operations.md).';
/** Of a content that is lost, also where the log has no error of it. */
export const RESTORE =
  'npm run verify names every damaged or missing file: restore those from a backup (docs/operations.md).';

const FOLDER: Readonly<Record<string, string>> = {
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  storage_full: ROOM,
  storage_gone: GONE,
  no_rights: READING,
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: 'The disk can only be read: mount it for writing.',
  EIO: 'The disk fails: see the log of the system, and restore a backup to another disk.',
};
const OTHERS: Readonly<Record<string, string | undefined>> = {
  '53100': 'The disk of the database is full: make room on it.',
  '53300': 'The database takes no more connections: raise its max_connections, or lower DATABASE_POOL.',
  ...Object.fromEntries(['damaged', 'not_kept', 'unreadable'].map((code) => [code, RESTORE])),
  EMFILE: OPEN_FILES,
  ENFILE: OPEN_FILES,
  // The database starts or stops, or the connection to it is lost.
  ...Object.fromEntries(['57P01', '57P02', '57P03'].map((code) => [code, DATABASE])),
  ...Object.fromEntries(['08000', '08001', '08003', '08006'].map((code) => [code, DATABASE])),
  // The other end may be the database, a mail server or a client.
  ...Object.fromEntries(
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
    ]
      .concat('ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE')
      .map((code) => [code, undefined]),
  ),
};

/** Errors of connections to the database: their codes do not tell it from a mail server or a client. */
const ofDatabase = new WeakSet<Error>();

/** Remembers that an error came from a connection to the database. @returns the same error */
export function markOfDatabase(error: unknown): unknown {
  if (error instanceof Error) ofDatabase.add(error);
  return error;
}

/** What the driver of PostgreSQL says of a lost connection: such errors have no code. */
const LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether the connection to the database is lost, as its driver says it. */
export const isLostConnection = ({ message = '' }: { readonly message?: string }): boolean =>
  LOST.test(message);

const FULL = new Set(['ENOSPC', 'EDQUOT', 'storage_full', '53100']);

/** Whether the disk of the files or of the database is full, whoever says so. */
export const isFull = (error: unknown): boolean => FULL.has(codeOf(error));

/** Whether this process, or the whole machine, has too many files open. */
export const isOutOfFiles = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error));

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** The fault of the machine that an error tells of; undefined where it may be a fault of our code. */
export function machineFault(error: unknown): MachineFault | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = codeOf(at);
    const ofFolder = FOLDER[code];
    const { sha256 } = at as { sha256?: unknown };
    const about = { code, ...(typeof sha256 === 'string' ? { sha256 } : {}) };
    if (ofFolder) return { ...about, todo: ofFolder, ofFolder: true };
    if (Object.hasOwn(OTHERS, code)) {
      const todo = OTHERS[code] ?? (ofDatabase.has(at) ? DATABASE : undefined);
      if (todo === undefined) return about;
      return { ...about, todo, ...(todo === DATABASE ? { ofDatabase: true as const } : {}) };
    }
    if (isLostConnection(at)) return { code: 'connection', todo: DATABASE, ofDatabase: true };
  }
  return undefined;
}

/** A file that somebody sends by a link, and pure functions for what the page shows of it. */

/**
 * `chosen`: nothing is sent before its person says so. `waiting`: the connection broke, and it goes on by itself.
 * `needs-file`: after a reload the page has no bytes, and asks for the same file.
 */
export type SendingStatus =
  | 'chosen'
  | 'queued'
  | 'sending'
  | 'checking'
  | 'waiting'
  | 'paused'
  | 'needs-file'
  | 'errored'
  | 'done';

export interface SentFile {
  /** Also the operation by which the server knows it again. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly lastModified: number;
  readonly status: SendingStatus;
  /** Bytes that the server has. */
  readonly sent: number;
  /** The key of its upload, once it has a place. */
  readonly key?: string;
  /** Whether the server may have a part of it. */
  readonly started?: boolean;
  /** A sentence for its person: of `errored`, and of `needs-file` after another file was given. */
  readonly error?: string;
  /** Whether another try makes sense. */
  readonly again?: boolean;
}

const UNDER_WAY: ReadonlySet<SendingStatus> = new Set(['queued', 'sending', 'checking', 'waiting', 'paused']);

/** Whether leaving the page would stop it. */
export const isUnderWay = ({ status }: Pick<SentFile, 'status'>): boolean => UNDER_WAY.has(status);

/** Percent, 0 to 100; 100 only once the server has confirmed. */
export function percentOf({ status, sent, size }: Pick<SentFile, 'status' | 'sent' | 'size'>): number {
  if (status === 'done') return 100;
  return size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100));
}

/** Whether these are one file, as far as a browser tells of it. */
export const looksTheSame = (
  one: Pick<SentFile, 'name' | 'size' | 'lastModified'>,
  other: Pick<SentFile, 'name' | 'size' | 'lastModified'>,
): boolean => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** What a page that was opened again makes of a file: only what had a place is worth asking for. */
export function afterReload(file: SentFile): SentFile | null {
  if (file.status === 'done') return file;
  if (file.key === undefined) return null;
  const { error: _, ...rest } = file;
  return { ...rest, status: 'needs-file' };
}

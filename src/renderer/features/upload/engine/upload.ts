import type { DescribedFile } from '../../../hooks/shell-actions.ts';

/** One file on its way to the server, as this browser keeps it. Pure: what the list and the ring show is worked out here. */

/**
 * `waiting`: the connection broke, and it goes on by itself. `needs-file`: after a reload the browser no longer has
 * the bytes, so the person is asked for the same file.
 */
export type UploadStatus =
  | 'queued'
  | 'sending'
  | 'confirming'
  | 'waiting'
  | 'paused'
  | 'needs-file'
  | 'errored'
  | 'done';

export interface Upload {
  id: string;
  /** Whose it is: nobody else who signs in here is shown it. */
  user: string;
  title: string;
  file: DescribedFile;
  record: string;
  version: string;
  /** The version's key, which is the upload's id at the server. */
  key: string;
  /** The version that the edit started from; null for a record's first one. */
  base: string | null;
  status: UploadStatus;
  /** Bytes that have left this browser. */
  sent: number;
  /** Whether the server may hold a part: then it is asked how much before anything is sent. */
  started: boolean;
  /** The hash of a beginning of the file, to know the same file by. */
  checkpoint?: { offset: number; sha256: string };
  /** Of the whole file, once it is worked out. */
  sha256?: string;
  /** The server was told to give this version up: another try needs a new one. */
  gaveUp: boolean;
  /** A sentence for the person, where `errored` or `needs-file` has something to say. */
  error?: string;
  addedAt: number;
  /** Bytes a second, lately. */
  rate?: number;
}

/** Files up to this size are kept in the browser's own file system, to go on after a reload. */
export const KEPT_BYTES = 200 * 1024 ** 2;

/** How many files travel at a time. */
export const AT_A_TIME = 3;

/** The waits between tries, in milliseconds; after the last one an upload is given up (docs/protocols/rest.md). */
const WAITS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000] as const;

/** How long to wait before the next try after so many failed in a row; undefined once they are spent. */
export const waitAfter = (failures: number): number | undefined => WAITS[failures - 1];

const UNDER_WAY: ReadonlySet<UploadStatus> = new Set([
  'queued',
  'sending',
  'confirming',
  'waiting',
  'paused',
]);

/** Whether leaving the page would stop it: it is below 100 %, and this page sends it (docs/protocols/rest.md). */
export const isUnderWay = (upload: Pick<Upload, 'status'>): boolean => UNDER_WAY.has(upload.status);

/** Percent, 0 to 100; 100 only once the server has confirmed. */
export function percentOf({ status, sent, file }: Pick<Upload, 'status' | 'sent' | 'file'>): number {
  if (status === 'done') return 100;
  if (file.size === 0) return 0;
  return Math.min(99, Math.floor((sent / file.size) * 100));
}

/** Seconds until the bytes have left, at the speed of late; undefined where nothing can be said. */
export function secondsLeft({ status, sent, file, rate }: Upload): number | undefined {
  if (status !== 'sending' || !rate || rate <= 0) return undefined;
  return Math.max(1, Math.ceil((file.size - sent) / rate));
}

export interface Overview {
  underWay: number;
  errored: number;
  /** Of the bytes of everything that is under way or done since the list was empty. */
  percent: number;
}

/** What the button in the top bar says of the whole list. */
export function overviewOf(list: readonly Upload[]): Overview {
  const moving = list.filter((each) => isUnderWay(each) || each.status === 'done');
  const total = moving.reduce((sum, { file }) => sum + file.size, 0);
  const sent = moving.reduce((sum, each) => sum + (each.status === 'done' ? each.file.size : each.sent), 0);
  return {
    underWay: list.filter(isUnderWay).length,
    errored: list.filter(({ status }) => status === 'errored' || status === 'needs-file').length,
    percent: total === 0 ? 0 : Math.floor((sent / total) * 100),
  };
}

/** Whether this can be the file that was being sent, by name, size and date. Its bytes are compared after that. */
export const looksTheSame = (wanted: DescribedFile, given: DescribedFile): boolean =>
  wanted.name === given.name && wanted.size === given.size && wanted.lastModified === given.lastModified;

/** All bytes have left, and their hash is known: only the confirmation is open, which needs no file. */
export const isSent = (upload: Pick<Upload, 'sha256' | 'sent' | 'file'>): boolean =>
  upload.sha256 !== undefined && upload.sent === upload.file.size;

/** How an upload goes on that an earlier page left, with or without its file. */
export function statusAfterReload(status: UploadStatus, hasFile: boolean): UploadStatus {
  if (status === 'errored') return status;
  if (!hasFile) return 'needs-file';
  return status === 'paused' ? status : 'queued';
}

export const describe = (file: File): DescribedFile => ({
  name: file.name,
  type: file.type || 'application/octet-stream',
  size: file.size,
  lastModified: file.lastModified,
});

import type { DescribedFile } from '../../../hooks/shell-actions.ts';

/** One file being uploaded, as this browser stores it, and pure functions for what the list and the ring show. */

/**
 * `waiting`: the connection broke, and it continues automatically. `needs-file`: after a reload the browser no longer
 * has the bytes, so the person is asked for the same file.
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
  /** The person who started it: other people who sign in here do not see it. */
  user: string;
  title: string;
  file: DescribedFile;
  record: string;
  version: string;
  /** The version's key, which is also the upload's id on the server. */
  key: string;
  /** The version that the edit is based on; null for a record's first version. */
  base: string | null;
  status: UploadStatus;
  /** Bytes sent. */
  sent: number;
  /** Whether the server may have a part: then it is asked for the offset first. */
  started: boolean;
  /** The hash of the file's beginning, to recognize the same file. */
  checkpoint?: { offset: number; sha256: string };
  /** The hash of the whole file, once it is computed. */
  sha256?: string;
  /** Whether the server was told to discard this version: a retry then needs a new one. */
  gaveUp: boolean;
  /** A sentence for the person, for `errored` or `needs-file`. */
  error?: string;
  addedAt: number;
  /** Bytes per second, averaged. */
  rate?: number;
}

/** Files up to this size are copied to the browser's private file system, to continue after a reload. */
export const KEPT_BYTES = 200 * 1024 ** 2;

/** Number of files uploaded at a time. */
export const AT_A_TIME = 3;

/** Pauses between retries, in milliseconds. After the last one the upload fails (docs/protocols/rest.md). */
const WAITS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000] as const;

/** The pause after this many failures in a row; undefined when the retries are exhausted. */
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

/** Percent, 0 to 100. It is 100 only after the server has confirmed. */
export function percentOf({ status, sent, file }: Pick<Upload, 'status' | 'sent' | 'file'>): number {
  if (status === 'done') return 100;
  if (file.size === 0) return 0;
  return Math.min(99, Math.floor((sent / file.size) * 100));
}

/** Seconds left at the average speed; undefined where it is not known. */
export function secondsLeft({ status, sent, file, rate }: Upload): number | undefined {
  if (status !== 'sending' || !rate || rate <= 0) return undefined;
  return Math.max(1, Math.ceil((file.size - sent) / rate));
}

export interface Overview {
  underWay: number;
  errored: number;
  /** Percent of all bytes running or done since the list was last empty. */
  percent: number;
}

/** Summary of the list, for the button in the top bar. */
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

/** Whether name, size and date are those of the file that was being sent. Its bytes are compared afterwards. */
export const looksTheSame = (wanted: DescribedFile, given: DescribedFile): boolean =>
  wanted.name === given.name && wanted.size === given.size && wanted.lastModified === given.lastModified;

/** Whether all bytes were sent and their hash is known: only the confirmation is missing, which needs no file. */
export const isSent = (upload: Pick<Upload, 'sha256' | 'sent' | 'file'>): boolean =>
  upload.sha256 !== undefined && upload.sent === upload.file.size;

/** The status of an upload from an earlier page, with or without its file. */
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

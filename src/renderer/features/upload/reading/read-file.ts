import type { Found } from './found.ts';
import type { ReadKind } from './kinds.ts';
import { MAIL_BYTES, readMail } from './mail/read-mail.ts';
import { readOffice } from './office/read-office.ts';
import { readMarkdown, readTable, readText, TEXT_BYTES } from './text-file.ts';

/** The kinds that are read in the worker here; PDFs have a worker of their own library. */
export type WorkerKind = Exclude<ReadKind, 'pdf'>;

/** The bytes that each kind is read from. An office file's list of parts is at its end. */
const HEADS: Readonly<Partial<Record<WorkerKind, number>>> = {
  mail: MAIL_BYTES,
  text: TEXT_BYTES,
  markdown: TEXT_BYTES,
  table: TEXT_BYTES,
};

const READERS: Readonly<Record<WorkerKind, (bytes: Uint8Array) => Found | Promise<Found>>> = {
  office: readOffice,
  mail: readMail,
  text: readText,
  markdown: readMarkdown,
  table: readTable,
};

/** Reads what a file says about itself. May take as long as the file wants: its caller limits the time. */
export async function readFile(file: Blob, kind: WorkerKind): Promise<Found> {
  const head = HEADS[kind];
  const bytes = await (head ? file.slice(0, head) : file).arrayBuffer();
  return READERS[kind](new Uint8Array(bytes));
}

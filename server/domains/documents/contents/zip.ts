import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { extensionOf, fileKind } from '#shared/platform/files/file-kinds.ts';
import { clashKey, uniqueDiskName } from '#shared/platform/files/names.ts';

/** Kinds that are compressed already: compressing them again costs time and saves nothing. */
const PACKED_KINDS: ReadonlySet<string> = new Set(['video', 'audio', 'archive', 'pdf', 'presentation']);
const PACKED = new Set('png jpg jpeg gif webp avif heic docx xlsx xlsm odt ods'.split(' '));
const LOOSE = new Set('wav tar ppt'.split(' '));

const isPacked = (name: string): boolean => {
  const extension = extensionOf(name);
  return PACKED.has(extension) || (PACKED_KINDS.has(fileKind(name)) && !LOOSE.has(extension));
};

/** A plain file that everybody may read. It is never marked executable. */
const MODE = 0o100644;
/** The format counts days from 1980, and its seconds of Unix time end in 2038. */
const DAYS = ['1980-01-02', '2037-12-31'] as const;

function dayOf(date: string): Date {
  const [first, last] = DAYS;
  return new Date(`${date < first ? first : date > last ? last : date}T12:00:00Z`);
}

/** One document inside a zip. */
export interface ZipEntry {
  /** `Contratos/2026/Acta.pdf`: valid on every disk, and unique in the zip. */
  readonly path: string;
  /** The day of the document's file, `YYYY-MM-DD`. */
  readonly date: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** A text beside the documents, about those that are not in the zip. */
export interface MissingNote {
  readonly path: string;
  readonly text: string;
}

export interface ZipSource {
  /**
   * @param gone aborted when nobody reads the zip any more
   * @throws MissingContent where its bytes are lost: the zip goes on without it
   */
  readonly open: (entry: ZipEntry, gone: AbortSignal) => Promise<Readable>;
  /** What the zip says of documents whose bytes are lost, by their paths. */
  readonly note: (missing: readonly string[]) => MissingNote;
}

/** The bytes of an entry are lost for good. */
export class MissingContent extends Error {}

/**
 * A zip that is made while it is read: one file is open at a time, and nothing is read faster than the reader takes it.
 * Destroying the stream stops the work and closes the open file. Documents whose bytes are lost are named in a text at
 * its end. Any other file that cannot be read destroys it, so that nobody takes an incomplete zip for a whole one.
 */
export function zipOf(entries: readonly ZipEntry[], source: ZipSource): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const fail = (error: Error): void => {
    output.destroy(error);
  };
  zip.on('error', fail);
  fill(zip, output, entries, source).catch(fail);
  return output;
}

async function fill(
  zip: ZipFile,
  output: PassThrough,
  entries: readonly ZipEntry[],
  { open, note }: ZipSource,
): Promise<void> {
  const missing: string[] = [];
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  for (const entry of entries) {
    const bytes = await open(entry, gone.signal).catch((error: unknown) => {
      if (!(error instanceof MissingContent)) throw error;
      missing.push(entry.path);
    });
    if (output.destroyed) bytes?.destroy();
    if (output.destroyed) return;
    if (bytes) await addWhole(zip, output, entry, bytes);
  }
  if (missing.length > 0) {
    const { path, text } = note(missing);
    const taken = new Set(entries.map((entry) => clashKey(entry.path)));
    zip.addBuffer(Buffer.from(text), uniqueDiskName(path, taken), { mode: MODE });
  }
  zip.end();
}

/** Adds a file, and waits until it has been read to its end. */
async function addWhole(
  zip: ZipFile,
  output: PassThrough,
  { path, size, date }: ZipEntry,
  bytes: Readable,
): Promise<void> {
  const close = () => void bytes.destroy();
  output.once('close', close);
  const isRead = finished(bytes, { writable: false });
  zip.addReadStream(bytes, path, { size, mtime: dayOf(date), mode: MODE, compress: !isPacked(path) });
  await isRead;
  output.off('close', close);
}

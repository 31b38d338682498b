import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { extensionOf, fileKind } from '#shared/platform/file-kinds.ts';
import type { ZipEntry } from './download.service.ts';

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

/**
 * A zip that is made while it is read: one file is open at a time, and nothing is read faster than the reader takes it.
 * Destroying the stream stops the work and closes the open file. A file that cannot be read destroys it, so that nobody
 * takes an incomplete zip for a whole one.
 */
export function zipOf(entries: readonly ZipEntry[], open: (entry: ZipEntry) => Promise<Readable>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  const fail = (error: Error): void => {
    output.destroy(error);
  };
  zip.on('error', fail);
  output.once('close', () => current?.destroy());
  for (const entry of entries) {
    const options = {
      size: entry.size,
      mtime: dayOf(entry.date),
      mode: MODE,
      compress: !isPacked(entry.path),
    };
    zip.addReadStreamLazy(entry.path, options, (start) => {
      if (output.destroyed) return;
      open(entry).then((bytes) => {
        current = bytes;
        bytes.once('error', fail);
        if (output.destroyed) bytes.destroy();
        else start(null, bytes);
      }, fail);
    });
  }
  zip.end();
  return output;
}

/**
 * Whether a file is complete, as far as its own format tells and that is cheap to find out. A program that writes
 * slowly leaves a file that looks finished to the disk: a PDF without its last line, a Word document without its
 * directory. Formats that do not mark their end (text, JPEG with what cameras append, drawings) count as complete.
 */

/** Reads at most `length` bytes from `offset`; fewer where the file ends. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

/** Enough for the header of a compound file (Word 97 and its relatives), the longest one. */
const HEAD_BYTES = 512;
/** How far before its end a PDF's end mark may be; readers search at least this far. */
const PDF_TAIL_BYTES = 4096;
/** A ZIP file's last record, with the longest comment that it may have. */
const ZIP_TAIL_BYTES = 22 + 65_535;
/** What may lie between a ZIP file's directory and its last record: the records of ZIP64. */
const ZIP64_BYTES = 128;
const PNG_TAIL_BYTES = 65_536;
const TEXT_TAIL_BYTES = 256;
/** How many parts of a film are read. Files have a handful, recordings in pieces thousands. */
const MOST_BOXES = 64;

/** Formats whose first bytes are never zero: where they are, space was reserved and nothing was written. */
const NEVER_ZERO =
  /\.(pdf|docx?|xlsx?|pptx?|docm|xlsm|pptm|od[tspg]|zip|7z|png|gif|jpe?g|tiff?|rtf|mp4|mov|m4a|wav|avi|webp|dwg)$/iu;

interface Format {
  readonly begins: (head: Uint8Array) => boolean;
  readonly isComplete: (head: Uint8Array, read: ReadAt, size: number) => boolean | Promise<boolean>;
}

/**
 * Whether a file is incomplete by the rules of its own format. Costs one read of 512 bytes, and one of at most 64 KiB
 * where the format is known.
 * @param name of the file; only its extension is used
 * @param size of the file, in bytes
 */
export async function isIncomplete(name: string, size: number, read: ReadAt): Promise<boolean> {
  if (size === 0) return false;
  const head = await read(0, HEAD_BYTES);
  if (NEVER_ZERO.test(name) && head.every((byte) => byte === 0)) return true;
  const format = FORMATS.find(({ begins }) => begins(head));
  return format !== undefined && !(await format.isComplete(head, read, size));
}

const FORMATS: readonly Format[] = [
  { begins: (head) => indexOf(head, '%PDF-') >= 0, isComplete: pdf },
  { begins: (head) => startsWith(head, 'PK\x03\x04'), isComplete: zip },
  { begins: (head) => startsWith(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), isComplete: compoundFile },
  { begins: (head) => startsWith(head, '\x89PNG\r\n\x1a\n'), isComplete: png },
  { begins: (head) => startsWith(head, 'GIF8'), isComplete: gif },
  { begins: (head) => startsWith(head, 'II*\0') || startsWith(head, 'MM\0*'), isComplete: tiff },
  { begins: (head) => startsWith(head, 'RIFF'), isComplete: riff },
  { begins: (head) => startsWith(head, '{\\rtf'), isComplete: rtf },
  { begins: (head) => startsWith(head, "7z\xbc\xaf'\x1c"), isComplete: sevenZip },
  { begins: (head) => startsWith(head.subarray(4), 'ftyp'), isComplete: film },
];

async function pdf(_head: Uint8Array, read: ReadAt, size: number): Promise<boolean> {
  return indexOf(await tailOf(read, size, PDF_TAIL_BYTES), '%%EOF') >= 0;
}

/**
 * The last record must say that the directory ends right before it: the last record of a ZIP inside of this one does
 * not.
 */
async function zip(_head: Uint8Array, read: ReadAt, size: number): Promise<boolean> {
  const tail = await tailOf(read, size, ZIP_TAIL_BYTES);
  const begin = size - tail.length;
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    const comment = view.getUint16(at + 20, true);
    if (at + 22 + comment > tail.length) continue;
    const directory = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    if (directory === 0xffffffff || offset === 0xffffffff) return true;
    const between = begin + at - (offset + directory);
    if (between >= 0 && between <= ZIP64_BYTES) return true;
  }
  return false;
}

/** Its directory and the sectors of its allocation table must exist. */
function compoundFile(head: Uint8Array, _read: ReadAt, size: number): boolean {
  if (head.length < HEAD_BYTES) return false;
  const view = viewOf(head);
  const shift = view.getUint16(0x1e, true);
  if (shift !== 9 && shift !== 12) return true;
  const sectors = [view.getUint32(0x30, true)];
  const tables = Math.min(view.getUint32(0x2c, true), 109);
  for (let at = 0; at < tables; at += 1) sectors.push(view.getUint32(0x4c + at * 4, true));
  // Some programs drop the unused end of the last sector.
  return sectors.every((sector) => sector >= 0xfffffffa || (sector + 1) * 2 ** shift < size);
}

async function png(_head: Uint8Array, read: ReadAt, size: number): Promise<boolean> {
  return indexOf(await tailOf(read, size, PNG_TAIL_BYTES), 'IEND\xaeB`\x82') >= 0;
}

async function gif(_head: Uint8Array, read: ReadAt, size: number): Promise<boolean> {
  return lastCharacter(await tailOf(read, size, TEXT_TAIL_BYTES)) === ';';
}

/** Most programs write the first directory of pages last. */
function tiff(head: Uint8Array, _read: ReadAt, size: number): boolean {
  if (head.length < 8) return false;
  const offset = viewOf(head).getUint32(4, head[0] === 0x49);
  return offset >= 8 && offset + 2 <= size;
}

/** 0 and the largest number mark a stream of unknown length; every file is as long as 0 says. */
function riff(head: Uint8Array, _read: ReadAt, size: number): boolean {
  if (head.length < 8) return false;
  const length = viewOf(head).getUint32(4, true);
  return length === 0xffffffff || length + 8 <= size;
}

async function rtf(_head: Uint8Array, read: ReadAt, size: number): Promise<boolean> {
  return lastCharacter(await tailOf(read, size, TEXT_TAIL_BYTES)) === '}';
}

function sevenZip(head: Uint8Array, _read: ReadAt, size: number): boolean {
  if (head.length < 32) return false;
  const view = viewOf(head);
  const end = 32 + Number(view.getBigUint64(12, true)) + Number(view.getBigUint64(20, true));
  // While an archive is being written its header is empty.
  return end > 32 ? end <= size : size <= 32;
}

/** MP4 and its relatives: a row of parts, each with its length. One of them describes the film. */
async function film(_head: Uint8Array, read: ReadAt, size: number): Promise<boolean> {
  let hasIndex = false;
  let at = 0;
  for (let boxes = 0; at < size && boxes < MOST_BOXES; boxes += 1) {
    const box = await read(at, 16);
    if (box.length < 8) return false;
    const type = textOf(box.subarray(4, 8));
    let length = viewOf(box).getUint32(0);
    if (length === 1) {
      if (box.length < 16) return false;
      length = Number(viewOf(box).getBigUint64(8));
    } else if (length === 0) length = size - at;
    // Not a valid length: what follows cannot be judged.
    if (length < 8) return hasIndex;
    hasIndex ||= type === 'moov' || type === 'moof';
    at += length;
  }
  return at < size || (at === size && hasIndex);
}

function tailOf(read: ReadAt, size: number, bytes: number): Promise<Uint8Array> {
  const offset = Math.max(0, size - bytes);
  return read(offset, size - offset);
}

/** The last character that is neither white space nor NUL. */
function lastCharacter(bytes: Uint8Array): string {
  return textOf(bytes)
    .replace(/[\s\0]+$/u, '')
    .slice(-1);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** One character for each byte. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return textOf(bytes.subarray(0, text.length)) === text;
}

/** The first position of these bytes, given as one character each; -1 where there is none. */
function indexOf(bytes: Uint8Array, text: string): number {
  const first = text.charCodeAt(0);
  let at = bytes.indexOf(first);
  while (at >= 0 && !startsWith(bytes.subarray(at), text)) at = bytes.indexOf(first, at + 1);
  return at;
}

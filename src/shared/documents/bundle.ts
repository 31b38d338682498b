/**
 * Several small files in one body: a line of JSON that names them and their lengths, then their bytes one after the
 * other, in that order. Used for uploads and downloads, because for a small file the call costs more than its bytes.
 */

export const BUNDLE_TYPE = 'application/vnd.legajo.bundle';

/** One file of a bundle. Each endpoint adds its own fields to the line. */
export interface Bundled {
  /** Bytes. */
  readonly size: number;
}

/** The body ended too early, goes on after its end, or does not begin with its line. */
export class BrokenBundle extends Error {}

/** Longer than the line of any bundle within the limits. */
const HEAD_MAX = 1024 ** 2;
const LINE_END = 0x0a;

// Both are in Node and in browsers, and in no library of types that they share.
declare class TextDecoder {
  constructor(encoding: string, options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** The line before the bytes, in ASCII: other characters of names are escaped. */
export function bundleHead(items: readonly Bundled[]): Uint8Array {
  const line = JSON.stringify(items).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new TextEncoder().encode(`${line}\n`);
}

/**
 * Gives each file of a bundle as soon as its last byte has come. One file at a time is in memory.
 * @param open checks the line before any byte is read; if it throws, the reading ends
 * @throws BrokenBundle
 */
export async function* readBundle<T extends Bundled>(
  body: AsyncIterable<Uint8Array>,
  open: (head: unknown) => readonly T[] | Promise<readonly T[]>,
): AsyncGenerator<{ readonly item: T; readonly bytes: Uint8Array }> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    let rest: Uint8Array = new Uint8Array();
    const more = async (): Promise<Uint8Array> => {
      const { value, done } = await chunks.next();
      if (done) throw new BrokenBundle('it ended too early');
      return value;
    };
    // Joined once: pieces may be small, and joining each to what came before takes their number squared.
    const line: Uint8Array[] = [];
    let length = 0;
    for (let end = -1; end < 0; ) {
      const piece = await more();
      end = piece.indexOf(LINE_END);
      length += end < 0 ? piece.length : end;
      if (length > HEAD_MAX) throw new BrokenBundle('its line is too long');
      line.push(end < 0 ? piece : piece.subarray(0, end));
      if (end >= 0) rest = piece.subarray(end + 1);
    }
    const items = await open(parsed(joined(line)));
    for (const item of items) {
      if (!Number.isSafeInteger(item.size)) throw new BrokenBundle('a size is no number of bytes');
      // Memory is taken as bytes come: a size may be a lie.
      const parts: Uint8Array[] = [];
      for (let missing = item.size; missing > 0; ) {
        if (rest.length === 0) rest = await more();
        const part = rest.subarray(0, missing);
        parts.push(part);
        missing -= part.length;
        rest = rest.subarray(part.length);
      }
      yield { item, bytes: joined(parts) };
    }
    if (rest.length > 0 || !(await chunks.next()).done) throw new BrokenBundle('it goes on after its end');
  } finally {
    await chunks.return?.();
  }
}

function parsed(line: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch {
    throw new BrokenBundle('its line is no JSON');
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = parts.filter((part) => part.length > 0);
  if (!first || others.length === 0) return first ?? new Uint8Array();
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

import { type Handler, Parser } from 'htmlparser2';
import { OfficeError } from './zip.ts';

/** Every supported engine has it, but it is in none of TypeScript's libraries that all of them share. */
declare class TextDecoder {
  constructor(encoding: string);
  decode(bytes: Uint8Array, options: { stream: boolean }): string;
}

/** Bytes that are decoded and parsed at a time, so that a large entry is never one string. */
const PIECE = 64 * 1024;

/** No program nests deeper. For each element a parser's cost grows with the number of open ones. */
export const DEPTH = 1_000;

/**
 * A parser for XML that arrives in pieces. Fetches nothing, and expands only XML's own entities.
 * @throws OfficeError where elements are nested too deep
 */
export function createXmlReader(handler: Partial<Handler>): {
  write(piece: Uint8Array): void;
  end(): void;
} {
  const parser = new Parser(bounded(handler, DEPTH), { xmlMode: true, decodeEntities: true });
  let decoder: TextDecoder | undefined;
  return {
    write(piece) {
      decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8');
      parser.write(decoder.decode(piece, { stream: true }));
    },
    end: () => parser.end(),
  };
}

/** The same handler, with a limit for the depth of elements. */
export function bounded(handler: Partial<Handler>, depth: number): Partial<Handler> {
  let open = 0;
  return {
    ...handler,
    onopentagname(name) {
      open += 1;
      if (open > depth) throw new OfficeError('corrupt');
      handler.onopentagname?.(name);
    },
    onclosetag(name, implied) {
      open -= 1;
      handler.onclosetag?.(name, implied);
    },
  };
}

/** Parses XML by events. An error that a handler throws stops it. */
export function parseXml(bytes: Uint8Array, handler: Partial<Handler>): void {
  const reader = createXmlReader(handler);
  for (let at = 0; at < bytes.length; at += PIECE) reader.write(bytes.subarray(at, at + PIECE));
  reader.end();
}

/** A name without its prefix, which writers choose freely. */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1);

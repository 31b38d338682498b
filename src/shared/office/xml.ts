import { type Handler, Parser } from 'htmlparser2';
import { OfficeError } from './zip.ts';

/** Every engine that this runs on has it; the library that TypeScript knows for all of them does not. */
declare class TextDecoder {
  constructor(encoding: string);
  decode(bytes: Uint8Array, options: { stream: boolean }): string;
}

/** Bytes that are decoded and parsed at a time, so that a large entry is never one string. */
const PIECE = 64 * 1024;

/** No program nests deeper; a parser pays for each element with all that are open around it. */
export const DEPTH = 1_000;

/**
 * Takes XML as it comes. Nothing is fetched and no entity is expanded but those of XML itself.
 * @throws OfficeError where elements lie within elements without end
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

/** The same handler, which is told of no more elements within each other than so many. */
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

/** Parses XML by events. What a handler throws ends it. */
export function parseXml(bytes: Uint8Array, handler: Partial<Handler>): void {
  const reader = createXmlReader(handler);
  for (let at = 0; at < bytes.length; at += PIECE) reader.write(bytes.subarray(at, at + PIECE));
  reader.end();
}

/** Names without their prefix: which one a writer chose for a namespace says nothing. */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1);

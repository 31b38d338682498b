import { type Handler, Parser } from 'htmlparser2';

/** Every engine that this runs on has it; the library that TypeScript knows for all of them does not. */
declare class TextDecoder {
  constructor(encoding: string);
  decode(bytes: Uint8Array, options: { stream: boolean }): string;
}

/** Bytes that are decoded and parsed at a time, so that a large entry is never one string. */
const PIECE = 64 * 1024;

/** Takes XML as it comes. Nothing is fetched and no entity is expanded but those of XML itself. */
export function createXmlReader(handler: Partial<Handler>): {
  write(piece: Uint8Array): void;
  end(): void;
} {
  const parser = new Parser(handler, { xmlMode: true, decodeEntities: true });
  let decoder: TextDecoder | undefined;
  return {
    write(piece) {
      decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8');
      parser.write(decoder.decode(piece, { stream: true }));
    },
    end: () => parser.end(),
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

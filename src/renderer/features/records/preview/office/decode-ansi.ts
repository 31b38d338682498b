/**
 * In place of `iconv-lite` for the library that reads Outlook's messages: it needs Node's `Buffer`, and browsers decode
 * the one encoding that is asked for themselves.
 */
export const decode = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding).decode(bytes);

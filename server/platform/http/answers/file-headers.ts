import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import { own } from '#shared/platform/own.ts';

/**
 * Kinds that a browser may show by itself: nothing that can run. HTML and SVG are never among them, because a file may
 * be hostile.
 */
const SHOWN: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  aac: 'audio/aac',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
};

/** Types of languages that browsers run; such files are served as plain bytes. */
const RUNS = /html|xml|script|svg|flash|wasm|xsl|multipart|pdf.*;/i;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,80}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,80}$/i;

/**
 * The media type that a file is served with: by its name where browsers show it, else the declared one if it is
 * harmless.
 */
export function contentType(name: string, declared: string, inline: boolean): string {
  if (inline) return own(SHOWN, extensionOf(name)) ?? 'application/octet-stream';
  return MEDIA_TYPE.test(declared) && !RUNS.test(declared) ? declared : 'application/octet-stream';
}

export const mayBeShown = (name: string): boolean => own(SHOWN, extensionOf(name)) !== undefined;

/**
 * RFC 6266: an ASCII name for old clients, and the real one by RFC 5987. A name cannot end the header, and full-width
 * characters of it become no separators of a path.
 */
export function contentDisposition(name: string, inline: boolean): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%/:]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

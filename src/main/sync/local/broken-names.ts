import { diskName } from '#shared/platform/files/names.ts';

/** The upper half of code page 850, which ZIP programs and Samba in western Europe and Latin America used. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
/** Letters of code page 437 that differ from it. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** How likely a character is in file names of an office that writes Spanish. */
function likelihood(character: string): number {
  if (/[áéíóúñüÁÉÍÓÚÑÜ]/u.test(character)) return 3;
  if (/[°ºª¿¡]/u.test(character)) return 2;
  if (/\p{L}/u.test(character)) return 0;
  return -3;
}

/**
 * A readable name for bytes that are not valid UTF-8: by the code page (Windows-1252, 850 or 437) that gives the most
 * likely Spanish text. It is valid on every disk.
 */
export function readableName(raw: Uint8Array): string {
  const readings = [new TextDecoder('windows-1252').decode(raw), decode(raw, CP850), decode(raw, CP437)];
  const scored = readings.map((text) => ({
    text,
    score: [...text].filter((each) => each > '\u007f').reduce((sum, each) => sum + likelihood(each), 0),
  }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return diskName(best.text);
}

function decode(raw: Uint8Array, upper: string): string {
  const letters = [...upper];
  return [...raw]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : (letters[byte - 0x80] ?? '_')))
    .join('');
}

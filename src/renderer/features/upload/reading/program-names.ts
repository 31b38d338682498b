import { MONTH_NAMES } from '#shared/platform/texts/month-names.ts';
import { foldText } from '#shared/platform/texts/text.ts';

/** What stands before the number in the names of scanners, cameras and messengers. */
const DEVICE =
  /^(?:fotos?|scanned|scan|escaneado|escaneo|escan|camscanner|cs|adobe scan|skm|imagen|image|img|dsc|dcim|doc|archivo|file|adjunto|descarga|download|whatsapp image|captura(?: de pantalla)?|screenshot)/u;
const BETWEEN = /[ \-_.():]+/u;
/** A number, which may begin with a few letters, as in "WA0003". */
const NUMBER = /^[a-z]{0,3}\d[\da-z]*$/u;
/** What stands between the parts of a date and a time. */
const WORDS = new Set(['at', 'a', 'las', 'am', 'pm', ...MONTH_NAMES.map((month) => month.slice(0, 3))]);

/** Whether a name is a device's, with numbers, dates and times behind it and no other word. */
function isDeviceName(plain: string): boolean {
  const device = DEVICE.exec(plain)?.[0];
  if (device === undefined) return false;
  const parts = plain.slice(device.length).split(BETWEEN).filter(Boolean);
  return parts.every((part) => NUMBER.test(part) || WORDS.has(part));
}

const PATTERNS = [
  // What programs call a document that nobody has named.
  /^(nuevo |new )?(documento?|document|libro|book|workbook|hoja|sheet|presentacion|presentation|diapositiva|slide|plantilla|template)( de| sin| without)?( (word|excel|powerpoint|texto|office|titulo|title|text))?[ \-_]*\(?\d*\)?$/,
  /^((powerpoint|pptxgenjs) presentation|word document|untitled|sin titulo|no title|titulo|title|imprimir|print|plain text|texto)[ \-_]*\(?\d*\)?$/,
  // Numbers, dates and times alone.
  /^[\d\s_.()t:-]+$/,
  /^[0-9a-f-]{16,}$/,
];

/** Whether a program, a scanner or a camera gave a name, so that it says nothing of what is in the document. */
export function isProgramName(name: string): boolean {
  const plain = foldText(name).trim();
  return isDeviceName(plain) || PATTERNS.some((pattern) => pattern.test(plain));
}

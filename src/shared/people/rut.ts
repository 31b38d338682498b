/** The verification digit of a RUT's number: modulo 11 with the weights 2 to 7 from the right. */
export function rutDigit(number: number): string {
  let sum = 0;
  let weight = 2;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) {
    sum += (rest % 10) * weight;
    weight = weight === 7 ? 2 : weight + 1;
  }
  const digit = 11 - (sum % 11);
  return digit === 11 ? '0' : digit === 10 ? 'K' : String(digit);
}

/** `76.412.905-9`, `764129059` and `76412905-9` → `76412905-9`; null where it is no valid RUT. */
export function parseRut(text: string): string | null {
  // With a label before it, or with a hyphen of another alphabet, it is the same one.
  const bare = text
    .toUpperCase()
    .replace(/^\s*R\.?U\.?[TN]\.?\s*:?/, '')
    .replace(/[.\s\u00ad\u2010-\u2015\u2212-]/g, '');
  const match = /^(\d{6,9})([\dK])$/.exec(bare);
  if (!match?.[1]) return null;
  return rutDigit(Number(match[1])) === match[2] ? `${Number(match[1])}-${match[2]}` : null;
}

/** A parsed RUT as people write it: `76.412.905-9`. */
export function formatRut(rut: string): string {
  const [number = '', digit = ''] = rut.split('-');
  return `${number.replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`;
}

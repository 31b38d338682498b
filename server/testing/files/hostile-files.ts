import { crc32, deflateSync } from 'node:zlib';

/*
 * Files that attack their reader: too large, too deep, endless, with false sizes, or broken. Those of Office are in
 * hostile-office.ts, and PDFs in hostile-pdfs.ts.
 */

/** A message with nested parts. */
export function nestedMail(depth: number): Buffer {
  const head = (at: number): string => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`;
  const opened = Array.from({ length: depth }, (_, at) => head(at)).join('');
  const closed = Array.from({ length: depth }, (_, at) => `\r\n--b${depth - 1 - at}--`).join('');
  return Buffer.from(
    `From: a@obra.test\r\nSubject: Anidado\r\n${opened}Content-Type: text/plain\r\n\r\nEn el fondo${closed}\r\n`,
  );
}

/** A message with this many small attachments. */
export const crowdedMail = (count: number): Buffer =>
  Buffer.from(
    `From: a@obra.test\r\nSubject: Repleto\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nVan adjuntos\r\n${Array.from(
      { length: count },
      (_, at) =>
        `--x\r\nContent-Type: text/plain; name="a${at}.txt"\r\nContent-Disposition: attachment; filename="a${at}.txt"\r\n\r\nadjunto ${at}\r\n`,
    ).join('')}--x--\r\n`,
  );

/** A picture of one colour that is a small file with this many pixels. */
export function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A photograph that ends after its header. */
export const brokenJpeg = (): Buffer =>
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101', 'hex');

/**
 * The harmless EICAR text that virus scanners detect. It is assembled here, because otherwise they would remove this
 * source file.
 */
export const eicar = (): Buffer =>
  Buffer.from(
    ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!$H+H*'].join('-'),
  );

/** File names in many scripts, and with confusing characters. */
export const FILE_NAMES = {
  arabic: 'تقرير الموقع.pdf',
  hebrew: 'דוח 2026.pdf',
  chinese: '施工計画書.pdf',
  thai: 'รายงานน้ำ.pdf',
  devanagari: 'रिपोर्ट.pdf',
  emoji: 'Obra 👷🏽‍♀️👨‍👩‍👧‍👦.pdf',
  stacked: `Z̴̡̛͎̗̱ a${'\u0301'.repeat(20)}lgo.pdf`,
  turned: 'factura\u202efdp.exe.pdf',
  composed: 'Señalización.pdf'.normalize('NFC'),
  decomposed: 'Señalización.pdf'.normalize('NFD'),
  dots: 'informe final . .',
  reserved: 'CON.txt',
  device: 'aux.h.pdf',
  longest: `${'ñ'.repeat(125)}a.pdf`,
  quotes: `a"b'c;d%0d%0ae.pdf`,
  markup: '<img src=x onerror=alert(1)>.pdf',
} as const;

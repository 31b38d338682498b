import { describe, expect, it } from 'vitest';
import { mailFile, mailWith } from '../../../../../../server/testing/files/files.ts';
import { readBytes } from '../testing/read-bytes.ts';
import { MAIL_BYTES } from './read-mail.ts';

const dated = (mail: Buffer, date: string): Buffer => Buffer.concat([Buffer.from(`Date: ${date}\r\n`), mail]);

describe('a message', () => {
  it('has its subject as its title, and the day on which it was sent', async () => {
    const mail = mailFile('Entrega de la obra Ñuñoa', 'Hola\n\nEl lunes escribiste:\nFecha: 01/02/2026\n');
    expect(await readBytes('correo.eml', dated(mail, 'Thu, 12 Mar 2026 23:30:00 -0300'))).toEqual({
      text: 'Hola\n\nEl lunes escribiste:\nFecha: 01/02/2026',
      title: 'Entrega de la obra Ñuñoa',
      date: '2026-03-12',
    });
    expect((await readBytes('correo.eml', dated(mail, 'mañana')))?.date).toBe('2026-02-01');
  });

  it('is read from its beginning, without its attachments', async () => {
    const mail = mailWith('Va el plano', { 'plano.bin': Buffer.alloc(4 * MAIL_BYTES, 'x') });
    expect(await readBytes('correo.eml', mail)).toEqual({ text: 'Va el plano', title: 'Con adjuntos' });
  });

  it('of HTML alone has the text that is seen', async () => {
    const html =
      '<head><style>p{}</style><title>No</title></head><p>Fecha:&nbsp;12/03/2026</p>\n<script>no()</script><div>Adiós\ntodos</div>';
    const mail = `Subject: Informe\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`;
    expect(await readBytes('correo.eml', Buffer.from(mail))).toEqual({
      text: 'Fecha: 12/03/2026\nAdiós todos',
      title: 'Informe',
      date: '2026-03-12',
    });
  });

  it('that is hostile ends', async () => {
    const deep = `Subject: Informe\r\nContent-Type: text/html\r\n\r\n${'<b>'.repeat(200_000)}fondo`;
    expect((await readBytes('correo.eml', Buffer.from(deep)))?.title).toBe('Informe');
    const nested = Array.from(
      { length: 200 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    await expect(readBytes('correo.eml', Buffer.from(nested.join('')))).rejects.toThrow('nesting');
    expect(await readBytes('correo.eml', Buffer.from(''))).toEqual({ text: '' });
    expect((await readBytes('correo.eml', Buffer.from([1, 2, 0, 255, 254])))?.title).toBeUndefined();
  });
});

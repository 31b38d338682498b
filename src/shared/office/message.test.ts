import { describe, expect, it } from 'vitest';
import { mailFile } from '../../../server/testing/files/files.ts';
import { outlookItem } from '../../../server/testing/files/outlook.ts';
import { readMessage } from './message.ts';
import { isOutlookItem } from './outlook-message.ts';
import { OfficeError } from './zip.ts';

const ANA = { name: 'Ana Rojas', address: 'ana@obra.test' };
const LUIS = { name: 'Luis Muñoz', address: 'luis@obra.test' };
const read = (bytes: Uint8Array) => readMessage(new Uint8Array(bytes));

describe('messages', () => {
  it('are read as programs for mail keep them', async () => {
    const mail = await read(mailFile('Entrega en Ñuñoa', 'El lunes'));
    expect(mail).toMatchObject({ subject: 'Entrega en Ñuñoa', from: ANA, isHeaded: true });
    expect((await read(Buffer.from('\r\n\r\nnada'))).isHeaded).toBe(false);
  });

  it('are read as Outlook keeps them: people, day, text, page and what is attached', async () => {
    const html = '<p>El hormigón llega el <b>martes</b></p>';
    const plan = Buffer.from('%PDF-1.7 plano');
    const item = outlookItem({
      ...{ subject: 'Hormigón de Ñuñoa', from: ANA, to: LUIS, cc: { name: 'Eva', address: 'eva@obra.test' } },
      ...{ text: 'El hormigón llega el martes', html, sent: new Date('2026-03-12T15:30:00Z') },
      attached: { 'Plano año 2026.pdf': plan },
    });
    expect(isOutlookItem(item)).toBe(true);
    const mail = await read(item);
    expect(mail).toMatchObject({
      ...{ subject: 'Hormigón de Ñuñoa', from: ANA, to: [LUIS], cc: [{ address: 'eva@obra.test' }] },
      ...{ text: 'El hormigón llega el martes', html, isHeaded: true },
    });
    expect(new Date(mail.date ?? '').toISOString()).toBe('2026-03-12T15:30:00.000Z');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Plano año 2026.pdf']);
    expect(Buffer.from(mail.attachments[0]?.content as Uint8Array)).toEqual(plan);
  });

  it('addresses within an organization’s directory are left out', async () => {
    const from = { name: 'Ana Rojas', address: '/o=Andes/ou=Obras/cn=arojas' };
    expect((await read(outlookItem({ subject: 'x', from }))).from).toEqual({ ...ANA, address: '' });
  });

  it('damaged bytes are told as such, whatever is damaged', async () => {
    const item = outlookItem({ subject: 'Hormigón', from: ANA, text: 'martes '.repeat(2000) });
    for (let at = 8; at < item.length; at += 97) {
      const damaged = Buffer.concat([item.subarray(0, at), Buffer.alloc(8, 0xff), item.subarray(at + 8)]);
      const fault = await read(damaged).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault) expect(fault).toBeInstanceOf(OfficeError);
    }
    await expect(read(item.subarray(0, 600))).rejects.toBeInstanceOf(OfficeError);
  });
});

import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOf } from '../../testing/mail-parts.ts';
import type { MailMessage } from './mailer.ts';
import { openMailer } from './open-mailer.ts';

const message: MailMessage = {
  to: 'revisora@legajo.test',
  subject: 'Revisión solicitada: Señalética de obra',
  text: 'Ana Muñoz te pidió revisar «Señalética de obra».',
  messageId: '0193-abc@legajo',
};

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'legajo-mail-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('mail to files', () => {
  const open = () =>
    openMailer({ smtpUrl: undefined, mailFrom: 'Legajo <no-responder@legajo.test>', dataDir });
  const outbox = () => readdirSync(join(dataDir, 'outbox'));

  it('writes one readable file per message, however often it is sent', async () => {
    const mailer = await open();
    await mailer.send(message);
    await mailer.send(message);
    await mailer.send({ ...message, messageId: '0194-abd@legajo' });
    expect(outbox()).toHaveLength(2);
    const [name = ''] = outbox().filter((file) => file.startsWith('0193-abc'));
    const text = readFileSync(join(dataDir, 'outbox', name), 'utf8');
    expect(text).toContain('To: revisora@legajo.test');
    expect(text).toContain('From: Legajo <no-responder@legajo.test>');
    expect(text).toMatch(/^Message-ID: <0193-abc@legajo>$/m);
    mailer.close();
  });

  it('says in the head how such mails are stopped, where they can be', async () => {
    const mailer = await open();
    await mailer.send(message);
    await mailer.send({ ...message, messageId: '0195-x@legajo', unsubscribe: 'https://legajo.test/api/x' });
    const [without, having] = outbox().map((file) => readFileSync(join(dataDir, 'outbox', file), 'utf8'));
    expect(without).not.toMatch(/^List-Unsubscribe/m);
    expect(having).toMatch(/^List-Unsubscribe: <https:\/\/legajo\.test\/api\/x>$/m);
    expect(having).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    mailer.close();
  });

  it('tells apart ids that look alike as file names, and lets none out of its folder', async () => {
    const mailer = await open();
    for (const messageId of ['../../a@legajo', '..\\..\\a@legajo', '.. .. a@legajo'])
      await mailer.send({ ...message, messageId });
    expect(outbox()).toHaveLength(3);
    mailer.close();
  });

  it('keeps a line break in a subject from becoming a header', async () => {
    const mailer = await open();
    await mailer.send({ ...message, subject: 'Hola\r\nBcc: otro@legajo.test' });
    const text = readFileSync(join(dataDir, 'outbox', outbox()[0] ?? ''), 'utf8');
    expect(text).not.toMatch(/^Bcc:/m);
    mailer.close();
  });

  it('carries files with any name, which becomes no header either', async () => {
    const mailer = await open();
    const bytes = Buffer.from('%PDF-1.7 ñandú', 'utf8');
    const names = ['informe-2026-11-30.pdf', 'señalética "año".pdf', 'x.pdf\r\nBcc: otro@legajo.test'];
    await mailer.send({
      ...message,
      attachments: names.map((name) => ({ name, type: 'application/pdf', bytes })),
    });
    const text = readFileSync(join(dataDir, 'outbox', outbox()[0] ?? ''), 'utf8');
    const files = filesOf(text);
    expect(files.map((file) => file.name).slice(0, 2)).toEqual(names.slice(0, 2));
    expect(files.map((file) => file.bytes)).toEqual([bytes, bytes, bytes]);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(Buffer.from(text, 'utf8').filter((byte) => byte > 127)).toHaveLength(0);
    mailer.close();
  });

  it('sweeps at start what a crash left half-written', async () => {
    await open();
    writeFileSync(join(dataDir, 'outbox', 'x.part'), 'half');
    await open();
    expect(outbox()).toEqual([]);
  });
});

describe('mail by SMTP', () => {
  /** As much of a mail server as one message needs. @returns its port, and what it was sent */
  async function mailServer() {
    let heard = '';
    const server = createServer((socket) => {
      socket.write('220 mail\r\n');
      let inData = false;
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        heard += chunk;
        if (inData) {
          if (!heard.endsWith('\r\n.\r\n')) return;
          inData = false;
          socket.write('250 kept\r\n');
        } else if (/^DATA/im.test(String(chunk))) {
          inData = true;
          socket.write('354 go\r\n');
        } else {
          socket.write('250 ok\r\n');
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port, heard: () => heard };
  }

  it('hands the message to the server with its id', async () => {
    const { server, port, heard } = await mailServer();
    const mailer = await openMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'legajo@legajo.test',
      dataDir,
    });
    await mailer.send(message);
    expect(heard()).toContain('RCPT TO:<revisora@legajo.test>');
    expect(heard()).toContain('Message-ID: <0193-abc@legajo>');
    expect(heard()).toContain('Auto-Submitted: auto-generated\r\n');
    mailer.close();
    server.close();
  });

  it('rejects where there is no server, so that the outbox tries again', async () => {
    const { server, port } = await mailServer();
    server.close();
    await once(server, 'close');
    const mailer = await openMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'legajo@legajo.test',
      dataDir,
    });
    await expect(mailer.send(message)).rejects.toMatchObject({
      code: expect.stringMatching(/ECONN|ESOCKET/),
    });
    mailer.close();
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { syncFolder } from '../storage/durable.ts';
import { forTransport, type Mailer, type MailMessage } from './mailer.ts';

const TEMPORARY = '.part';

/** A file name that depends on the message id alone, whatever characters that has. */
function fileName(messageId: string): string {
  const readable = messageId.replace(/[^A-Za-z0-9-]+/g, '_').replace(/^_+|_+$/g, '');
  const digest = createHash('sha256').update(messageId).digest('hex').slice(0, 12);
  return `${readable.slice(0, 60)}-${digest}.eml`;
}

/** Writes each mail as a file that any mail program opens: for development, tests and a first look. */
class FileMailer implements Mailer {
  readonly #folder: string;
  readonly #transport;

  constructor(folder: string, from: string) {
    this.#folder = folder;
    this.#transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  }

  async send(message: MailMessage): Promise<void> {
    const target = join(this.#folder, fileName(message.messageId));
    if (existsSync(target)) return; // a retry after an answer that was lost
    const { message: bytes } = await this.#transport.sendMail(forTransport(message));
    if (!Buffer.isBuffer(bytes)) throw new Error('nodemailer gave a stream where a buffer was asked for');
    const temporary = join(this.#folder, `${randomUUID()}${TEMPORARY}`);
    const handle = await open(temporary, 'wx', 0o600);
    try {
      try {
        await handle.writeFile(bytes);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      await rename(temporary, target);
    } catch (error) {
      // It is tried again under another name. On a full disk nothing of this try may stay.
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(this.#folder);
  }

  close(): void {
    this.#transport.close();
  }
}

/** @param outbox the folder, made where it is missing; half-written mails in it are deleted */
export async function openFileMailer(outbox: string, from: string): Promise<Mailer> {
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const leftovers = (await readdir(outbox)).filter((name) => name.endsWith(TEMPORARY));
  await Promise.all(leftovers.map((name) => rm(join(outbox, name), { force: true })));
  return new FileMailer(outbox, from);
}

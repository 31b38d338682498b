import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './http.ts';

export interface WrittenMail {
  readonly to: string;
  readonly messageId: string;
  readonly raw: string;
}

const header = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'mi').exec(raw)?.[1]?.trim() ?? '';

/** The mails that the server has written so far, to one address or to all. */
export async function mailsOf(server: Pick<TestServer, 'config'>, to?: string): Promise<WrittenMail[]> {
  const folder = join(server.config.dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(folder, name), 'utf8');
      return { to: header(raw, 'To'), messageId: header(raw, 'Message-ID'), raw };
    }),
  );
  return to === undefined ? mails : mails.filter((mail) => mail.to === to);
}

/** The decoded text of a written mail. */
export const readable = (raw: string): string =>
  Buffer.from(
    raw
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningHash, RunningHashes } from './running-hash.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the hash of what has arrived', () => {
  it('is that of everything so far, also when it is asked for in between and twice', () => {
    const running = new RunningHash();
    expect(running.digest()).toBe(sha256(''));
    running.update(Buffer.from('uno '));
    expect(running.digest()).toBe(sha256('uno '));
    expect(running.digest()).toBe(sha256('uno '));
    running.update(Buffer.from('dos'));
    expect(running.offset).toBe(7);
    expect(running.digest()).toBe(sha256('uno dos'));
  });

  it('keeps the first eight bytes, however they arrive', () => {
    const running = new RunningHash();
    expect(running.head).toHaveLength(0);
    for (const chunk of ['%PDF', '-1', '.7\nmás', '…']) running.update(Buffer.from(chunk));
    expect(running.head.toString()).toBe('%PDF-1.7');
    const whole = new RunningHash();
    whole.update(Buffer.from('%PDF-1.7\nmás'));
    expect(whole.head.toString()).toBe('%PDF-1.7');
  });

  it('was written by nobody in one piece until it is said', () => {
    expect(new RunningHash()).toMatchObject({ sealed: false, alone: false, offset: 0 });
  });
});

describe('the running hashes of a process', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hashes-'));
    file = join(folder, 'upload');
    await writeFile(file, 'uno dos tres');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('read the beginning of a file that they do not know, and no more of it', async () => {
    const hashes = new RunningHashes();
    expect((await hashes.at('a', file, 3)).digest()).toBe(sha256('uno'));
    expect((await hashes.at('none', join(folder, 'missing'), 0)).digest()).toBe(sha256(''));
  });

  it('go on with the one that they know, and read again where its length is another', async () => {
    const hashes = new RunningHashes();
    const known = await hashes.at('a', file, 3);
    expect(await hashes.at('a', file, 3)).toBe(known);
    const longer = await hashes.at('a', file, 7);
    expect(longer).not.toBe(known);
    expect(longer.digest()).toBe(sha256('uno dos'));
    expect(await hashes.at('a', file, 7)).toBe(longer);
    hashes.forget('a');
    expect(await hashes.at('a', file, 7)).not.toBe(longer);
  });

  it('refuse a file that is shorter than it is to be', async () => {
    await expect(new RunningHashes().at('a', file, 99)).rejects.toThrow(RangeError);
    await expect(new RunningHashes().at('a', file, 99)).rejects.toThrow('12 bytes of 99');
  });

  it('remember of an upload written in one piece whether anything else was written of it', async () => {
    const hashes = new RunningHashes();
    hashes.seal('alone', Buffer.from('uno'), true);
    hashes.seal('more', Buffer.from('uno'), false);
    expect(['alone', 'more', 'unknown'].map((key) => hashes.ownOf(key)?.alone ?? false)).toEqual([
      true,
      false,
      false,
    ]);
    const kept = await hashes.at('alone', file, 3);
    expect(kept).toMatchObject({ sealed: true, alone: true });
    expect(kept.digest()).toBe(sha256('uno'));
    expect(await hashes.at('more', file, 3)).toMatchObject({ sealed: true, alone: false });
  });

  it('forget the oldest of more than 5000, not one that went on since', async () => {
    const hashes = new RunningHashes();
    for (let at = 0; at < 5000; at += 1) hashes.seal(`u${at}`, Buffer.from('uno'), true);
    await hashes.at('u0', file, 3);
    expect(hashes.ownOf('u1')).toBeDefined();
    hashes.seal('another', Buffer.from('uno'), true);
    expect(['u0', 'u1', 'u2'].map((key) => hashes.ownOf(key)?.alone ?? false)).toEqual([true, false, true]);
  });
});

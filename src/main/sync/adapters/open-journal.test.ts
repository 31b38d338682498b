import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './open-journal.ts';

const NOW = new Date('2026-11-23T10:00:00Z');
const NOTES = 2000;

describe('the journal of a desktop', () => {
  let folder = '';
  let path = '';
  let logged: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'legajo-journal-'));
    path = join(folder, 'journal.db');
    logged = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = () => openJournal(path, NOW, (text) => logged.push(text));
  /** One with some pages, as it lies on a disk. */
  function write(): void {
    const journal = open();
    journal.commit(
      Array.from({ length: NOTES }, (_, at) => ({
        type: 'meta' as const,
        key: `note ${at}`,
        value: `${at}`,
      })),
    );
    journal.close();
  }
  const names = (): string[] => readdirSync(folder).sort();

  it('is as it was left', () => {
    write();
    const journal = open();
    expect(journal.meta().size).toBe(NOTES);
    journal.close();
    expect(logged).toEqual([]);
  });

  it.each([
    ['is no database any more', () => writeFileSync(path, 'esto no es una base de datos\n'.repeat(500))],
    ['was cut in half', () => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096)],
    [
      'has pages of something else',
      () => {
        const bytes = readFileSync(path);
        bytes.fill(0x61, 4096, 5 * 4096);
        writeFileSync(path, bytes);
      },
    ],
  ])('is begun anew where it %s, and the damaged one is kept aside', (_, damage) => {
    write();
    damage();
    const journal = open();
    expect(journal.load().remote.size).toBe(0);
    journal.commit([{ type: 'meta', key: 'after', value: 'yes' }]);
    journal.close();
    expect(names()).toContain('journal.db.damaged-20261123100000');
    expect(logged).toEqual([expect.stringContaining('damaged')]);
    const again = open();
    expect(again.meta()).toEqual(new Map([['after', 'yes']]));
    again.close();
  });

  it('is left alone where another process holds it', () => {
    write();
    const held = open();
    expect(open).toThrow(/locked/);
    held.close();
    expect(names().filter((name) => name.includes('damaged'))).toEqual([]);
  });
});

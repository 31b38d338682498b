import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RootLease } from './root-lease.ts';

let root: string;
let note: string;
const leases: RootLease[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'legajo-lease-'));
  mkdirSync(join(root, '.legajo'));
  note = join(root, '.legajo', 'lease.json');
});
afterEach(() => {
  for (const lease of leases.splice(0)) lease.release();
  rmSync(root, { recursive: true });
});

function lease(holder?: string): RootLease {
  const made = new RootLease(root, holder);
  leases.push(made);
  return made;
}
const holder = () => (JSON.parse(readFileSync(note, 'utf8')) as { holder: string }).holder;
const shared = { name: 'RootError', code: 'root_shared' };
/** Four minutes without a sign of life. */
function grownOld(): void {
  const then = Date.now() / 1000 - 240;
  utimesSync(note, then, then);
}

test('a folder is one computer’s and account’s, until it is given back', async () => {
  const first = lease('uno');
  const other = lease('otro');
  await first.hold();
  await expect(other.hold()).rejects.toMatchObject(shared);
  await first.hold();
  other.release();
  expect(holder()).toBe('uno');
  first.release();
  await other.hold();
  expect(holder()).toBe('otro');
});

test('one that was ended goes on at once', async () => {
  await lease('uno').hold();
  await lease('uno').hold();
  const own = lease();
  await expect(own.hold()).rejects.toMatchObject(shared);
});

test('who gave no sign of life for three minutes has it no more, and learns so', async () => {
  const asleep = lease('dormido');
  await asleep.hold();
  grownOld();
  const other = lease('otro');
  await other.hold();
  expect(holder()).toBe('otro');
  await expect(asleep.hold()).rejects.toMatchObject(shared);
});

test.each([
  ['nobody’s', undefined],
  ['one that grew old', JSON.stringify({ holder: 'antes' })],
])('of many that come at one moment, one gets a folder that is %s', async (_what, before) => {
  if (before) {
    writeFileSync(note, before);
    grownOld();
  }
  const all = Array.from({ length: 8 }, (_, n) => lease(`equipo ${n}`));
  await Promise.allSettled(all.map((each) => each.hold()));
  const second = await Promise.allSettled(all.map((each) => each.hold()));
  expect(second.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('many that ask again and again are all kept out, also where they have one process id', async () => {
  await lease('uno').hold();
  const all = Array.from({ length: 8 }, (_, n) => lease(`equipo ${n}`));
  for (let round = 0; round < 20; round += 1) {
    const asked = await Promise.allSettled(all.map((each) => each.hold()));
    expect(asked.map(({ status }) => status)).not.toContain('fulfilled');
  }
});

test('a note that cannot be understood is somebody’s, until it is old', async () => {
  writeFileSync(note, 'no es');
  await expect(lease('uno').hold()).rejects.toMatchObject(shared);
  grownOld();
  await lease('uno').hold();
  expect(holder()).toBe('uno');
});

test('a folder that takes no note is synced without one', async () => {
  rmSync(join(root, '.legajo'), { recursive: true });
  await expect(lease('uno').hold()).resolves.toBeUndefined();
  mkdirSync(join(root, '.legajo'));
});

test('a note without a word, as a full disk leaves it, keeps nobody out for long', async () => {
  writeFileSync(note, '');
  const some = lease('uno');
  await expect(some.hold()).rejects.toMatchObject(shared);
  const then = Date.now() / 1000 - 15;
  utimesSync(note, then, then);
  await some.hold();
  expect(holder()).toBe('uno');
});

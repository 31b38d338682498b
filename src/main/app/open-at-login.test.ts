import { existsSync } from 'node:fs';
import { link, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HIDDEN, setOpenAtLogin } from './open-at-login.ts';

test('on Linux it is a file of the autostart folder, which goes again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-login-'));
  const file = join(folder, 'autostart/legajo.desktop');
  const none = { setLoginItemSettings: () => expect.unreachable() };
  const set = (on: boolean) =>
    setOpenAtLogin(none, on, { path: '/opt/Mi "Legajo" 100%/legajo', args: [HIDDEN] }, 'linux', file);
  try {
    await set(true);
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/^\[Desktop Entry\]\nType=Application\nName=Legajo\n/);
    expect(text).toContain('Exec="/opt/Mi \\\\"Legajo\\\\" 100%%/legajo" "--hidden"\n');
    await set(false);
    expect(existsSync(file)).toBe(false);
    await set(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('it is put in place whole: desktops watch that folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-login-'));
  const file = join(folder, 'legajo.desktop');
  const asked = join(folder, 'read-by-a-desktop');
  const none = { setLoginItemSettings: () => expect.unreachable() };
  try {
    await setOpenAtLogin(none, true, { path: '/opt/before/legajo', args: [HIDDEN] }, 'linux', file);
    // A second name keeps the file that somebody is reading: writing over it would show there.
    await link(file, asked);
    await setOpenAtLogin(none, true, { path: '/opt/after/legajo', args: [HIDDEN] }, 'linux', file);
    expect(await readFile(asked, 'utf8')).toContain('"/opt/before/legajo"');
    expect(await readFile(file, 'utf8')).toContain('"/opt/after/legajo"');
    expect((await readdir(folder)).sort()).toEqual(['legajo.desktop', 'read-by-a-desktop']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test.each(['win32', 'darwin'] as const)('%s keeps it itself', async (platform) => {
  const told: unknown[] = [];
  const items = { setLoginItemSettings: (settings: unknown) => void told.push(settings) };
  await setOpenAtLogin(items, true, { path: 'C:\\Legajo\\Legajo.exe', args: [HIDDEN] }, platform);
  expect(told).toEqual([{ openAtLogin: true, path: 'C:\\Legajo\\Legajo.exe', args: [HIDDEN] }]);
});

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

test.each(['win32', 'darwin'] as const)('%s keeps it itself', async (platform) => {
  const told: unknown[] = [];
  const items = { setLoginItemSettings: (settings: unknown) => void told.push(settings) };
  await setOpenAtLogin(items, true, { path: 'C:\\Legajo\\Legajo.exe', args: [HIDDEN] }, platform);
  expect(told).toEqual([{ openAtLogin: true, path: 'C:\\Legajo\\Legajo.exe', args: [HIDDEN] }]);
});

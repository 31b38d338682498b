import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Run } from './folder-icon-writer.ts';
import { createMacosIconWriter } from './macos.ts';
import { createWindowsIconWriter } from './windows.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'legajo-icons-')), 'Legajo');
  await mkdir(folder);
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

describe('Windows', () => {
  const PROGRAM = 'C:\\Users\\Ñuñoa\\AppData\\Local\\Programs\\legajo\\Legajo.exe';
  const ATTRIB = 'D:\\Windows\\System32\\attrib.exe';
  const writer = (run: Run, program = PROGRAM) =>
    createWindowsIconWriter({ program, tip: 'Carpeta sincronizada' }, run, { SystemRoot: 'D:\\Windows' });
  const noting = () => {
    const asked: string[][] = [];
    const run: Run = async (program, args) => {
      asked.push([program, ...args]);
      return '';
    };
    return { asked, run };
  };

  test('a hidden desktop.ini in UTF-16 names the app’s icon, and goes again', async () => {
    const { asked, run } = noting();
    const ini = join(folder, 'desktop.ini');
    await writer(run, 'C:\\antes.exe').put(folder);
    asked.length = 0;
    await writer(run).put(folder);
    const bytes = await readFile(ini);
    expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xfe, 0x5b, 0x00]);
    expect(bytes.toString('utf16le').slice(1).split('\r\n')).toEqual([
      '[.ShellClassInfo]',
      `IconResource=${PROGRAM},0`,
      'InfoTip=Carpeta sincronizada',
      'ConfirmFileOp=0',
      '[Legajo]',
      '',
    ]);
    expect(asked.splice(0)).toEqual([
      [ATTRIB, '+s', '+h', ini],
      [ATTRIB, '+r', folder],
    ]);
    await writer(run).take(folder);
    expect(await readdir(folder)).toEqual([]);
    expect(asked.splice(0)).toEqual([[ATTRIB, '-r', folder]]);
    await writer(run).take(folder);
    expect(asked).toEqual([]);
  });

  test('what a stop left empty gets its text', async () => {
    await writeFile(join(folder, 'desktop.ini'), '');
    await writer(noting().run).put(folder);
    expect((await readFile(join(folder, 'desktop.ini'))).toString('utf16le')).toContain('[Legajo]');
  });

  test('another program’s desktop.ini stays', async () => {
    const { asked, run } = noting();
    const own = '[.ShellClassInfo]\r\nIconResource=C:\\perro.ico,0\r\n';
    await writeFile(join(folder, 'desktop.ini'), own);
    await writer(run).put(folder);
    await writer(run).take(folder);
    expect(await readFile(join(folder, 'desktop.ini'), 'utf8')).toBe(own);
    expect(asked).toEqual([]);
  });
});

describe('macOS', () => {
  const PICTURE = '/Applications/Legajo.app/Contents/Resources/icon.icns';
  const MARK = 'cl.legajo.folder-icon';

  /** What those programs do to a folder, as far as it can be seen. */
  function mac() {
    const marked = new Set<string>();
    const icons: string[][] = [];
    const run: Run = async (program, args) => {
      if (program === '/usr/bin/osascript') {
        const [, language, , script = '', where = '', ...picture] = args;
        expect([language, script.includes(where)]).toEqual(['JavaScript', false]);
        icons.push([where, ...picture]);
        const icon = join(where, 'Icon\r');
        await (picture.length > 0 ? writeFile(icon, '') : rm(icon));
        return '';
      }
      expect(program).toBe('/usr/bin/xattr');
      const [verb, name, value = '', path = value] = args;
      expect(name).toBe(MARK);
      if (verb === '-w') marked.add(path);
      else if (!marked.has(path)) throw new Error(`No such xattr: ${name}`);
      if (verb === '-d') marked.delete(path);
      return '';
    };
    return { marked, icons, run };
  }

  test('NSWorkspace sets the packaged icon once, and takes it off', async () => {
    const { marked, icons, run } = mac();
    const writer = createMacosIconWriter(PICTURE, run);
    await writer.put(folder);
    await writer.put(folder);
    expect([icons.splice(0), [...marked]]).toEqual([[[folder, PICTURE]], [folder]]);
    await writer.take(folder);
    await writer.take(folder);
    expect([icons, marked.size, await readdir(folder)]).toEqual([[[folder]], 0, []]);
  });

  test('an icon that its person gave the folder stays', async () => {
    const { icons, run } = mac();
    const writer = createMacosIconWriter(PICTURE, run);
    await writeFile(join(folder, 'Icon\r'), '');
    await writer.put(folder);
    await writer.take(folder);
    expect([icons, await readdir(folder)]).toEqual([[], ['Icon\r']]);
  });
});

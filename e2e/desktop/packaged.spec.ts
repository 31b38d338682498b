import { execFile } from 'node:child_process';
import { access, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { admin, createOrganization } from '../fixtures/organization.ts';
import { startServer } from '../fixtures/server.ts';
import { launchDesktop, repository, signIn, syncStatus } from './app.ts';

/** The app as it is shipped, built by electron-builder (scripts/lib/packaging/package.mjs). */
const resources = join(repository, 'out/package/linux-unpacked/resources');
const asar = join(resources, 'app.asar');

test.skip(process.platform !== 'linux', 'the tests package for Linux');

interface Entry {
  readonly files?: Record<string, Entry>;
  readonly unpacked?: boolean;
}

/** The files of an asar: a pickled length, a length, and a JSON tree. */
async function filesOf(archive: string): Promise<{ path: string; unpacked: boolean }[]> {
  const file = await open(archive);
  try {
    const sizes = Buffer.alloc(16);
    await file.read(sizes, 0, 16, 0);
    const header = Buffer.alloc(sizes.readUInt32LE(12));
    await file.read(header, 0, header.length, 16);
    const list: { path: string; unpacked: boolean }[] = [];
    const walk = (entry: Entry, path: string) => {
      if (!entry.files) list.push({ path, unpacked: entry.unpacked === true });
      for (const [name, child] of Object.entries(entry.files ?? {}))
        walk(child, path ? `${path}/${name}` : name);
    };
    walk(JSON.parse(header.toString('utf8')) as Entry, '');
    return list;
  } finally {
    await file.close();
  }
}

test('the archive holds what was built for the desktop, and nothing else', {
  tag: '@desktop-shipped',
}, async () => {
  const files = await filesOf(asar);
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['package.json', 'out/main/index.cjs', 'out/preload/index.cjs']),
  );
  expect(paths).toContain('out/renderer/index.html');
  const strange = paths.filter(
    (path) => !/^(package\.json|out\/(main|preload|renderer|engine)\/.+)$/.test(path),
  );
  expect(strange).toEqual([]);
  const unwanted = paths.filter((path) =>
    /(^|\/)(server|e2e|testing|node_modules|data|\.env[^/]*)(\/|$)|\.(ts|tsx|map|pem|key|br|gz)$|\.(test|spec)\./.test(
      path,
    ),
  );
  expect(unwanted).toEqual([]);
});

test('programs and machine code lie unpacked beside it', async () => {
  const files = await filesOf(asar);
  const needed = files.filter(({ path }) => path.endsWith('.node') || path.startsWith('out/engine/'));
  expect(needed.length).toBeGreaterThan(0);
  for (const { path, unpacked } of needed) {
    expect(unpacked, path).toBe(true);
    expect((await stat(join(`${asar}.unpacked`, path))).size).toBeGreaterThan(0);
  }
});

test('the fuses are set: no Node by a variable, no other code than the archive', {
  tag: '@desktop-fuses',
}, async () => {
  const program = await readFile(join(resources, '../legajo'));
  // The fuse wire: its sentinel, version, count, and a digit for each fuse.
  const wire = program.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32;
  expect(wire).toBeGreaterThan(32);
  const fuses = program.subarray(wire + 2, wire + 2 + (program[wire + 1] ?? 0)).toString('latin1');
  const [runAsNode, cookieEncryption, nodeOptions, , asarIntegrity, onlyAsar] = fuses;
  expect({ runAsNode, cookieEncryption, nodeOptions, asarIntegrity, onlyAsar }).toEqual({
    runAsNode: '0',
    cookieEncryption: '1',
    nodeOptions: '0',
    asarIntegrity: '1',
    onlyAsar: '1',
  });
});

test('the .deb holds the same app, its entry in the menu, its scheme and its icons, and nothing else', {
  tag: '@desktop-shipped',
}, async () => {
  const dpkg = async (...args: string[]) =>
    (await promisify(execFile)('dpkg-deb', args, { maxBuffer: 16 * 1024 * 1024 })).stdout;
  const name = (await readdir(join(resources, '../..'))).find((file) => file.endsWith('.deb')) ?? 'none';
  const deb = join(resources, '../..', name);

  const about = await dpkg('--field', deb);
  expect(about).toMatch(/^Package: legajo$/m);
  expect(about).toMatch(/^Depends: .*libnss3.*libsecret/m);
  expect(about).toMatch(/^Description: Gestión documental$/m);
  const listed = (await dpkg('--contents', deb)).trim().split('\n');
  // All files belong to root, nobody else may write to them, and no program has setuid rights.
  expect(listed.filter((line) => !/^[-dl]rw[x-]r-[x-]r-[x-] root\/root /.test(line))).toEqual([]);
  const paths = listed.map((line) => line.replace(/^(\S+\s+){5}/, '')).filter((path) => !path.endsWith('/'));
  const elsewhere = paths.filter(
    (path) => !/^\.\/(opt\/Legajo\/|usr\/share\/(applications|icons\/hicolor)\/)/.test(path),
  );
  expect(elsewhere).toEqual([]);
  for (const size of [16, 32, 48, 128, 256, 512])
    expect(paths).toContain(`./usr/share/icons/hicolor/${size}x${size}/apps/legajo.png`);
  const inResources = paths.filter((path) => path.startsWith('./opt/Legajo/resources/'));
  expect(
    inResources.filter((path) => !/app\.asar(\.unpacked\/out\/|$)|apparmor-profile$/.test(path)),
  ).toEqual([]);

  const unpacked = await mkdtemp(join(tmpdir(), 'legajo-deb-'));
  await dpkg('--extract', deb, unpacked);
  const entry = await readFile(join(unpacked, 'usr/share/applications/legajo.desktop'), 'utf8');
  expect(entry).toMatch(/^Exec=\/opt\/Legajo\/legajo %U$/m);
  expect(entry).toMatch(/^MimeType=x-scheme-handler\/legajo;$/m);
  expect(entry).toMatch(/^Icon=legajo$/m);
  await access(join(unpacked, 'opt/Legajo/legajo'), 1);
  const packed = await readFile(join(unpacked, 'opt/Legajo/resources/app.asar'));
  expect(packed.equals(await readFile(asar))).toBe(true);
  await rm(unpacked, { recursive: true });
});

test('the archive starts, and its window opens on its own page', { tag: '@desktop-devtools' }, async () => {
  const desktop = await launchDesktop({ asar });
  expect(desktop.page.url()).toMatch(/^app:\/\/legajo\//);
  await expect(desktop.page.locator('#root')).not.toBeEmpty();
  expect(await desktop.app.evaluate(({ app }) => app.getAppPath())).toBe(asar);
  await test.step('nobody looks into it with developer tools: no entry, no key, no call', async () => {
    await desktop.page.bringToFront();
    for (const keys of ['F12', 'Control+Shift+I']) await desktop.page.keyboard.press(keys);
    const tools = await desktop.app.evaluate(async ({ BrowserWindow, Menu }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.openDevTools();
      // If they can be opened, they are open by then.
      await contents?.executeJavaScript('new Promise((done) => setTimeout(done, 300))');
      const roles = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const entries = roles?.filter(({ role }) => role?.toLowerCase() === 'toggledevtools').length;
      return { opened: contents?.isDevToolsOpened(), entries };
    });
    expect(tools).toEqual({ opened: false, entries: 0 });
  });
  await desktop.close({ removeHome: true });
});

test('it signs in, and the engine beside the archive gets in step', async () => {
  const server = await startServer({ DEMO: 'no' });
  await createOrganization(server);
  const desktop = await launchDesktop({ asar, server: server.url });
  await desktop.page.getByRole('button', { name: 'Usar esta carpeta' }).click();
  await signIn(desktop.page, admin);
  await expect.poll(() => syncStatus(desktop.page)).toBe('online');
  await desktop.close({ removeHome: true });
  await server.stop();
});

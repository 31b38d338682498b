import plain from 'node:fs';
import system, { appendFile, open, readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

const real = { link: system.link, copyFile: system.copyFile };
const { linkSync } = plain;
/** What a program does in the moment after its file was copied. */
let afterCopy: ((from: string) => Promise<void>) | undefined;

/** The system as it is on such a disk, for the folder of desktops; the engine has loaded it long since. */
function withoutLinks(): void {
  const refuse = (to: string) => {
    if (!String(to).includes('/Legajo/')) return;
    const error = new Error('EPERM: operation not permitted, link');
    throw Object.assign(error, { code: 'EPERM', syscall: 'link' });
  };
  const link = async (from: string, to: string) => {
    refuse(to);
    return real.link(from, to);
  };
  const copyFile = async (from: string, to: string, mode?: number) => {
    await real.copyFile(from, to, mode);
    const act = String(to).includes('/.legajo/aside/') ? afterCopy : undefined;
    if (act) afterCopy = undefined;
    await act?.(from);
  };
  Object.assign(system, { link, copyFile });
  Object.assign(plain, {
    linkSync(from: string, to: string) {
      refuse(to);
      linkSync(from, to);
    },
  });
  syncBuiltinESMExports();
}

/** Some disks (FAT, many network drives) know no hard links: what is replaced is kept as a copy then. */
describe('a disk without second names', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  const at = (name: string) => world.path(name);
  const asideOf = () => readdir(desktop.path('.legajo/aside')).catch(() => []);
  const holds = (path: string, text: string) =>
    eventually(async () => String(await desktop.read(path)) === text, `${path}: ${text}`);

  beforeAll(async () => {
    withoutLinks();
    world = await DiskWorld.start();
    desktop = await world.desktop();
  });
  afterEach(async () => {
    for (const { key } of desktop.engine.conflicts.open) await desktop.engine.resolveBlocked(key, 'keep');
    await world.rests(desktop);
    await world.nothingLost();
    await world.nothingHalf(desktop);
  });
  afterAll(async () => {
    Object.assign(system, real);
    Object.assign(plain, { linkSync });
    syncBuiltinESMExports();
    await world?.stop();
  });

  async function document(name: string) {
    const made = await world.document(name, `${name}, primero`);
    await holds(at(name), `${name}, primero`);
    await world.rests(desktop);
    return made;
  }

  test('a newer version takes the place of the one before, of which a copy is kept', async () => {
    const made = await document('Acta.txt');
    await world.edit(made, 'Acta.txt, segundo');
    await holds(at('Acta.txt'), 'Acta.txt, segundo');
    expect(await asideOf()).toHaveLength(1);
  });

  test('what a program writes right after its file was copied is not replaced: it becomes a version to decide on', async () => {
    const made = await document('Minuta.txt');
    world.wrote('Minuta.txt, primero y más', 'Minuta.txt');
    let written = '';
    afterCopy = async (from) => {
      await appendFile(from, ' y más');
      written = from;
    };
    await world.edit(made, 'Minuta.txt, segundo');
    await eventually(() => written !== '', 'the copy');
    await holds(at('Minuta.txt'), 'Minuta.txt, segundo');
    await world.rests(desktop, ['conflict']);
    expect((await world.versions('Minuta.txt')).filter(({ conflict }) => conflict)).toHaveLength(1);
  });

  test('while a program writes into a file, no newer version takes its place', async () => {
    const made = await document('Plano.txt');
    const writer = await open(desktop.path(at('Plano.txt')), 'r+');
    try {
      await world.edit(made, 'Plano.txt, segundo');
      await eventually(
        () => desktop.engine.blocked.some(({ path }) => path === at('Plano.txt')),
        'it to be listed',
      );
      expect(String(await desktop.read(at('Plano.txt')))).toBe('Plano.txt, primero');
    } finally {
      await writer.close();
    }
    await holds(at('Plano.txt'), 'Plano.txt, segundo');
  });

  test('a document that is moved in the browser moves here, and replaces nothing', async () => {
    const { record } = await document('Informe.txt');
    const folder = await world.folder('Informes');
    const body = { items: [{ record }], group: world.library.id, folder };
    const { results } = await world.browser.ok('batchMove', { body });
    expect(results[0]?.error).toBeFalsy();
    await holds(world.path('Informes', 'Informe.txt'), 'Informe.txt, primero');
    expect(await desktop.read(at('Informe.txt'))).toBeUndefined();
  });
});

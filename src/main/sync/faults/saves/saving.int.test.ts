import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import { Network } from '../../adapters/network.ts';
import { Command } from '../../testing/command.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, incomingOf } from '../../testing/disk-world.ts';

const LARGE = 24 << 20;
/** Whole, LARGE takes ten seconds at this speed: a look every tenth of a second cannot miss it under way. kB/s. */
const SLOWLY = 2500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How far the largest file of a folder has come, in bytes; at once, so that nothing moves meanwhile. */
function underWay(folder: string): number {
  try {
    return Math.max(0, ...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
  } catch {
    return 0;
  }
}

describe('programs that save while the engine works', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let network: Network;
  const atSpeed = (kilobytes: number) => network.setLimits({ up: kilobytes, down: kilobytes });
  const at = (name: string) => world.path(name);
  const shas = async (name: string) =>
    (await world.versions(name)).map(({ number, conflict, sha256 }) => [number, conflict, sha256]);
  const sha = (text: string | Uint8Array) => sha256Of(Buffer.from(text as string));

  beforeAll(async () => {
    world = await DiskWorld.start();
    network = new Network(world.server.url);
    // As long as the gap of Word's, and as much again: what really ships waits for two seconds.
    desktop = await world.desktop({ settleMs: 700, network });
  });
  afterAll(() => world?.stop());
  afterEach(async () => {
    await world.rests(desktop);
    await world.nothingLost();
    await world.nothingHalf(desktop);
  });

  test('edit during upload: what was there goes up whole, then what came after it', {
    tags: 'sync-edit-in-upload',
  }, async () => {
    const first = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(LARGE)]);
    const path = at('Memoria.pdf');
    atSpeed(SLOWLY);
    await world.save(desktop, path, first);
    const second = world.wrote('memoria, de nuevo', path);
    await eventually(() => {
      const sent = underWay(incomingOf(world));
      if (sent < 4096) return false;
      expect(sent).toBeLessThan(first.length);
      // In place, as most programs do: the bytes under way lose their file.
      writeFileSync(desktop.path(path), second);
      return true;
    }, 'the first bytes');
    atSpeed(0);
    await eventually(async () => (await world.versions('Memoria.pdf')).length === 2, 'the second version');
    expect(await shas('Memoria.pdf')).toEqual([
      [1, false, sha(first)],
      [2, false, sha(second)],
    ]);
    expect(await desktop.read(path)).toEqual(second);
  });

  test('edit during download: the edit stays until the server has it, and both are kept', {
    tags: 'sync-edit-in-download',
  }, async () => {
    const path = at('Plano.pdf');
    const document = await world.document('Plano.pdf', 'plano, primero');
    await eventually(() => desktop.read(path), 'the first copy');
    await world.rests(desktop);
    const remote = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(LARGE)]);
    await desktop.pause();
    await world.edit(document, remote);
    const local = world.wrote('plano, como lo corrigió Ana', path);
    atSpeed(SLOWLY);
    await desktop.resume();
    await eventually(() => {
      const come = underWay(desktop.path('.legajo/tmp'));
      if (come < 4096) return false;
      expect(come).toBeLessThan(remote.length);
      writeFileSync(desktop.path(path), local);
      return true;
    }, 'the first bytes');
    atSpeed(0);
    await eventually(async () => (await world.versions('Plano.pdf')).length === 3, 'the edit');
    expect(await shas('Plano.pdf')).toEqual([
      [1, false, sha('plano, primero')],
      [2, false, sha(remote)],
      [3, true, sha(local)],
    ]);
    await world.rests(desktop, ['conflict']);
    expect(sha256Of((await desktop.read(path)) ?? Buffer.from(''))).toBe(sha(remote));
    const conflict = desktop.engine.conflicts.open[0]?.key ?? '';
    await desktop.engine.resolveBlocked(conflict, 'keep');
  });

  test.each([
    // Between the last look and the rename: only the second name of the old file still has it.
    { action: 'append', kept: 'conflict' },
    // The engine looks who stands there in the same turn in which it renames.
    { action: 'save by rename', kept: 'conflict' },
  ] as const)(
    'edit during download, right before the file is replaced ($action): $kept',
    {
      tags: 'sync-edit-in-download',
    },
    async (edit) => {
      const name = `Corte (${edit.action}).pdf`;
      const document = await world.document(name, 'corte, primero');
      await eventually(() => desktop.read(at(name)), 'the first copy');
      await world.rests(desktop);
      await desktop.pause();
      await world.edit(document, 'corte, segundo');
      const text = world.wrote(
        edit.action === 'append' ? 'corte, primero; corregido' : 'corte, guardado de nuevo',
        name,
      );
      const command = new Command(world, desktop, {
        point: {
          ...{
            call: 'link',
            path: `Calidad/${name}`,
            at: 'call',
            action: edit.action,
            file: desktop.path(at(name)),
          },
          text: edit.action === 'append' ? '; corregido' : String(text),
        },
      });
      expect((await command.ended).code, command.output).toBe(4);
      expect(String(await desktop.read(at(name)))).toBe('corte, segundo');
      expect(await shas(name)).toContainEqual([3, true, sha(text)]);
      await desktop.resume();
      for (const { key } of desktop.engine.conflicts.open) await desktop.engine.resolveBlocked(key, 'keep');
    },
  );

  test.each([
    { program: 'Word', temporary: '~WRL0003.tmp', lock: '~$forme.docx' },
    { program: 'a program with names of its own', temporary: '5F3A2B10', lock: undefined },
  ])(
    "Word's save by rename with a 300 ms gap: one new version ($program)",
    {
      tags: 'sync-word-save',
    },
    async ({ program, temporary, lock }) => {
      const name = program === 'Word' ? 'Informe.docx' : 'Balance.docx';
      await world.save(desktop, at(name), `${name}, primero`);
      await eventually(async () => (await world.records(name)).length === 1, 'the record');
      await world.rests(desktop);
      const [id] = (await world.records(name)).map(({ _id }) => _id);
      if (lock) await desktop.write(at(lock), 'Ana');
      const text = world.wrote(`${name}, segundo`, name);
      await writeFile(desktop.path(at('~WRD0002.tmp')), text);
      await rename(desktop.path(at(name)), desktop.path(at(temporary)));
      await pause(300);
      await rename(desktop.path(at('~WRD0002.tmp')), desktop.path(at(name)));
      await rm(desktop.path(at(temporary)));
      if (lock) {
        await eventually(() => desktop.engine.blocked.some(({ reason }) => reason === 'locked'), 'the lock');
        expect((await shas(name)).length).toBe(1);
        await rm(desktop.path(at(lock)));
      }
      await eventually(async () => (await shas(name)).length === 2, 'the second version');
      await world.rests(desktop);
      expect((await world.records(name)).map(({ _id }) => _id)).toEqual([id]);
      expect((await shas(name)).at(-1)).toEqual([2, false, sha(text)]);
      const known = desktop.engine.memory.content.synced.get(id ?? '');
      expect(known).toMatchObject({ kind: 'record', stopped: false, name });
      expect((await world.records(temporary)).length).toBe(0);
    },
  );

  test('`~$` appears and goes: what came meanwhile waits until it is gone', {
    tags: 'sync-office-lock',
  }, async () => {
    const document = await world.document('Acta.docx', 'acta, primera');
    await eventually(() => desktop.read(at('Acta.docx')), 'the first copy');
    await world.rests(desktop);
    await desktop.write(at('~$Acta.docx'), 'Ana');
    await world.edit(document, 'acta, segunda');
    await eventually(() => desktop.engine.blocked.some(({ reason }) => reason === 'locked'), 'the hold');
    expect(String(await desktop.read(at('Acta.docx')))).toBe('acta, primera');
    await rm(desktop.path(at('~$Acta.docx')));
    await eventually(
      async () => String(await desktop.read(at('Acta.docx'))) === 'acta, segunda',
      () =>
        `the second: ${JSON.stringify([desktop.engine.blocked, desktop.cycle])} ${desktop.log.slice(-5).join('\n')}`,
    );
    expect((await world.records('~$Acta.docx')).length).toBe(0);
  });

  test.each(['running', 'stopped'])(
    'Excel keeping mtime and size: the engine $0 sees the change',
    {
      tags: 'sync-excel-times',
    },
    async (how) => {
      const name = `Libro ${how}.xlsx`;
      await world.save(desktop, at(name), 'celda: 1000');
      await utimes(desktop.path(at(name)), 1_700_000_000, 1_700_000_000);
      await eventually(async () => (await world.records(name)).length === 1, 'the record');
      await world.rests(desktop);
      if (how === 'stopped') await desktop.pause();
      const before = await stat(desktop.path(at(name)));
      await writeFile(desktop.path(at(name)), world.wrote('celda: 2000', name));
      await utimes(desktop.path(at(name)), before.atime, before.mtime);
      const after = await stat(desktop.path(at(name)));
      expect([after.size, after.mtimeMs]).toEqual([before.size, before.mtimeMs]);
      if (how === 'stopped') await desktop.resume();
      await eventually(async () => (await shas(name)).length === 2, 'the second version');
      expect((await shas(name)).at(-1)).toEqual([2, false, sha('celda: 2000')]);
    },
  );

  test('mtime of 1970 and of the future: taken over, and no reason to send anything', {
    tags: 'sync-odd-times',
  }, async () => {
    const times = { 1970: new Date(0), 1969: new Date(-86_400_000), 2107: new Date('2107-06-30T12:00:00Z') };
    for (const [year, date] of Object.entries(times)) {
      await world.save(desktop, at(`Foto ${year}.pdf`), `foto de ${year}`);
      await utimes(desktop.path(at(`Foto ${year}.pdf`)), date, date);
    }
    for (const year of Object.keys(times))
      await eventually(
        async () => (await world.records(`Foto ${year}.pdf`)).length === 1,
        `the record of ${year}`,
      );
    await world.rests(desktop);
    const [future] = await world.records('Foto 2107.pdf');
    expect(future?.date).toMatch(/^2107-06-30/);
    // And a document that was there takes such a time: a touch, nothing more.
    world.requests.length = 0;
    for (const date of [times[1970], times[2107]]) {
      for (const year of Object.keys(times)) await utimes(desktop.path(at(`Foto ${year}.pdf`)), date, date);
      await world.rests(desktop);
    }
    expect(world.requests.filter((each) => /^(POST|PUT|PATCH)/.test(each))).toEqual([]);
    appendFileSync(desktop.path(at('Foto 1970.pdf')), '!');
    world.wrote('foto de 1970!', 'Foto 1970.pdf');
    await eventually(async () => (await shas('Foto 1970.pdf')).length === 2, 'an edit all the same');
  });
});

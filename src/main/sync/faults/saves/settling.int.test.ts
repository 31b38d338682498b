import { appendFileSync } from 'node:fs';
import { appendFile, open, rename, rm, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

const SETTLE_MS = 400;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sha = (text: string) => sha256Of(Buffer.from(text));
const pdf = (text: string) => `%PDF-1.7\n${text.padEnd(3000, '.')}\nstartxref\n0\n%%EOF\n`;

let world: DiskWorld;
let desktop: TestDesktop;
/** What the versions of a document hold, in their order. */
const shas = async (name: string) =>
  (await world.records(name)).length === 0 ? [] : (await world.versions(name)).map(({ sha256 }) => sha256);
const has = (name: string, versions: number) =>
  eventually(async () => (await shas(name)).length === versions, `${versions} versions of ${name}`);
const waits = (name: string) =>
  desktop.engine.waiting.find(({ path }) => path === world.path(name))?.why ?? 'not at all';
const waitsAs = (name: string, why: string) =>
  eventually(
    () => waits(name) === why,
    () =>
      `${name} to wait as ${why}: ${JSON.stringify(desktop.engine.waiting)} ${desktop.log.slice(-5).join('\n')}`,
  );
/** Why the server thinks that each version of a document is unfinished. */
async function marks(name: string) {
  const [record] = await world.records(name);
  const versions = await world.browser.ok('versionsByRecord', { params: { id: record?._id ?? '' } });
  return versions.map(({ unfinished }) => unfinished);
}

afterEach(async () => {
  await world.rests(desktop);
  await world.nothingLost();
  await world.nothingHalf(desktop);
});

describe('programs that write slowly', () => {
  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ settleMs: SETTLE_MS, unfinishedMs: 60_000 });
  });
  afterAll(() => world?.stop());

  test.runIf(process.platform === 'linux')(
    'a file that a program holds open with pauses becomes one version, when it is closed',
    async () => {
      const writer = await open(desktop.path(world.path('Exportación.csv')), 'w');
      let text = '';
      for (let line = 0; line < 4; line += 1) {
        text += `${line};${'dato;'.repeat(50)}\n`;
        await writer.write(`${line};${'dato;'.repeat(50)}\n`);
        // Longer than the settle time: what is there looks finished to the disk.
        if (line < 3) await pause(2 * SETTLE_MS);
      }
      await waitsAs('Exportación.csv', 'open');
      expect(await world.records('Exportación.csv')).toEqual([]);
      await writer.close();
      world.wrote(text, 'Exportación.csv');
      await has('Exportación.csv', 1);
      expect(await shas('Exportación.csv')).toEqual([sha(text)]);
      expect(await marks('Exportación.csv')).toEqual([null]);
    },
  );

  test('a file that is appended to again and again becomes one version, when that ends', async () => {
    const path = desktop.path(world.path('Medidor.csv'));
    let text = '';
    for (let line = 0; line < 20; line += 1) {
      await appendFile(path, `${line};42\n`);
      text += `${line};42\n`;
      await pause(SETTLE_MS / 5);
    }
    world.wrote(text, 'Medidor.csv');
    await has('Medidor.csv', 1);
    expect(await shas('Medidor.csv')).toEqual([sha(text)]);
  });

  test('a PDF without its end waits for it; a Word document too', async () => {
    const whole = pdf('informe');
    for (const [name, first, rest] of [
      ['Informe.pdf', whole.slice(0, 2000), whole.slice(2000)],
      ['Preparado.pdf', '\0'.repeat(4096), undefined],
    ] as const) {
      await writeFile(desktop.path(world.path(name)), first);
      await waitsAs(name, 'incomplete');
      expect(await world.records(name)).toEqual([]);
      if (rest === undefined) await writeFile(desktop.path(world.path(name)), world.wrote(pdf(name), name));
      else {
        world.wrote(whole, name);
        await appendFile(desktop.path(world.path(name)), rest);
      }
      await has(name, 1);
      expect(await shas(name)).toEqual([sha(rest === undefined ? pdf(name) : whole)]);
      expect(await marks(name)).toEqual([null]);
    }
  });

  test('“Subir ahora” takes an unfinished file as it is, and marks the version', async () => {
    const half = pdf('a medias').slice(0, 2500);
    await world.save(desktop, world.path('A medias.pdf'), half);
    await waitsAs('A medias.pdf', 'incomplete');
    desktop.engine.sendNow(world.path('A medias.pdf'));
    desktop.runner.wake();
    await has('A medias.pdf', 1);
    expect(await shas('A medias.pdf')).toEqual([sha(half)]);
    expect(await marks('A medias.pdf')).toEqual(['incomplete']);
  });
});

describe('a file that never rests', () => {
  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ settleMs: SETTLE_MS, unfinishedMs: 60_000, restlessMs: 1500 });
  });
  afterAll(() => world?.stop());

  test('is listed, goes up as it is where its person wants it, marked, and once more when it rests', async () => {
    const path = desktop.path(world.path('Registro.csv'));
    let text = '';
    const writing = setInterval(() => {
      text += `${text.length};42\n`;
      appendFileSync(path, text.slice(text.lastIndexOf('\n', text.length - 2) + 1));
    }, SETTLE_MS / 8);
    try {
      await waitsAs('Registro.csv', 'changing');
      expect(await world.records('Registro.csv')).toEqual([]);
      desktop.engine.sendNow(world.path('Registro.csv'));
      desktop.runner.wake();
      await has('Registro.csv', 1);
      expect(await marks('Registro.csv')).toEqual(['open']);
      // Once is what was asked for.
      await waitsAs('Registro.csv', 'changing');
      expect(await shas('Registro.csv')).toHaveLength(1);
    } finally {
      clearInterval(writing);
    }
    world.wrote(text, 'Registro.csv');
    await has('Registro.csv', 2);
    expect((await shas('Registro.csv'))[1]).toBe(sha(text));
    expect([...(await marks('Registro.csv'))].sort()).toEqual([null, 'open'].sort());
  });

  test('a file that is saved again and again with rests in between is not listed', async () => {
    const listed: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      await world.save(desktop, world.path('Guardado seguido.txt'), `guardado ${n}`);
      await eventually(
        async () => (await shas('Guardado seguido.txt')).includes(sha(`guardado ${n}`)),
        () => `save ${n}`,
      );
      listed.push(waits('Guardado seguido.txt'));
    }
    expect(new Set(listed)).toEqual(new Set(['not at all']));
  });
});

describe('a file that stays unfinished', () => {
  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ settleMs: SETTLE_MS, unfinishedMs: 1500 });
  });
  afterAll(() => world?.stop());

  test('goes up as it is after a while, and is marked', async () => {
    const half = pdf('sin final').slice(0, 2500);
    await world.save(desktop, world.path('Sin final.pdf'), half);
    await has('Sin final.pdf', 1);
    expect(await marks('Sin final.pdf')).toEqual(['incomplete']);
    const whole = pdf('con final');
    await world.save(desktop, world.path('Sin final.pdf'), whole);
    await has('Sin final.pdf', 2);
    expect([...(await marks('Sin final.pdf'))].sort()).toEqual(['incomplete', null]);
  });

  test.runIf(process.platform === 'linux')('so does one that a program holds open for good', async () => {
    const path = world.path('Base.accdb');
    const writer = await open(desktop.path(path), 'w');
    await writer.write(world.wrote('datos de la obra', path));
    await has('Base.accdb', 1);
    expect(await marks('Base.accdb')).toEqual(['open']);
    await writer.close();
  });
});

describe('a document that is saved again and again', () => {
  /** Longer than any test: nothing but what a test does sends what waits. */
  const DISTANCE_MS = 60_000;

  beforeAll(async () => {
    world = await DiskWorld.start();
    desktop = await world.desktop({ settleMs: SETTLE_MS, versionDistanceMs: DISTANCE_MS });
  });
  afterAll(() => world?.stop());
  afterEach(() => {
    for (const { key } of desktop.engine.waiting) desktop.engine.sendNow(key);
  });

  const begin = async (name: string) => {
    await world.save(desktop, world.path(name), `${name}, primero`);
    await has(name, 1);
    expect(await shas(name)).toEqual([sha(`${name}, primero`)]);
  };
  /** What a save leaves waiting: the next one may replace it. */
  const saveAndWait = async (name: string, text: string) => {
    await writeFile(desktop.path(world.path(name)), text);
    await eventually(
      () => [...desktop.engine.memory.content.operations.values()].some(({ sha256 }) => sha256 === sha(text)),
      `"${text}" to wait`,
    );
  };

  test('eight saves are two versions: the first, and the last one that waited', async () => {
    await begin('Minuta.txt');
    for (let save = 2; save < 8; save += 1) await saveAndWait('Minuta.txt', `minuta, vez ${save}`);
    await saveAndWait('Minuta.txt', world.wrote('minuta, última vez', 'Minuta.txt').toString());
    await waitsAs('Minuta.txt', 'saving');
    expect(await shas('Minuta.txt')).toHaveLength(1);
    desktop.engine.sendNow(desktop.engine.waiting[0]?.key ?? '');
    desktop.runner.wake();
    await has('Minuta.txt', 2);
    expect(await shas('Minuta.txt')).toEqual([sha('Minuta.txt, primero'), sha('minuta, última vez')]);
  });

  test('what waits is sent before another person’s version touches the file', async () => {
    await begin('Acta.txt');
    const [record] = await world.records('Acta.txt');
    const made = await world.browser.ok('versionsByRecord', { params: { id: record?._id ?? '' } });
    const version = made[0]?._id ?? '';
    await saveAndWait('Acta.txt', world.wrote('acta, de Ana', 'Acta.txt').toString());
    await world.edit({ name: 'Acta.txt', record: record?._id ?? '', version }, 'acta, desde el navegador');
    await has('Acta.txt', 3);
    expect((await world.versions('Acta.txt')).map(({ conflict }) => conflict)).toEqual([false, false, true]);
    for (const { key } of desktop.engine.conflicts.open) await desktop.engine.resolveBlocked(key, 'keep');
  });

  test('what waits is listed where it is after a folder above it was renamed', async () => {
    const inFolder = (folder: string) => world.path(folder, 'Lista.txt');
    await world.save(desktop, inFolder('Obras'), 'lista, primero');
    await has('Lista.txt', 1);
    await saveAndWait('Obras/Lista.txt', world.wrote('lista, corregida', 'Lista.txt').toString());
    await waitsAs('Obras/Lista.txt', 'saving');
    await rename(desktop.path(world.path('Obras')), desktop.path(world.path('Obras 2026')));
    await waitsAs('Obras 2026/Lista.txt', 'saving');
    expect(await shas('Lista.txt')).toHaveLength(1);
  });

  test('what waits is sent when its file is renamed, and when it is removed', async () => {
    await begin('Plano.txt');
    await saveAndWait('Plano.txt', world.wrote('plano, corregido', 'Plano.txt').toString());
    await rename(desktop.path(world.path('Plano.txt')), desktop.path(world.path('Plano B.txt')));
    await has('Plano B.txt', 2);
    expect(await shas('Plano B.txt')).toEqual([sha('Plano.txt, primero'), sha('plano, corregido')]);
    await begin('Nota.txt');
    await saveAndWait('Nota.txt', world.wrote('nota, corregida', 'Nota.txt').toString());
    await rm(desktop.path(world.path('Nota.txt')));
    await has('Nota.txt', 2);
  });

  test('what waits when the engine stops is sent when it starts again, also after a later save', async () => {
    await begin('Bitácora.txt');
    await saveAndWait('Bitácora.txt', world.wrote('bitácora, al mediodía', 'Bitácora.txt').toString());
    await desktop.pause();
    await writeFile(
      desktop.path(world.path('Bitácora.txt')),
      world.wrote('bitácora, en la tarde', 'Bitácora.txt'),
    );
    await desktop.resume();
    await has('Bitácora.txt', 2);
    await waitsAs('Bitácora.txt', 'saving');
    expect((await shas('Bitácora.txt'))[1]).toBe(sha('bitácora, al mediodía'));
  });
});

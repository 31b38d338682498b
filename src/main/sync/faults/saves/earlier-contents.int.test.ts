import { cp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

const NAMES = Array.from({ length: 8 }, (_, n) => `Contrato ${n}.pdf`);
/** For how long one waits for others. Milliseconds. */
const WAIT = 3000;

describe('a backup of the documents, without the mark of the folder, is put back over them', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  const at = (name: string) => world.path(name);
  const backup = (...names: string[]) => join(dirname(desktop.root), 'respaldo', ...names);
  const numbers = (name: string) => world.versions(name).then((found) => found.map(({ number }) => number));
  const text = async (name: string) => String(await desktop.read(at(name)));
  const putBack = (preserveTimestamps: boolean, names = NAMES) =>
    Promise.all(names.map((name) => cp(backup(name), desktop.path(at(name)), { preserveTimestamps })));
  const asked = (files = NAMES.length) =>
    eventually(
      () => desktop.runner.problem?.code === 'earlier-contents' && desktop.engine.question?.files === files,
      () =>
        `the question, got ${JSON.stringify(desktop.engine.question)} ${desktop.log.slice(-5).join('\n')}`,
    );
  const nothingSent = async () => {
    for (const name of NAMES) expect(await numbers(name), name).toEqual([1, 2]);
  };

  beforeEach(async () => {
    world = await DiskWorld.start();
    for (const name of NAMES) await world.document(name, `${name}, primera`);
    desktop = await world.desktop({ versionDistanceMs: WAIT });
    await cp(dirname(desktop.path(at('x'))), backup(), { recursive: true, preserveTimestamps: true });
    for (const name of NAMES) await world.save(desktop, at(name), `${name}, segunda`);
    await eventually(
      async () => (await Promise.all(NAMES.map(numbers))).every(({ length }) => length === 2),
      'a second version of each',
    );
    await world.rests(desktop);
  });
  afterEach(async () => {
    await world.nothingLost();
    await world.stop();
  });

  test('it asks and sends nothing; the current contents are fetched, and what was renamed makes no document', async () => {
    const [renamed] = await world.records('Contrato 7.pdf');
    await world.browser.ok('recordUpdate', {
      params: { id: renamed?._id ?? '' },
      body: { rev: renamed?.rev ?? 0, name: 'Renombrado.pdf' },
    });
    await eventually(
      async () => (await desktop.read(at('Renombrado.pdf'))) !== undefined,
      'the new name here',
    );
    await world.rests(desktop);
    await putBack(true);
    await asked(7);
    // Also after a restart.
    await desktop.pause();
    await desktop.resume();
    await asked(7);
    expect(desktop.engine.question?.paths).toEqual(NAMES.slice(0, 7).map(at));
    expect((await world.records()).map(({ name }) => name).sort()).toEqual([
      ...NAMES.slice(0, 7),
      'Renombrado.pdf',
    ]);
    // Everything else goes on.
    await world.save(desktop, at('Renombrado.pdf'), 'un cambio de hoy');
    await eventually(
      async () => (await numbers('Renombrado.pdf')).length === 3,
      'the edit of another document',
    );

    await desktop.runner.answer('fetch-current');
    await world.rests(desktop);
    for (const name of NAMES.slice(0, 7)) {
      expect(await text(name)).toBe(`${name}, segunda`);
      expect(await numbers(name)).toEqual([1, 2]);
    }
    expect(await text('Renombrado.pdf')).toBe('un cambio de hoy');
    // The earlier version of what has another name now is no document, and in nobody's way.
    expect(await desktop.read(at('Contrato 7.pdf'))).toBeUndefined();
    expect(await desktop.find('Contrato 7.pdf, primera', /Retirados/)).toBeTruthy();
    expect(await world.records()).toHaveLength(8);
  });

  test('what is written on an earlier version while it is asked is no version on the newest one', async () => {
    await putBack(true);
    await asked();
    const [first = '', second = ''] = NAMES;
    const isKeptBeside = (name: string) =>
      eventually(async () => {
        const [, , edit] = await world.versions(name);
        return edit?.conflict === true;
      }, `the edit of ${name} beside the current version`);
    await world.save(desktop, at(first), 'un cambio en la primera');
    await isKeptBeside(first);
    // Also while the engine is stopped.
    await desktop.pause();
    await world.save(desktop, at(second), 'otro cambio en la primera');
    await desktop.resume();
    await isKeptBeside(second);
    await desktop.runner.answer('fetch-current');
    await world.rests(desktop, ['conflict', 'conflict']);
    for (const name of NAMES) expect(await text(name)).toBe(`${name}, segunda`);
    // What is written on the newest one is an edit as any other.
    await world.save(desktop, at(first), 'un cambio en la segunda');
    await eventually(async () => {
      const versions = await world.versions(first);
      return versions.some(({ number, conflict }) => number === 4 && !conflict);
    }, 'that edit as the current version');
  });

  test('one that has the newest version again is edited as any other', async () => {
    await putBack(true);
    await asked();
    const [first = ''] = NAMES;
    await world.save(desktop, at(first), `${first}, segunda`);
    await asked(NAMES.length - 1);
    // It is out of the question while it is being written, and known when it has settled.
    await sleep(1000);
    await world.save(desktop, at(first), 'un cambio en la segunda');
    await eventually(async () => {
      const [, , edit] = await world.versions(first);
      return edit?.conflict === false;
    }, 'that edit as the current version');
    await desktop.runner.answer('fetch-current');
    await world.rests(desktop);
  });

  test('its person wants the earlier ones: each becomes a version, and it is not asked again', async () => {
    await putBack(true);
    await asked();
    await nothingSent();
    await desktop.runner.answer('send-earlier');
    await world.rests(desktop);
    for (const name of NAMES) {
      expect(await text(name)).toBe(`${name}, primera`);
      expect(await numbers(name)).toEqual([1, 2, 3]);
    }
  });

  test('file by file, as over a slow line: it asks about all, and none went before', async () => {
    for (const name of NAMES) {
      await putBack(true, [name]);
      await sleep(350);
    }
    await asked();
    await nothingSent();
    await desktop.runner.answer('fetch-current');
    await world.rests(desktop);
    for (const name of NAMES) expect(await text(name)).toBe(`${name}, segunda`);
  });

  test('copied so that the files have the time of today, one after the other', async () => {
    for (const name of NAMES) {
      await putBack(false, [name]);
      await sleep(350);
    }
    await asked();
    await nothingSent();
  });

  test('what its person makes meanwhile becomes a document once it is answered', async () => {
    await world.browser.ok('recordDelete', {
      params: { id: (await world.records('Contrato 7.pdf'))[0]?._id ?? '' },
    });
    await eventually(async () => (await desktop.read(at('Contrato 7.pdf'))) === undefined, 'it to go');
    await world.rests(desktop);
    // With the time of today, as what is written today.
    await putBack(false);
    await world.save(desktop, at('Nuevo de hoy.pdf'), 'nuevo de hoy');
    await asked(7);
    await world.save(desktop, world.path('Carpeta nueva', 'Dentro.pdf'), 'dentro');
    await sleep(1000);
    expect(await world.records('Dentro.pdf')).toEqual([]);
    await desktop.runner.answer('fetch-current');
    // What a colleague deleted does not come back by itself, nor where its copy is put back as a new file.
    await world.rests(desktop, ['only-here']);
    await cp(backup('Contrato 7.pdf'), backup('otra vez'));
    await rename(backup('otra vez'), desktop.path(at('Contrato 7.pdf')));
    await sleep(WAIT + 1500);
    await world.rests(desktop, ['only-here']);
    expect((await world.records()).map(({ name }) => name).sort()).toEqual(
      [...NAMES.slice(0, 7), 'Nuevo de hoy.pdf', 'Dentro.pdf'].sort(),
    );
  });

  test('sent as versions, what has another name now makes no second document', async () => {
    const [renamed] = await world.records('Contrato 7.pdf');
    await world.browser.ok('recordUpdate', {
      params: { id: renamed?._id ?? '' },
      body: { rev: renamed?.rev ?? 0, name: 'Renombrado.pdf' },
    });
    await eventually(
      async () => (await desktop.read(at('Renombrado.pdf'))) !== undefined,
      'the new name here',
    );
    await world.rests(desktop);
    await putBack(true);
    await asked(7);
    await desktop.runner.answer('send-earlier');
    await world.rests(desktop);
    expect(await world.records()).toHaveLength(8);
    expect(await numbers('Contrato 0.pdf')).toEqual([1, 2, 3]);
    expect(await numbers('Renombrado.pdf')).toEqual([1, 2]);
  });

  test('some edits among them stay edits', async () => {
    await putBack(true);
    await world.save(desktop, at('Contrato 3.pdf'), 'escrito hoy');
    await asked(7);
    await eventually(async () => (await numbers('Contrato 3.pdf')).length === 3, 'the edit');
    await desktop.runner.answer('fetch-current');
    await world.rests(desktop);
    expect(await text('Contrato 3.pdf')).toBe('escrito hoy');
    expect(await text('Contrato 2.pdf')).toBe('Contrato 2.pdf, segunda');
  });

  test('a few files become versions, after a moment, without a question', async () => {
    const since = performance.now();
    await putBack(true, NAMES.slice(0, 4));
    await eventually(
      () => desktop.engine.waiting.filter(({ why }) => why === 'earlier').length === 4,
      () => `four that wait, got ${JSON.stringify(desktop.engine.waiting)}`,
    );
    await eventually(
      async () => (await Promise.all(NAMES.map(numbers))).filter(({ length }) => length === 3).length === 4,
      'four versions',
    );
    expect(performance.now() - since).toBeGreaterThan(WAIT);
    await world.rests(desktop);
    expect(await text('Contrato 0.pdf')).toBe('Contrato 0.pdf, primera');
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clashKey } from '#shared/platform/files/names.ts';
import { eventually as within } from '../../testing/desktop.ts';
import { HostileServer } from '../../testing/hostile-server.ts';
import { ReadingDesktop } from '../../testing/reading-desktop.ts';

const NFC = 'Información.pdf'.normalize('NFC');
/** Names that would lead elsewhere, or that some disk does not take, and what they become. */
const NAMES: readonly [given: string, onDisk: string][] = [
  ['../../fuera.sh', '.._.._fuera.sh'],
  ['..', 'documento'],
  ['.', 'documento (2)'],
  ['/etc/passwd', '_etc_passwd'],
  ['..\\..\\fuera.bat', '.._.._fuera.bat'],
  ['C:\\Windows\\x.dll', 'C__Windows_x.dll'],
  ['a:oculto', 'a_oculto'],
  ['con\u0000nulo.txt', 'connulo.txt'],
  ['lí\nnea\u001b[2J.txt', 'línea[2J.txt'],
  ['CON.txt', '_CON.txt'],
  ['nul', '_nul'],
  [' espacios. . ', 'espacios'],
  ['.legajo', '_.legajo'],
  ['exe\u202efdp.txt', 'exefdp.txt'],
  [`${'ñ'.repeat(5000)}.pdf`, `${'ñ'.repeat(118)}.pdf`],
];

/** Nothing here takes long. */
const eventually: typeof within = (look, what) => within(look, what, 8_000);

describe('a server that tells of a tree that cannot be', () => {
  let server: HostileServer;
  let desktop: ReadingDesktop | undefined;

  beforeEach(async () => {
    server = await HostileServer.open();
  });
  afterEach(async () => {
    await desktop?.stop();
    desktop = undefined;
    await server.close();
  });

  const starts = async () => {
    desktop = await ReadingDesktop.start(server.url);
    return desktop;
  };
  /** Both sides were compared and nothing is left to do. */
  const rests = (at: ReadingDesktop) =>
    eventually(
      () => at.cycle?.resting === true && at.cycle.failures.length === 0,
      () => `rest: ${at.log.join('\n')} ${JSON.stringify(at.blocked)}`,
    );

  test('names that lead elsewhere lie in their folder, under names that every disk takes', async () => {
    for (const [given] of NAMES.filter(([name]) => name !== '.')) server.record(given, `de ${given}`);
    const at = await starts();
    await rests(at);
    const wanted = NAMES.filter(([name]) => name !== '.').map(
      ([, onDisk]) => `Legajo/Andes/Calidad/${onDisk}`,
    );
    expect(await at.files()).toEqual(wanted.sort());
  });

  test('folders, libraries and the organization by such names stay in the root, too', async () => {
    server.organization = '../../..';
    server.libraries = [
      { id: server.library, name: '../.legajo' },
      { id: randomUUID(), name: 'Doble' },
      { id: randomUUID(), name: 'doble' },
    ];
    for (const { id } of server.libraries.slice(1))
      server.add(
        { kind: 'folder', id: randomUUID(), parent: null, diskName: 'Sub', hasDefaultLabels: false },
        id,
      );
    server.record('a.txt', 'a', { parent: server.folder('../../..') });
    server.record('b.txt', 'b', { parent: server.folder('.legajo') });
    const at = await starts();
    await rests(at);
    expect(await at.files()).toEqual([
      'Legajo/.._.._/.._.legajo/.._.._/a.txt',
      'Legajo/.._.._/.._.legajo/_.legajo/b.txt',
    ]);
    const paths = [...at.engine.memory.content.libraries.values()].map(({ path }) => path);
    expect(paths).toEqual(['.._.._/.._.legajo', '.._.._/Doble', '.._.._/doble (2)']);
  });

  test('of names that are one on some disk, one lies there, and the others are blocked and said', async () => {
    const names = ['Acta.txt', 'acta.txt', NFC, NFC.normalize('NFD')];
    for (const name of names) server.record(name, `de ${name}`);
    server.record('Otro.txt');
    const at = await starts();
    await rests(at);
    const files = await at.files();
    expect(files).toHaveLength(3);
    expect(new Set(files.map(clashKey)).size).toBe(3);
    expect(Object.values(at.blocked)).toEqual(['occupied', 'occupied']);
  });

  test('a folder in itself, a document in a document and one of an impossible size are blocked; the rest goes on', async () => {
    const [one, two, own] = [randomUUID(), randomUUID(), randomUUID()];
    server.folder('Uno', { id: one, parent: two });
    server.folder('Dos', { id: two, parent: one });
    server.folder('Propia', { id: own, parent: own });
    server.record('en el círculo.txt', 'x', { parent: one });
    const { id } = server.record('Acta.txt');
    server.record('dentro.txt', 'x', { parent: id });
    server.record('huérfano.txt', 'x', { parent: randomUUID() });
    const version = { _id: randomUUID(), number: 1, sha256: 'a'.repeat(64), size: 2 ** 53 - 1, state: 0 };
    server.record('inmenso.bin', 'x', { version });
    let parent: string | null = null;
    for (let depth = 0; depth < 200; depth += 1) parent = server.folder('n', { parent });
    const at = await starts();
    await rests(at);
    expect(await at.files()).toEqual(['Legajo/Andes/Calidad/Acta.txt']);
    expect(at.blocked).toMatchObject({
      'Andes/Calidad/Uno': 'impossible',
      'Andes/Calidad/Dos': 'impossible',
      'Andes/Calidad/Propia': 'impossible',
      'Andes/Calidad/en el círculo.txt': 'impossible',
      'Andes/Calidad/dentro.txt': 'impossible',
      'Andes/Calidad/huérfano.txt': 'impossible',
      'Andes/Calidad/inmenso.bin': 'impossible',
      'Andes/Calidad/n': 'impossible',
    });
    expect(server.requestsOf(new RegExp(version._id))).toEqual([]);
    // The panel shows all of it.
    const { HostState } = await import('../../host/host-state.ts');
    const { runner } = at;
    const parts = { engine: at.engine, clientId: at.opener.clientId, root: at.root, status: runner.status };
    const state = new HostState().of({
      ...{ ...parts, pausedBy: undefined, problem: undefined, disk: null },
      ...{ done: 0, total: 0 },
    });
    expect(state.blocked.filter(({ reason }) => reason === 'impossible').length).toBeGreaterThan(8);
  });

  test.each<[string, Record<string, unknown>]>([
    ['an id that leads elsewhere', { id: '../../../fuera' }],
    ['a parent that is no id', { parent: '../fuera' }],
    [
      'a version that leads elsewhere',
      { version: { _id: '../../x', number: 1, sha256: 'a'.repeat(64), size: 1, state: 0 } },
    ],
    [
      'a hash that leads elsewhere',
      { version: { _id: randomUUID(), number: 1, sha256: '../'.repeat(21), size: 1, state: 0 } },
    ],
    [
      'a size below nothing',
      { version: { _id: randomUUID(), number: 1, sha256: 'a'.repeat(64), size: -1, state: 0 } },
    ],
    ['the library in itself', { kind: 'folder', hasDefaultLabels: false, id: 'library' }],
  ])('%s is no answer of our server: nothing is touched, and its person is told', async (_what, more) => {
    server.record('Acta.txt');
    const at = await starts();
    await rests(at);
    server.record('malo.txt', 'x', more.id === 'library' ? { ...more, id: server.library } : more);
    at.runner.lookEverywhere();
    await eventually(
      () => at.runner.status === 'problem' && at.runner.problem?.code === 'strange_answer',
      () => at.log.join('\n'),
    );
    expect(await at.files()).toEqual(['Legajo/Andes/Calidad/Acta.txt']);
    server.rows.set(server.library, server.page(server.library).rows.slice(0, 1));
    at.runner.lookEverywhere();
    await eventually(() => at.runner.status === 'online', 'the server to be itself again');
  });

  test('a feed without end is given up, and does not hold the engine', async () => {
    let pages = 0;
    server.answers.set('changes', (_req, res) => {
      pages += 1;
      server.json(res, { ...server.page(server.library), mode: 'changes', cursor: 'same', more: true });
    });
    const at = await starts();
    await eventually(
      () => at.runner.status === 'problem' && at.runner.problem?.code === 'strange_answer',
      () => at.log.join('\n'),
    );
    expect(pages).toBeLessThan(20);
    server.answers.delete('changes');
    server.record('Acta.txt');
    at.runner.lookEverywhere();
    await rests(at);
    expect(await at.read('Andes/Calidad/Acta.txt')).toBe('Acta.txt');
  });

  test('a page of more than it may have is refused whole', async () => {
    server.answers.set('changes', (_req, res) => {
      const rows = Array.from({ length: 100_001 }, () => ({ kind: 'gone', id: randomUUID() }));
      server.json(res, { ...server.page(server.library), rows });
    });
    const at = await starts();
    await eventually(() => at.runner.status === 'offline', 'the engine to refuse it');
    expect(at.log.join('\n')).toMatch(/100001 rows/);
  });

  test('another epoch with every answer takes nothing away, and settles when it stops', async () => {
    server.record('Acta.txt');
    const at = await starts();
    await rests(at);
    for (let turn = 0; turn < 5; turn += 1) {
      server.epoch = `epoch-${turn + 2}`;
      const before = at.cycles;
      at.runner.lookEverywhere();
      await eventually(() => at.cycles > before, 'a cycle');
    }
    await rests(at);
    expect(await at.files()).toEqual(['Legajo/Andes/Calidad/Acta.txt']);
  });

  test.each(['at once', 'a few at a time'])(
    'a server that has lost its documents %s takes none away before a person was asked',
    async (how) => {
      for (let count = 0; count < 60; count += 1) server.record(`Acta ${count}.txt`);
      const at = await starts();
      await rests(at);
      const rows = server.page(server.library).rows;
      for (let left = how === 'at once' ? 0 : 56; left >= 0; left -= 4) {
        server.rows.set(server.library, rows.slice(0, left));
        const before = at.cycles;
        at.runner.lookEverywhere();
        await eventually(() => at.cycles > before && (at.cycle?.resting || at.engine.question), 'a cycle');
        if (at.engine.question) break;
      }
      expect(at.engine.question?.kind).toBe('mass-removal');
      const kept = (await at.files()).filter((path) => !path.includes('.legajo'));
      expect(kept.length).toBeGreaterThanOrEqual(how === 'at once' ? 60 : 30);
      // The database is there again: nothing had been lost.
      server.rows.set(server.library, rows);
      await at.runner.answer('retry');
      await rests(at);
      expect((await at.files()).filter((path) => !path.includes('.legajo'))).toHaveLength(60);
    },
  );

  test('what the server has lost stays where its person says so, and goes where they say that', async () => {
    for (let count = 0; count < 25; count += 1) server.record(`Acta ${count}.txt`);
    const at = await starts();
    await rests(at);
    server.rows.set(server.library, []);
    at.runner.lookEverywhere();
    await eventually(() => at.engine.question?.kind === 'mass-removal', 'the question');
    await at.runner.answer('keep-here');
    await eventually(() => Object.values(at.blocked).length === 25, 'the copies to wait');
    expect(new Set(Object.values(at.blocked))).toEqual(new Set(['gone-after-restore']));
    expect(await at.files()).toHaveLength(25);
  });

  test('what its person says may go does go', async () => {
    for (let count = 0; count < 25; count += 1) server.record(`Acta ${count}.txt`);
    const at = await starts();
    await rests(at);
    server.rows.set(server.library, []);
    at.runner.lookEverywhere();
    await eventually(() => at.engine.question?.kind === 'mass-removal', 'the question');
    await at.runner.answer('remove-here');
    await eventually(async () => (await at.files()).every((path) => path.includes('.legajo')), 'them to go');
  });
});

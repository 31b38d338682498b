import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPOOL } from '../../engine/layout.ts';
import { Command, type Point } from '../../testing/command.ts';
import type { TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, type Made } from '../../testing/disk-world.ts';

/** Crash between rename and journal: what the engine is in the middle of when its process is killed. */
interface Case {
  readonly what: string;
  /** The call that has just returned. */
  readonly call: Point['call'];
  /** In the path of that call; the number is the case's own, for every case is met twice. */
  path(n: number): string;
  /** Before both sides are in step for the first time. */
  before?(world: DiskWorld, n: number): Promise<void>;
  /** What the engine has to take over when it starts. */
  change(world: DiskWorld, desktop: TestDesktop, n: number): Promise<unknown>;
  /** When it dies: at once, or before the journal's next commit. The second is another world only where a move is whole. */
  readonly at?: readonly Point['at'][];
  /** Below the root, afterwards; `undefined` where there is nothing. */
  after(n: number): Record<string, string | undefined>;
}

const documents = new Map<string, Made>();
const known = (name: string): Made => documents.get(name) ?? { name, record: '', version: '' };
const make = async (world: DiskWorld, name: string, text: string, folder?: string) =>
  void documents.set(name, await world.document(name, text, folder));

const CASES: readonly Case[] = [
  {
    what: 'a new document is put in its place',
    call: 'linkSync',
    path: (n) => `Calidad/Contrato ${n}`,
    change: (world, _, n) => make(world, `Contrato ${n}.pdf`, `contrato ${n}`),
    after: (n) => ({ [`Contrato ${n}.pdf`]: `contrato ${n}` }),
  },
  {
    what: 'a newer version takes the place of an older one',
    call: 'renameSync',
    path: (n) => `Calidad/Plano ${n}`,
    before: (world, n) => make(world, `Plano ${n}.pdf`, `plano ${n}, primero`),
    change: (world, _, n) => world.edit(known(`Plano ${n}.pdf`), `plano ${n}, segundo`),
    after: (n) => ({ [`Plano ${n}.pdf`]: `plano ${n}, segundo` }),
  },
  {
    what: 'a document takes the name that it has on the server',
    call: 'linkSync',
    path: (n) => `Calidad/Oficio ${n}`,
    before: (world, n) => make(world, `Carta ${n}.pdf`, `carta ${n}`),
    async change({ browser }, _, n) {
      const params = { id: known(`Carta ${n}.pdf`).record };
      const { rev } = await browser.ok('recordById', { params });
      await browser.ok('recordUpdate', { params, body: { rev, name: `Oficio ${n}.pdf` } });
    },
    after: (n) => ({ [`Oficio ${n}.pdf`]: `carta ${n}`, [`Carta ${n}.pdf`]: undefined }),
  },
  {
    what: 'a folder takes the name that it has on the server',
    call: 'renameSync',
    path: (n) => `Calidad/Faenas ${n}`,
    async before(world, n) {
      const record = await world.folder(`Obras ${n}`);
      documents.set(`Obras ${n}`, { name: `Obras ${n}`, record, version: '' });
      await make(world, `Permiso ${n}.pdf`, `permiso ${n}`, record);
    },
    async change({ browser }, _, n) {
      const params = { id: known(`Obras ${n}`).record };
      await browser.ok('folderUpdate', { params, body: { name: `Faenas ${n}` } });
    },
    after: (n) => ({
      [`Faenas ${n}/Permiso ${n}.pdf`]: `permiso ${n}`,
      [`Obras ${n}/Permiso ${n}.pdf`]: undefined,
    }),
  },
  {
    what: 'the copy of a deleted document is taken away',
    call: 'linkSync',
    at: ['call'],
    path: (n) => `Calidad/Borrador ${n}`,
    before: (world, n) => make(world, `Borrador ${n}.pdf`, `borrador ${n}`),
    change: ({ browser }, _, n) =>
      browser.ok('recordDelete', { params: { id: known(`Borrador ${n}.pdf`).record } }),
    // Nobody wrote it here: its bytes stay in the bin of the server.
    after: (n) => ({
      [`Borrador ${n}.pdf`]: undefined,
      [`../Retirados/Calidad/Borrador ${n}.pdf`]: undefined,
    }),
  },
  {
    what: 'an edit of a deleted document goes to quarantine',
    call: 'linkSync',
    at: ['call'],
    path: (n) => `Retirados/Calidad/Memo ${n}`,
    before: (world, n) => make(world, `Memo ${n}.pdf`, `memo ${n}`),
    async change(world, desktop, n) {
      await world.browser.ok('recordDelete', { params: { id: known(`Memo ${n}.pdf`).record } });
      await world.save(desktop, world.path(`Memo ${n}.pdf`), `memo ${n}, corregido`);
    },
    after: (n) => ({
      [`Memo ${n}.pdf`]: undefined,
      [`../Retirados/Calidad/Memo ${n}.pdf`]: `memo ${n}, corregido`,
      [`../Retirados/Calidad/Memo ${n} (2).pdf`]: undefined,
    }),
  },
  {
    what: 'an edit is kept aside for its upload',
    call: 'openSync',
    at: ['commit'],
    path: () => SPOOL,
    before: (world, n) => make(world, `Informe ${n}.pdf`, `informe ${n}`),
    change: (world, desktop, n) =>
      world.save(desktop, world.path(`Informe ${n}.pdf`), `informe ${n}, corregido`),
    after: (n) => ({ [`Informe ${n}.pdf`]: `informe ${n}, corregido` }),
  },
  {
    what: 'new files are copied together for their call',
    call: 'openSync',
    at: ['commit'],
    path: () => SPOOL,
    async change(world, desktop, n) {
      for (const each of ['Minuta', 'Acta']) await world.save(desktop, world.path(`${each} ${n}.pdf`), each);
    },
    after: (n) => ({ [`Minuta ${n}.pdf`]: 'Minuta', [`Acta ${n}.pdf`]: 'Acta' }),
  },
];

const AT = ['call', 'commit'] as const;

describe('kill -9 between the disk and the journal', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await DiskWorld.start();
    for (const { at = AT, before } of CASES) for (const n of at.keys()) await before?.(world, n);
    desktop = await world.desktop();
    await desktop.pause();
  });
  afterAll(() => world?.stop());

  test.each(CASES.flatMap(({ at = AT, ...each }) => at.map((when, n) => ({ ...each, at: when, n }))))(
    'right after its $call, before the $at: $what',
    {
      tags: 'sync-crash-before-journal',
    },
    async ({ call, path, at, n, change, after }) => {
      await change(world, desktop, n);
      const point: Point = { call, path: path(n), at, action: 'kill' };
      const command = new Command(world, desktop, { point });
      expect((await command.ended).signal, command.output).toBe('SIGKILL');
      await desktop.resume();
      await world.rests(desktop);
      await world.nothingHalf(desktop);
      await desktop.pause();
      for (const [name, text] of Object.entries(after(n))) {
        const bytes = await desktop.read(world.path(name));
        expect(bytes === undefined ? undefined : String(bytes), name).toBe(text);
      }
      await world.nothingLost();
    },
  );

  test('nothing of it made a second document, or a version too many', {
    tags: 'sync-crash-before-journal',
  }, async () => {
    const names = (await world.records()).map(({ name }) => name).sort();
    const twice = ['Contrato', 'Oficio', 'Permiso', 'Plano'].flatMap((name) =>
      [0, 1].map((n) => `${name} ${n}.pdf`),
    );
    const once = ['Informe', 'Minuta', 'Acta'].map((name) => `${name} 0.pdf`);
    expect(names).toEqual([...twice, ...once].sort());
    expect((await world.versions('Informe 0.pdf')).map(({ number }) => number)).toEqual([1, 2]);
    expect((await world.versions('Oficio 0.pdf')).map(({ number }) => number)).toEqual([1]);
  });
});
